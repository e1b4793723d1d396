import CCurl
import Glibc

/// The sockets whose events libcurl wants, in an epoll set.
///
/// A connection that is idle between two transfers stays in the set: most are used again before
/// anything happens on them, so a usual transfer needs no `epoll_ctl` at all. What has changed is
/// passed to the kernel just before waiting.
@safe final class Poller {
  private struct Entry {
    var wanted: UInt32 = 0
    var registered: UInt32 = 0
    // Opened and closed through us, so its number cannot come to mean another socket unseen.
    var isConnection = false
    var isDirty = false
    var lastEvent: UInt64 = 0
  }

  /// The largest number of events of one wait.
  static let capacity = 256

  private let epoll: Int32
  private let wakeDescriptor: Int32
  private var entries: [Entry] = []
  private var dirty: [Int32] = []
  /// How many connections were closed so far.
  private(set) var closedCount = 0
  private let events: UnsafeMutableBufferPointer<epoll_event>

  /// The lowest descriptor that no connection may have.
  var ceiling = Int32.max

  init(wakeDescriptor: Int32) {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    self.wakeDescriptor = wakeDescriptor
    unsafe events = .allocate(capacity: Self.capacity)
    unsafe events.initialize(repeating: epoll_event())
    _ = control(EPOLL_CTL_ADD, wakeDescriptor, EPOLLIN.rawValue)
  }

  deinit {
    unsafe events.deallocate()
    if epoll >= 0 { Glibc.close(epoll) }
  }

  /// Whether there is something to wait with.
  var isUsable: Bool { epoll >= 0 }

  // MARK: What libcurl says

  /// Records which events of a socket libcurl wants.
  func want(_ descriptor: Int32, _ what: Int32) {
    guard let index = index(of: descriptor) else { return }
    entries[index].wanted =
      switch what {
      case CURL_POLL_IN: EPOLLIN.rawValue
      case CURL_POLL_OUT: EPOLLOUT.rawValue
      case CURL_POLL_INOUT: EPOLLIN.rawValue | EPOLLOUT.rawValue
      default: 0
      }
    // A helper socket of libcurl's is closed without our knowledge right after this.
    if what == CURL_POLL_REMOVE && !entries[index].isConnection {
      if entries[index].registered != 0 { _ = control(EPOLL_CTL_DEL, descriptor, 0) }
      entries[index].registered = 0
      return
    }
    guard !entries[index].isDirty else { return }
    entries[index].isDirty = true
    dirty.append(descriptor)
  }

  /// Opens a socket for a connection.
  ///
  /// - Returns: the descriptor, or -1 with `errno` set: `EMFILE` from ``ceiling`` on.
  func open(family: Int32, type: Int32, protocol number: Int32) -> Int32 {
    let descriptor = socket(family, type | Int32(SOCK_CLOEXEC.rawValue), number)
    guard descriptor < ceiling else {
      Glibc.close(descriptor)
      errno = EMFILE
      return -1
    }
    guard let index = index(of: descriptor) else { return descriptor }
    entries[index].registered = 0
    entries[index].wanted = 0
    entries[index].isConnection = true
    entries[index].lastEvent = 0
    return descriptor
  }

  /// Closes a socket and forgets it; the kernel takes it out of the set.
  func close(_ descriptor: Int32) -> Int32 {
    closedCount &+= 1
    if let index = index(of: descriptor) {
      entries[index].registered = 0
      entries[index].wanted = 0
      entries[index].isConnection = false
    }
    return Glibc.close(descriptor)
  }

  /// Whether a descriptor is a socket that was opened here and is still open.
  func isConnection(_ descriptor: Int32) -> Bool {
    index(of: descriptor).map { entries[$0].isConnection } ?? false
  }

