import CCurl
import Glibc
import Locks

/// The thread of a ``WaitingServer``: one epoll set, no allocation for a request.
struct WaitingServerLoop {
  private static let answer = Array(
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{\"id\":1}".utf8
  )

  private struct Connection {
    var isOpen = false
    /// Tells a connection from an earlier one of the same descriptor.
    var generation = 0
    /// How much of the blank line that ends a request has come.
    var matched = 0
  }

  private struct Waiting {
    var descriptor: Int32
    var generation: Int
    var due: Int
  }

  private let epoll: Int32
  private let listener: Int32
  private let answering: WaitingServer.Answering
  private let state: Locked<WaitingServerState>
  private var connections: [Connection] = []
  private var waiting: [Waiting] = []
  /// The first of `waiting` that has no answer yet.
  private var first = 0
  private var buffer = [UInt8](repeating: 0, count: 16 << 10)

  init?(
    _ listener: Int32,
    _ answering: WaitingServer.Answering,
    _ state: Locked<WaitingServerState>
  ) {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { return nil }
    self.listener = listener
    self.answering = answering
    self.state = state
    watch(listener)
  }

  /// Serves until the server is stopped.
  mutating func run() {
    var events = unsafe [epoll_event](repeating: epoll_event(), count: 512)
    while !state.withLock({ $0.isStopped }) {
      let count = unsafe epoll_wait(epoll, &events, 512, untilNext())
      var came = 0
      for index in 0..<max(0, Int(count)) {
        let descriptor = unsafe events[index].data.fd
        if descriptor == listener {
          acceptAll()
        } else {
          came += receive(descriptor)
        }
      }
      answerDue()
      let waiting = waiting.count - first
      if came > 0 || waiting > 0 {
        state.withLock { state in
          state.counts.requests += came
          state.counts.waiting = waiting
          state.counts.mostWaiting = max(state.counts.mostWaiting, waiting)
        }
      }
    }
    for descriptor in connections.indices where connections[descriptor].isOpen {
      close(Int32(descriptor))
    }
    close(listener)
    close(epoll)
  }

  /// The longest wait, in milliseconds; short, for a release or a stop wakes nobody.
  private func untilNext() -> Int32 {
    guard case .after = answering, first < waiting.count else { return 20 }
    return Int32(min(20, max(0, waiting[first].due - Self.milliseconds)))
  }

  private mutating func answerDue() {
    switch answering {
    case .after:
      let now = Self.milliseconds
      while first < waiting.count, waiting[first].due <= now { answerFirst() }
    case .onRelease:
      guard state.withLock({ $0.isReleased }) else { return }
      while first < waiting.count { answerFirst() }
    }
    if first == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      first = 0
    } else if first > 4_096 {
      waiting.removeFirst(first)
      first = 0
    }
  }

  private mutating func answerFirst() {
    let request = waiting[first]
    first += 1
    let connection = connections[Int(request.descriptor)]
    guard connection.isOpen, connection.generation == request.generation else { return }
    // So short an answer always finds room.
    let flags = Int32(MSG_NOSIGNAL)
    _ = unsafe send(request.descriptor, Self.answer, Self.answer.count, flags)
  }

  private mutating func acceptAll() {
    while true {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { return }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      while connections.count <= Int(descriptor) { connections.append(Connection()) }
      connections[Int(descriptor)].isOpen = true
      connections[Int(descriptor)].generation += 1
      connections[Int(descriptor)].matched = 0
      watch(descriptor)
    }
  }

  /// Reads what a connection has for us.
  ///
  /// - Returns: how many requests have come to their end.
  private mutating func receive(_ descriptor: Int32) -> Int {
    let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else {
      if count < 0, errno == EAGAIN || errno == EINTR { return 0 }
      connections[Int(descriptor)].isOpen = false
      close(descriptor)
      return 0
    }
    var came = 0
    var matched = connections[Int(descriptor)].matched
    for byte in buffer[..<count] {
      // CR at even places, LF at odd ones.
      let isNext = byte == (matched.isMultiple(of: 2) ? 0x0D : 0x0A)
      matched = isNext ? matched + 1 : byte == 0x0D ? 1 : 0
      guard matched == 4 else { continue }
      matched = 0
      came += 1
      var due = Self.milliseconds
      if case .after(let delay) = answering { due += delay }
      waiting.append(
        Waiting(
          descriptor: descriptor,
          generation: connections[Int(descriptor)].generation,
          due: due
        )
      )
    }
    connections[Int(descriptor)].matched = matched
    return came
  }

  private func watch(_ descriptor: Int32) {
    var event = unsafe epoll_event()
    unsafe event.events = EPOLLIN.rawValue
    unsafe event.data.fd = descriptor
    _ = unsafe epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)
  }

  private static var milliseconds: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
