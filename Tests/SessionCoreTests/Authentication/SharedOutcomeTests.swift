import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct SharedOutcomeTests {
  @Test func `one that was cancelled before it waits is told so`() async throws {
    let outcome = SharedOutcome<Int>()
    let number = try #require(outcome.join())
    outcome.begin {
      try? await Task.sleep(for: .seconds(60))
      return .success(1)
    }
    let ending = await Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return await outcome.wait(number, until: nil)
    }.value
    guard case .cancelled = ending else {
      Issue.record("expected cancelled, got \(ending)")
      return
    }
    // The last one has gone, and the work with it.
    #expect(outcome.join() == nil)
  }
}