  /// The connection that goes out from a port of ours, or nil.
  func connection(from localPort: Int32) -> Int32? {
    for index in entries.indices where entries[index].isConnection {
      var address = sockaddr_in6()
      var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
      let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
          unsafe getsockname(Int32(index), generic, &length)
        }
      }
      // The port lies at the same place in an IPv4 address.
      let family = Int32(address.sin6_family)
      guard status == 0, family == AF_INET || family == AF_INET6 else { continue }
      if Int32(UInt16(bigEndian: address.sin6_port)) == localPort { return Int32(index) }
    }
    return nil
  }

  /// When a socket was last ready for something, in nanoseconds of the loop's clock; 0 for never.
  func lastEvent(of descriptor: Int32) -> UInt64 {
    index(of: descriptor).map { entries[$0].lastEvent } ?? 0
  }

  // MARK: Waiting

  /// Tells the kernel what changed and waits for events.
  ///
  /// - Parameter milliseconds: the longest wait, negative for no limit.
  /// - Returns: how many events there are.
  func wait(milliseconds: Int32) -> Int {
    applyChanges()
    let count = unsafe epoll_wait(epoll, events.baseAddress, Int32(events.count), milliseconds)
    return max(0, Int(count))
  }

  /// An event of the last wait in libcurl's terms, or nil when it means nothing to libcurl.
  ///
  /// - Parameters:
  ///   - index: which of them.
  ///   - now: the time that is noted for the socket.
  /// - Returns: a descriptor and bits of `CURL_CSELECT_…`.
  func event(_ index: Int, now: UInt64) -> (descriptor: Int32, events: Int32)? {
    let event = unsafe events[index]
    let descriptor = unsafe event.data.fd
    guard descriptor != wakeDescriptor else { return (descriptor, 0) }
    // One that was closed since the wait, and may have been opened anew, is not the one meant.
    guard let index = self.index(of: descriptor), entries[index].registered != 0 else { return nil }
    guard entries[index].wanted != 0 else {
      // Something happened on an idle connection; libcurl finds out when it next uses it.
      _ = control(EPOLL_CTL_DEL, descriptor, 0)
      entries[index].registered = 0
      return nil
    }
    entries[index].lastEvent = now
    var mask: Int32 = 0
    if unsafe event.events & EPOLLIN.rawValue != 0 { mask |= CURL_CSELECT_IN }
    if unsafe event.events & EPOLLOUT.rawValue != 0 { mask |= CURL_CSELECT_OUT }
    if unsafe event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 {
      mask |= CURL_CSELECT_ERR
    }
    return (descriptor, mask)
  }

  private func applyChanges() {
    for descriptor in dirty {
      let index = Int(descriptor)
      entries[index].isDirty = false
      let entry = entries[index]
      guard entry.wanted != entry.registered else { continue }
      // Idle: reading is left on, for it costs nothing until something happens.
      if entry.wanted == 0 && entry.registered == EPOLLIN.rawValue { continue }
      if entry.wanted == 0 {
        _ = control(EPOLL_CTL_DEL, descriptor, 0)
      } else if entry.registered == 0 {
        if control(EPOLL_CTL_ADD, descriptor, entry.wanted) == EEXIST {
          _ = control(EPOLL_CTL_MOD, descriptor, entry.wanted)
        }
      } else if control(EPOLL_CTL_MOD, descriptor, entry.wanted) == ENOENT {
        _ = control(EPOLL_CTL_ADD, descriptor, entry.wanted)
      }
      entries[index].registered = entry.wanted
    }
    dirty.removeAll(keepingCapacity: true)
  }

  private func control(_ operation: Int32, _ descriptor: Int32, _ wanted: UInt32) -> Int32 {
    var event = unsafe epoll_event()
    unsafe event.events = wanted
    unsafe event.data.fd = descriptor
    return unsafe epoll_ctl(epoll, operation, descriptor, &event) == 0 ? 0 : errno
  }

  private func index(of descriptor: Int32) -> Int? {
    guard descriptor >= 0 else { return nil }
    let index = Int(descriptor)
    while entries.count <= index { entries.append(Entry()) }
    return index
  }
}
