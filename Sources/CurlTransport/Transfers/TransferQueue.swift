/// Who may start now and who waits, for each origin and in total.
///
/// libcurl's own limit counts the waiting into a transfer's time, so it is done here, before
/// libcurl gets the transfer.
struct TransferQueue<Element> {
  /// A transfer that asks for a place.
  struct Entry {
    var id: UInt64
    /// Its origin, when there is a limit for it.
    var key: String?
    var limit: Int
    var element: Element
  }

  private struct Origin {
    var open = 0
    var waiting = TransferLine()
  }

  /// The most open transfers, or nil for no limit.
  let totalLimit: Int?
  private(set) var open = 0
  private var origins: [String: Origin] = [:]
  private var total = TransferLine()
  private var waiting: [UInt64: Entry] = [:]

  init(totalLimit: Int?) {
    self.totalLimit = totalLimit.map { max(1, $0) }
  }

  /// Asks for a place.
  ///
  /// - Returns: the entry when it has one now, or nil when it waits.
  mutating func admit(_ entry: Entry) -> Entry? {
    if let totalLimit, open >= totalLimit {
      total.append(entry.id)
      waiting[entry.id] = entry
      return nil
    }
    if let key = entry.key {
      guard origins[key, default: Origin()].open < entry.limit else {
        origins[key, default: Origin()].waiting.append(entry.id)
        waiting[entry.id] = entry
        return nil
      }
      origins[key, default: Origin()].open += 1
    }
    open += 1
    return entry
  }

  /// Gives a place back.
  ///
  /// - Parameter key: the origin it was for.
  /// - Returns: those that have a place now.
  mutating func release(key: String?) -> [Entry] {
    open -= 1
    var started: [Entry] = []
    if let key {
      origins[key]?.open -= 1
      if let id = nextWaiting(of: key), let entry = waiting.removeValue(forKey: id) {
        if let admitted = admit(entry) { started.append(admitted) }
      }
      if let origin = origins[key], origin.open == 0, origin.waiting.isEmpty { origins[key] = nil }
    }
    while totalLimit.map({ open < $0 }) ?? false, let id = total.popFirst() {
      guard let entry = waiting.removeValue(forKey: id) else { continue }
      if let admitted = admit(entry) { started.append(admitted) }
    }
    return started
  }

  private mutating func nextWaiting(of key: String) -> UInt64? {
    while let id = origins[key]?.waiting.popFirst() {
      if waiting[id] != nil { return id }
    }
    return nil
  }

  /// Takes one out that waits.
  mutating func remove(_ id: UInt64) -> Entry? {
    waiting.removeValue(forKey: id)
  }

  /// Takes all out that wait.
  mutating func removeAll() -> [Entry] {
    defer { waiting = [:] }
    return Array(waiting.values)
  }
}

/// Numbers of transfers, first in, first out, with a cheap way out at the front.
struct TransferLine {
  private var ids: [UInt64] = []
  private var first = 0

  var isEmpty: Bool { first == ids.count }

  mutating func append(_ id: UInt64) { ids.append(id) }

  mutating func popFirst() -> UInt64? {
    guard first < ids.count else { return nil }
    defer { first += 1 }
    if first > 64 && first * 2 > ids.count {
      ids.removeFirst(first)
      first = 0
    }
    return ids[first]
  }
}
