/// Values by key in the order of their adding, of which the oldest go when there are too many.
struct RecentTable<Value> {
  private let capacity: Int
  private var entries: [String: (place: Int, value: Value)] = [:]
  // The key of each place; a place whose key was removed or added anew since is passed over.
  private var keys: [String] = []

  /// - Parameter capacity: the most values, at least 1.
  init(capacity: Int = 10_000) {
    self.capacity = capacity
  }

  /// The value of a key; setting an unknown key adds it last, nil removes it.
  subscript(_ key: String) -> Value? {
    get { entries[key]?.value }
    set {
      guard let newValue else {
        entries[key] = nil
        compact()
        return
      }
      if let place = entries[key]?.place {
        entries[key] = (place, newValue)
        return
      }
      entries[key] = (keys.count, newValue)
      keys.append(key)
      compact()
    }
  }

  /// All values, the oldest first.
  var values: [Value] {
    keys.indices.compactMap { index in
      guard let entry = entries[keys[index]], entry.place == index else { return nil }
      return entry.value
    }
  }

  /// Drops the oldest of too many, and the places that are no longer used once they are the most.
  private mutating func compact() {
    guard entries.count > capacity || keys.count > 2 * entries.count + 16 else { return }
    var live = keys.indices.filter { entries[keys[$0]]?.place == $0 }
    // A tenth at once, so that each adding costs little.
    if live.count > capacity {
      let dropped = max(1, capacity / 10)
      for index in live.prefix(dropped) { entries[keys[index]] = nil }
      live.removeFirst(dropped)
    }
    let rest = live.map { keys[$0] }
    keys = rest
    for (place, key) in rest.enumerated() { entries[key]?.place = place }
  }
}
