/// Transfers that have their place in the queue and have not begun, because many came at once; first in, first out.
struct StartBacklog<Element> {
  typealias Entry = TransferQueue<Element>.Entry

  private var entries: [UInt64: Entry] = [:]
  // One that was taken out is passed over.
  private var order = TransferLine()

  var isEmpty: Bool { entries.isEmpty }

  /// Puts one at the end.
  mutating func append(_ entry: Entry) {
    entries[entry.id] = entry
    order.append(entry.id)
  }

  /// Takes out the first.
  mutating func popFirst() -> Entry? {
    while let id = order.popFirst() {
      if let entry = entries.removeValue(forKey: id) { return entry }
    }
    return nil
  }

  /// Takes one out, wherever it is.
  mutating func remove(_ id: UInt64) -> Entry? {
    entries.removeValue(forKey: id)
  }

  /// Takes all out.
  mutating func removeAll() -> [Entry] {
    defer { self = StartBacklog() }
    return Array(entries.values)
  }
}
