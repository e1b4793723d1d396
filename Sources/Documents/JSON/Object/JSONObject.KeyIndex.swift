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

    var isEmpty: Bool { slots.isEmpty }

    init() {}

    /// The index of entries whose keys all differ.
    init(of entries: [Entry]) {
      guard entries.count > Self.threshold else { return }
      build(for: entries.count) { entries[$0].key }
    }

    /// Takes note of the entry that was appended last.
    mutating func noteLast(of entries: [Entry]) {
      note(count: entries.count) { entries[$0].key }
    }

    /// Takes note of the last of `count` keys.
    ///
    /// - Parameters:
    ///   - count: The number of keys with the new one.
    ///   - key: Gives the key at a place.
    mutating func note(count: Int, key: (Int) -> String) {
      guard count > Self.threshold, count < Int(Int32.max) else { return }
      if count * 2 > slots.count {
        build(for: count, key: key)
      } else {
        insert(key(count - 1), at: count - 1)
      }
    }

    /// The place of a key, or nil when it is not there.
    ///
    /// - Parameters:
    ///   - wanted: The key looked for.
    ///   - key: Gives the key at a place.
    /// - Returns: The place.
    func position(of wanted: String, key: (Int) -> String) -> Int? {
      var slot = firstSlot(of: wanted)
      while slots[slot] >= 0 {
        let place = Int(slots[slot])
        if key(place).hasSameCodePoints(as: wanted) { return place }
        slot = (slot + 1) & (slots.count - 1)
      }
      return nil
    }

    private mutating func build(for count: Int, key: (Int) -> String) {
      var capacity = 64
      while capacity < count * 3 { capacity *= 2 }
      slots = Array(repeating: -1, count: capacity)
      for place in 0..<count { insert(key(place), at: place) }
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
