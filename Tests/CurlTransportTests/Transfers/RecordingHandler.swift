import CurlTransport
import Locks

/// Keeps what it hears of a transfer and lets a test wait for it.
final class RecordingHandler: TransferHandler {
  enum Event: Equatable, Sendable {
    case informational(Int)
    case head(Int)
    case body(Int)
    case sent(Int64, Int64?)
    case finished(CurlError.Code?)
  }

  struct State {
    var events: [Event] = []
    var body: [UInt8] = []
    var completion: TransferCompletion?
    var headVerdict = TransferVerdict.proceed
    var bodyVerdicts: [TransferVerdict] = []
    var waiters: [(@Sendable (State) -> Bool, CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  init(head: TransferVerdict = .proceed, body: [TransferVerdict] = []) {
    state.withLock { state in
      state.headVerdict = head
      state.bodyVerdicts = body.reversed()
    }
  }

  var events: [Event] { state.withLock { $0.events } }
  var body: [UInt8] { state.withLock { $0.body } }

  /// Waits until the handler has heard enough.
  func wait(until condition: @escaping @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if condition(state) { return true }
        state.waiters.append((condition, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Waits for the end.
  func completion() async -> TransferCompletion? {
    await wait { $0.completion != nil }
    return state.withLock { $0.completion }
  }

  private func note(_ event: Event, _ change: (inout State) -> Void = { _ in }) -> TransferVerdict {
    let (verdict, ready) = state.withLock { state in
      state.events.append(event)
      change(&state)
      let ready = state.waiters.filter { $0.0(state) }.map(\.1)
      let current = state
      state.waiters.removeAll { $0.0(current) }
      let verdict: TransferVerdict =
        switch event {
        case .head: state.headVerdict
        case .body: state.bodyVerdicts.popLast() ?? .proceed
        case .informational, .sent, .finished: .proceed
        }
      return (verdict, ready)
    }
    for waiter in ready { waiter.resume() }
    return verdict
  }

  func receivedInformational(_ head: TransferHead) {
    _ = note(.informational(head.status))
  }

  func received(_ head: TransferHead) -> TransferVerdict {
    note(.head(head.status))
  }

  func received(_ bytes: RawSpan) -> TransferVerdict {
    let copy = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    return note(.body(copy.count)) { $0.body += copy }
  }

  func sent(_ sent: Int64, of total: Int64?) {
    _ = note(.sent(sent, total))
  }

  func finished(_ completion: TransferCompletion) {
    _ = note(.finished(completion.error?.code)) { $0.completion = completion }
  }
}
