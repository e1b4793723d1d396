import Locks

/// The one thread's work: accepts connections, reads requests, sends answers, keeps time.
///
/// Everything here is confined to the thread that calls `run()`. An answer is made in place by `answer`,
/// which must not block; what shall come later says so in its `delay`.
final class ServerLoop {
  /// What a handler may know of the connection.
  struct Place {
    /// Counts the server's connections from 1.
    var connection: Int
    /// Counts the connection's requests from 1.
    var request: Int
    /// The clock's milliseconds.
    var now: Int
  }

  typealias Answer = (HTTPRequest, Place) -> HTTPResponse

  private enum Alarm {
    case resume(HTTPConnection, timer: Int)
    case sweep
    case acceptAgain
  }

  private let listener: ListeningSocket
  private let stopSignal: WakePipe
  private let limits: ServerLimits
  private let log: (@Sendable (String) -> Void)?
  private let answer: Answer
  private var polls = PollSet()
  private var connections: [HTTPConnection] = []
  private var alarms = TimerQueue<Alarm>()
  private var accepted = 0
  private var heldBytes = 0
  private var isAccepting = true
  private var isSweeping = false
  private var received = [UInt8](repeating: 0, count: 64 << 10)
  private var now = MonotonicClock.milliseconds
  private var date = DateHeader()

  // The slots before those of the connections.
  private static let stopSlot = 0
  private static let listenerSlot = 1
  private static let firstSlot = 2

  init(
    listener: consuming ListeningSocket,
    stopSignal: WakePipe,
    limits: ServerLimits,
    log: (@Sendable (String) -> Void)?,
    answer: @escaping Answer
  ) {
    polls.append(stopSignal.readDescriptor, .reading)
    polls.append(listener.descriptor, .reading)
    self.listener = listener
    self.stopSignal = stopSignal
    self.limits = limits
    self.log = log
    self.answer = answer
  }

  /// Serves until the stop signal comes; then every connection is closed.
  func run() {
    while true {
      let ready = polls.wait(milliseconds: timeout())
      now = MonotonicClock.milliseconds
      // Slots move when a connection is closed, so look all of them up first.
      var active: [(HTTPConnection, PollSet.Interest)] = []
      var hasNewcomers = false
      for entry in ready {
        switch entry.slot {
        case Self.stopSlot: return
        case Self.listenerSlot: hasNewcomers = true
        default: active.append((connections[entry.slot - Self.firstSlot], entry.ready))
        }
      }
      for (connection, interest) in active { handle(connection, interest) }
      while let alarm = alarms.popDue(at: now) { ring(alarm) }
      if hasNewcomers { accept() }
    }
  }

  private func timeout() -> Int32 {
    guard let deadline = alarms.nextDeadline else { return -1 }
    return Int32(clamping: max(0, deadline - MonotonicClock.milliseconds))
  }

  // MARK: Connections

  private func accept() {
    // Bounded, so that a flood of connections does not starve those that are there.
    for _ in 0..<256 {
      guard connections.count < limits.connections else { return setAccepting(false) }
      switch listener.accept() {
      case .connection(let socket):
        accepted += 1
        socket.sendAtOnce()
        polls.append(socket.descriptor, .reading)
        let connection = HTTPConnection(
          socket: socket,
          serial: accepted,
          slot: connections.count,
          limits: limits,
          now: now
        )
        connections.append(connection)
        startSweeping()
      case .none:
        return
      case .exhausted:
        alarms.add(.acceptAgain, at: now + 50)
        return setAccepting(false)
      }
    }
  }

  private func setAccepting(_ accepts: Bool) {
    isAccepting = accepts
    polls.set(accepts ? .reading : [], at: Self.listenerSlot)
  }

  private func close(_ connection: HTTPConnection) {
    let slot = connection.slot
    polls.remove(at: Self.firstSlot + slot)
    connections.swapAt(slot, connections.count - 1)
    connections.removeLast()
    if slot < connections.count { connections[slot].slot = slot }
    connection.phase = .closed
    connection.output = []
    connection.socket.close()
    heldBytes -= connection.countedBytes
    if !isAccepting { setAccepting(true) }
  }

  private func handle(_ connection: HTTPConnection, _ ready: PollSet.Interest) {
    switch connection.phase {
    case .reading, .stalled, .lingering: read(connection)
    case .sending: flush(connection)
    case .delayed, .pausing, .closed: break
    }
    goOn(connection)
  }

  /// Answers what has come and waits for what is next.
  private func goOn(_ connection: HTTPConnection) {
    while case .reading = connection.phase, takeRequest(connection) {}
    if case .closed = connection.phase { return }
    let held = connection.parser.heldBytes + connection.output.count
    heldBytes += held - connection.countedBytes
    connection.countedBytes = held
    polls.set(connection.interest, at: Self.firstSlot + connection.slot)
  }

  // MARK: Reading

  private func read(_ connection: HTTPConnection) {
    switch connection.socket.receive(into: &received) {
    case .bytes(let count):
      connection.lastActivity = now
      guard case .reading = connection.phase else { return }
      guard heldBytes <= limits.heldBytes else { return refuse(Self.isFull, on: connection) }
      connection.parser.append(received[..<count])
    case .wouldBlock:
      break
    case .ended:
      close(connection)
    }
  }

