import CurlTransport
import Locks

/// Exchanges without anybody listening: one call of the transport each.
struct DirectHops: HopTransport {
  let loop: TransferLoop
  /// The call of a session that the exchanges are for, so that the session can end them.
  var call: SessionCall?

  var direct: DirectHops { self }

  func transfer(_ sent: SentRequest, isValidation: Bool) async throws(SessionError) {
    let call = call
    defer { call?.ended() }
    do throws(CurlError) {
      sent.take(
        try await loop.transfer(sent.wire) { handle in
          if call?.began(.transfer(handle)) == false { handle.cancel() }
        }
      )
    } catch {
      throw sent.error(error)
    }
  }

  func deliver(
    _ response: SessionResponse,
    _ data: [UInt8],
    of request: SessionRequest
  ) async throws(SessionError) -> [UInt8] {
    data
  }

  func wait(for delay: Duration, of request: SessionRequest) async throws(SessionError) {
    let sleep = Task { try await Task.sleep(for: delay) }
    if call?.began(.wait(sleep)) == false { sleep.cancel() }
    defer { call?.ended() }
    do {
      try await withTaskCancellationHandler {
        try await sleep.value
      } onCancel: {
        sleep.cancel()
      }
    } catch {
      throw .cancelled(request)
    }
  }
}

/// One async call of a session, and what of it runs now.
struct SessionCall: Sendable {
  /// What can be ended from outside.
  enum Step: Sendable {
    case transfer(TransferHandle)
    case wait(Task<Void, any Error>)

    func cancel() {
      switch self {
      case .transfer(let handle): handle.cancel()
      case .wait(let sleep): sleep.cancel()
      }
    }
  }

  let session: URLSessionManager
  /// Unique among the calls of the session.
  let number: Int
  /// How often the session had ended all that ran when the call began.
  let generation: Int

  /// Tells the session of a step.
  ///
  /// - Returns: false when the call has been ended meanwhile.
  func began(_ step: Step) -> Bool {
    session.state.withLock { $0.begin(step, of: self) }
  }

  /// The step has ended.
  func ended() { session.state.withLock { $0.endStep(of: self) } }
}
