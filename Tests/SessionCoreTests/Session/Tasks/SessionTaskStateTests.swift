import CurlTransport
import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct SessionTaskStateTests {
  @Test
  func `a task starts once, pauses, goes on and completes once`() {
    var state = SessionTaskState()
    #expect(state.phase == .suspended)
    guard case .start = state.resume(), case .nothing = state.resume(),
      case .pause = state.suspend(), case .nothing = state.suspend(),
      case .goOn = state.resume()
    else {
      Issue.record("expected start, pause and going on, got \(state)")
      return
    }
    let ends = [state.complete(), state.complete()]
    #expect(ends == [true, false])
    guard case .nothing = state.cancel(), case .nothing = state.resume() else {
      Issue.record("expected nothing after the end")
      return
    }
  }

  private struct Silent: TransferHandler {
    func received(_ bytes: RawSpan) -> TransferVerdict { .proceed }
    func finished(_ completion: TransferCompletion) {}
  }

  @Test
  func `what was asked for before an exchange began holds for it`() throws {
    let nobody = try PortOfNobody()
    let handle = TransferLoop.shared.start(TransferRequest(url: nobody.url), handler: Silent())
    var state = SessionTaskState()
    _ = state.resume()
    _ = state.suspend()
    guard case .pause(handle) = state.began(handle), case .goOn(handle) = state.resume(),
      case .abort(handle) = state.cancel(), case .abort(handle) = state.began(handle)
    else {
      Issue.record("expected pause, going on and an end, got \(state)")
      return
    }
  }

  @Test
  func `a task that never ran is finished by cancelling it`() {
    var state = SessionTaskState()
    guard case .finishUnstarted = state.cancel(), case .nothing = state.cancel(),
      case .nothing = state.resume()
    else {
      Issue.record("expected one end, got \(state)")
      return
    }
    #expect(state.phase == .canceling)
  }
}
