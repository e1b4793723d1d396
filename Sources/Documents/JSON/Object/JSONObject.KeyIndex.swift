extension JSONObject {
  /// Where each key of a large object is: a hash table of places that holds no text of its own.
  ///
  /// It stays empty up to `threshold` keys, for which a search from the start is as fast. The hash is
  /// the standard library's keyed one, so hostile keys cannot be made to collide.
  struct KeyIndex: Sendable {
    /// The number of keys up to which no index is kept.
    static let threshold = 16

    /// A power of two of slots, each the place of a key or -1; at most half of them are used.
    private var slots: [Int32] = []

    init() {}

    /// The index of entries whose keys all differ.
    init(of entries: [Entry]) {
      guard entries.count > Self.threshold else { return }
      build(for: entries)
    }

    /// Takes note of the entry that was appended last.
    mutating func noteLast(of entries: [Entry]) {
      let count = entries.count
      guard count > Self.threshold, count < Int(Int32.max) else { return }
      if count * 2 > slots.count {
        build(for: entries)
      } else {
        insert(entries[count - 1].key, at: count - 1)
      }
    }

    /// The place of a key among the entries, or nil when it is not there.
    func position(of wanted: String, in entries: [Entry]) -> Int? {
      guard !slots.isEmpty else {
        // By place: a search through the entries themselves copies each with its value.
        for place in entries.indices where entries[place].key.hasSameCodePoints(as: wanted) {
          return place
        }
        return nil
      }
      var slot = firstSlot(of: wanted)
      while slots[slot] >= 0 {
        let place = Int(slots[slot])
        if entries[place].key.hasSameCodePoints(as: wanted) { return place }
        slot = (slot + 1) & (slots.count - 1)
      }
      return nil
    }

    private mutating func build(for entries: [Entry]) {
      var capacity = 64
      while capacity < entries.count * 3 { capacity *= 2 }
      slots = Array(repeating: -1, count: capacity)
      for place in entries.indices { insert(entries[place].key, at: place) }
    }

    private mutating func insert(_ key: String, at place: Int) {
      var slot = firstSlot(of: key)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(place)
    }

    private func firstSlot(of key: String) -> Int {
      var hasher = Hasher()
      key.hashCodePoints(into: &hasher)
      return hasher.finalize() & (slots.count - 1)
    }
  }
}
