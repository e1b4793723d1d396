import Glibc

/// The descriptors that a thread waits for, each at a slot.
///
/// `poll` rather than `epoll`, which Swift's Glibc module lacks. A connection that waits for neither
/// reading nor writing costs nothing (`poll` ignores a negative descriptor), so thousands of delayed
/// answers stay cheap.
struct PollSet {
  private var entries: [pollfd] = []
  private var descriptors: [Int32] = []

  /// What a slot waits for, or what it is ready for.
  struct Interest: OptionSet {
    let rawValue: Int16
    static let reading = Self(rawValue: Int16(POLLIN))
    static let writing = Self(rawValue: Int16(POLLOUT))
    /// The connection is broken or hung up; only ever an answer.
    static let failing = Self(rawValue: Int16(POLLERR) | Int16(POLLHUP) | Int16(POLLNVAL))
  }

  /// Adds a descriptor at the next slot.
  mutating func append(_ descriptor: Int32, _ interest: Interest) {
    descriptors.append(descriptor)
    entries.append(pollfd(fd: descriptor, events: interest.rawValue, revents: 0))
    set(interest, at: entries.count - 1)
  }

  /// Changes what a slot waits for; nothing at all leaves its descriptor out.
  mutating func set(_ interest: Interest, at slot: Int) {
    entries[slot].fd = interest.isEmpty ? -1 : descriptors[slot]
    entries[slot].events = interest.rawValue
  }

  /// Removes a slot by moving the last one into its place.
  mutating func remove(at slot: Int) {
    entries.swapAt(slot, entries.count - 1)
    descriptors.swapAt(slot, descriptors.count - 1)
    entries.removeLast()
    descriptors.removeLast()
  }

  /// Waits until a slot is ready.
  ///
  /// - Parameter milliseconds: -1 waits without end.
  /// - Returns: the ready slots.
  mutating func wait(milliseconds: Int32) -> [(slot: Int, ready: Interest)] {
    let count = unsafe poll(&entries, nfds_t(entries.count), milliseconds)
    guard count > 0 else { return [] }
    var ready: [(slot: Int, ready: Interest)] = []
    ready.reserveCapacity(Int(count))
    for slot in entries.indices where entries[slot].revents != 0 && entries[slot].fd >= 0 {
      ready.append((slot, Interest(rawValue: entries[slot].revents)))
      if ready.count == Int(count) { break }
    }
    return ready
  }
}