  /// Takes the next request and answers it.
  ///
  /// - Returns: whether there was anything to do.
  private func takeRequest(_ connection: HTTPConnection) -> Bool {
    switch connection.parser.next() {
    case .needsMore:
      return false
    case .needsContinue:
      connection.output += Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
      connection.phase = .sending(.request)
      flush(connection)
    case .request(let request):
      respond(to: request, on: connection)
    case .failed(let error):
      refuse(error, on: connection)
    }
    return true
  }

  private static let isFull = Problem(
    503,
    "too many bytes of requests and answers are in memory"
  )

  /// Says why a request is not taken, and closes the connection.
  private func refuse(_ error: Problem, on connection: HTTPConnection) {
    log?("refused request \(error.status): \(error.detail)")
    let writer = HTTPResponseWriter(
      keepsAlive: false,
      isHead: false,
      version: .http11,
      date: date.text()
    )
    send(error.response, writer, on: connection)
  }

  private func respond(to request: HTTPRequest, on connection: HTTPConnection) {
    connection.requests += 1
    let place = Place(connection: connection.serial, request: connection.requests, now: now)
    let response = answer(request, place)
    if let log {
      var size = ""
      if case .bytes(let bytes) = response.body { size = ", \(bytes.count) bytes" }
      log("\(request.method) \(request.target) \(response.status)\(size)")
    }
    var keepsAlive = request.keepsAlive
    // Without chunks only the connection's end tells the body's.
    if case .bytes = response.body {} else if request.version == .http10 { keepsAlive = false }
    let writer = HTTPResponseWriter(
      keepsAlive: keepsAlive,
      isHead: request.method == "HEAD",
      version: request.version,
      date: date.text()
    )
    guard response.delay > 0 else { return send(response, writer, on: connection) }
    connection.phase = .delayed(response, writer)
    wake(connection, after: response.delay)
  }

  // MARK: Sending

  private func send(
    _ response: HTTPResponse,
    _ writer: HTTPResponseWriter,
    on connection: HTTPConnection
  ) {
    let phase = connection.prepare(response, writer)
    if case .closed = phase { return close(connection) }
    connection.phase = phase
    flush(connection)
  }

  /// Sends as much as goes without waiting, and moves on when all is sent.
  private func flush(_ connection: HTTPConnection) {
    var turns = 0
    while case .sending(let next) = connection.phase {
      while connection.sent < connection.output.count {
        switch connection.socket.send(connection.output, from: connection.sent) {
        case .bytes(let count):
          connection.sent += count
          connection.lastActivity = now
        case .wouldBlock: return
        case .ended: return close(connection)
        }
      }
      connection.output.removeAll(keepingCapacity: connection.output.count <= 64 << 10)
      connection.sent = 0
      switch next {
      case .request:
        connection.phase = .reading
      case .stall:
        connection.phase = .stalled
      case .close:
        connection.socket.endSending()
        connection.phase = .lingering
        wake(connection, after: 1000)
      case .pieces(let pieces) where pieces.milliseconds > 0 && !pieces.rest.isEmpty:
        connection.phase = .pausing(pieces)
        wake(connection, after: pieces.milliseconds)
      case .pieces(let pieces):
        connection.phase = .sending(connection.sendPiece(of: pieces))
      case .endless(let piece):
        connection.output = piece
        turns += 1
        // Other connections get their turn.
        if turns == 8 { return }
      }
    }
  }

  // MARK: Time

  private func wake(_ connection: HTTPConnection, after milliseconds: Int) {
    connection.timer += 1
    // The time is rounded down, and that of the turn is past: a wait is never shorter than what was asked for.
    let start = MonotonicClock.milliseconds + 1
    alarms.add(.resume(connection, timer: connection.timer), at: start + milliseconds)
  }

  private func ring(_ alarm: Alarm) {
    switch alarm {
    case .acceptAgain: setAccepting(true)
    case .sweep: sweep()
    case .resume(let connection, let timer):
      guard connection.timer == timer else { return }
      resume(connection)
    }
  }

  private func resume(_ connection: HTTPConnection) {
    connection.lastActivity = now
    switch connection.phase {
    case .delayed(let response, let writer): send(response, writer, on: connection)
    case .pausing(let pieces):
      connection.phase = .sending(connection.sendPiece(of: pieces))
      flush(connection)
    case .lingering: close(connection)
    case .reading, .sending, .stalled, .closed: return
    }
    goOn(connection)
  }

  private func startSweeping() {
    guard !isSweeping else { return }
    isSweeping = true
    alarms.add(.sweep, at: now + max(1, limits.idleMilliseconds / 12))
  }

  private func sweep() {
    isSweeping = false
    let limit = now - limits.idleMilliseconds
    for connection in connections where connection.canIdle && connection.lastActivity <= limit {
      close(connection)
    }
    if !connections.isEmpty { startSweeping() }
  }
}
