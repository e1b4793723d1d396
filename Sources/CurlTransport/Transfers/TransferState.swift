/// Where a transfer stands: takes events, returns what is to be done.
///
/// Knows neither libcurl nor threads. A transfer finishes once, whatever comes in which order.
struct TransferState {
  /// What its owner has to do.
  enum Action: Equatable {
    case none
    /// Stop libcurl's reading and writing.
    case pause
    /// Let libcurl go on.
    case proceed
    /// Take the transfer from libcurl and finish it with the error.
    case stop(CurlError)
  }

  private enum Phase {
    case prepared
    case running
    case finished
  }

  private var phase = Phase.prepared
  private(set) var isPaused = false
  private(set) var awaitsSource = false
  /// Whether another thread decodes what came.
  private(set) var isDecoding = false
  /// Whether what comes must wait, because it comes faster than it may.
  private(set) var isPacing = false
  /// Why we stop it from inside a callback; stands over libcurl's own code.
  private(set) var failure: CurlError?
  private(set) var bodyCount = 0

  /// Whether silence means nothing, because it is ours.
  var isHeld: Bool { isPaused || awaitsSource || isDecoding || isPacing }

  mutating func start() {
    phase = .running
  }

  mutating func pause() -> Action {
    guard phase != .finished, !isPaused else { return .none }
    isPaused = true
    return phase == .running ? .pause : .none
  }

  mutating func resume() -> Action {
    guard phase != .finished, isHeld else { return .none }
    isPaused = false
    awaitsSource = false
    return phase == .running && !isDecoding && !isPacing ? .proceed : .none
  }

  mutating func sourceWaits() {
    awaitsSource = true
  }

  /// The source has bytes again; a transfer that its owner paused stays so.
  mutating func sourceReady() -> Action {
    guard phase != .finished, awaitsSource else { return .none }
    awaitsSource = false
    return phase == .running && !isPaused ? .proceed : .none
  }

  mutating func decodingBegins() {
    isDecoding = true
  }

  /// What came is decoded; a transfer that its owner paused stays so.
  mutating func decodingEnded() -> Action {
    guard phase != .finished, isDecoding else { return .none }
    isDecoding = false
    if let failure { return .stop(failure) }
    return phase == .running && !isPaused ? .proceed : .none
  }

  mutating func pacingBegins() {
    isPacing = true
  }

  /// The next bytes may come; a transfer that its owner paused stays so.
  mutating func pacingEnded() -> Action {
    guard phase != .finished, isPacing else { return .none }
    isPacing = false
    return phase == .running && !isPaused && !isDecoding ? .proceed : .none
  }

  /// A new head came: what was received before belonged to an answer that libcurl dealt with.
  mutating func restartBody() {
    bodyCount = 0
  }

  /// Bytes of the body came.
  ///
  /// - Returns: how many of them are within the limit; fewer than `count` end the transfer.
  mutating func receiveBody(_ count: Int, limit: Int) -> Int {
    let room = max(0, limit - bodyCount)
    guard count > room else {
      bodyCount += count
      return count
    }
    bodyCount = limit
    fail(
      CurlError(code: .bodyTooLarge, message: "expected a body of at most \(limit) bytes, got more")
    )
    return room
  }

  /// Notes why a callback ends the transfer; the first reason stands.
  mutating func fail(_ error: CurlError) {
    if failure == nil { failure = error }
  }

  mutating func cancel() -> Action {
    guard phase != .finished else { return .none }
    fail(.cancelled)
    return .stop(.cancelled)
  }

  mutating func idleTimePassed(_ limit: Duration) -> Action {
    guard !isHeld else { return .none }
    return timePassed(
      CurlError(
        code: .idleTimedOut,
        message: "no byte came or went for \(limit.milliseconds) ms"
      )
    )
  }

  /// A limit has passed that also holds while the transfer is paused.
  mutating func timePassed(_ error: CurlError) -> Action {
    guard phase == .running else { return .none }
    fail(error)
    return .stop(error)
  }

  /// Notes the end.
  ///
  /// - Returns: false when it had ended before.
  mutating func finish() -> Bool {
    defer { phase = .finished }
    return phase != .finished
  }
}

extension Duration {
  /// Whole milliseconds, rounded up, within what libcurl and epoll take.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < 2_000_000 else { return 2_000_000_000 }
    guard seconds >= 0, attoseconds >= 0 else { return 1 }
    return max(
      1,
      Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    )
  }
}
