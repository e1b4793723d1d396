import CurlTransport
import Locks

/// Hands the body of a task's answer to one reader as it comes, and lets the transfer wait for him.
final class BodyChannel: Sendable {
  fileprivate typealias Head = Result<SessionResponse, SessionError>

  fileprivate struct State: Sendable {
    var buffer: BodyBuffer<CheckedContinuation<BodyPiece, Never>>
    /// What is known of the answer's beginning.
    var head: Head?
    var asking: CheckedContinuation<Head, Never>?
    var metrics: SessionMetrics?
    var goOn: (@Sendable () -> Void)?
  }

  private let state: Locked<State>

  /// Makes a channel.
  ///
  /// - Parameter limit: how many bytes may wait for their reader.
  init(limit: Int) {
    state = Locked(State(buffer: BodyBuffer(limit: max(1, limit))))
  }

  /// The exchanges of the task, once it has ended.
  var metrics: SessionMetrics? { state.withLock { $0.metrics } }

  /// Whether a body is handed out that cannot be taken back.
  var hasBegun: Bool { state.withLock { $0.head != nil } }

  // MARK: From the task

  /// The answer is the one whose body the reader gets.
  ///
  /// - Parameters:
  ///   - response: the head.
  ///   - goOn: resumes a transfer that was paused.
  func begin(_ response: SessionResponse, goOn: @escaping @Sendable () -> Void) {
    let asking = state.withLock { state in
      state.goOn = goOn
      return state.begin(.success(response))
    }
    asking?.resume(returning: .success(response))
  }

  /// Takes bytes on the loop's thread.
  func put(_ bytes: [UInt8]) -> TransferVerdict {
    let delivery = state.withLock { $0.buffer.put(bytes) }
    delivery.reader?.resume(returning: delivery.piece)
    if delivery.isUnwanted { return .cancel }
    return delivery.pauses ? .pause : .proceed
  }

  /// The task has ended; an answer that has not begun yet comes as a whole.
  func finish(_ outcome: TaskOutcome) {
    switch outcome.result {
    case .success(let answer):
      if !hasBegun {
        begin(answer.response) {}
        _ = put(answer.data)
      }
      end(nil, outcome.metrics)
    case .failure(let error):
      let asking = state.withLock { $0.begin(.failure(error)) }
      asking?.resume(returning: .failure(error))
      end(error, outcome.metrics)
    }
  }

  private func end(_ error: SessionError?, _ metrics: SessionMetrics?) {
    let delivery = state.withLock { state in
      state.metrics = metrics
      state.goOn = nil
      return state.buffer.finish(error)
    }
    delivery.reader?.resume(returning: delivery.piece)
  }

  // MARK: From the reader

  /// Waits for the head of the answer.
  func head() async throws(SessionError) -> SessionResponse {
    let head = await withCheckedContinuation { (asking: CheckedContinuation<Head, Never>) in
      let known = state.withLock { state in
        if state.head == nil { state.asking = asking }
        return state.head
      }
      if let known { asking.resume(returning: known) }
    }
    return try head.get()
  }

  /// Waits for the next bytes.
  ///
  /// - Returns: `nil` at the end.
  func next() async throws(SessionError) -> [UInt8]? {
    let piece = await withCheckedContinuation { (reader: CheckedContinuation<BodyPiece, Never>) in
      let (reading, goOn) = state.withLock { ($0.buffer.take(reader), $0.goOn) }
      guard case .take(let piece, let resumes) = reading else { return }
      if resumes { goOn?() }
      reader.resume(returning: piece)
    }
    switch piece {
    case .bytes(let bytes): return bytes
    case .end: return nil
    case .failure(let error): throw error
    }
  }

  /// Nobody will ask any more.
  func leave() { state.withLock { $0.buffer.leave() } }
}

extension BodyChannel.State {
  /// Takes the beginning of an answer once; gives who waits for it.
  fileprivate mutating func begin(
    _ head: BodyChannel.Head
  ) -> CheckedContinuation<BodyChannel.Head, Never>? {
    if self.head != nil { return nil }
    self.head = head
    defer { asking = nil }
    return asking
  }
}
