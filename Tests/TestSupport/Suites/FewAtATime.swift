import Locks
public import Testing

/// Lets at most five suites of all targets run at once, beside those that do not have it.
///
/// For suites that watch clocks, memory, load or signals: `.serialized` alone holds within a suite. Most of their time they wait, so
/// five at once end the tests a minute earlier on two cores.
///
/// ```swift
/// @Suite(.fewAtATime, .serialized, .timeLimit(.minutes(5))) struct LoadTests {
/// ```
public struct FewAtATime: SuiteTrait, TestScoping {
  private struct State {
    var free = 5
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let state = Locked(State())

  /// Waits for the suite's turn, which ends with its last test.
  ///
  /// The wait is before the suite, so it takes no time from any test's limit and no place from other tests.
  ///
  /// - Parameters:
  ///   - test: The suite.
  ///   - testCase: Nil, as for every suite.
  ///   - function: Runs the suite.
  /// - Throws: What the suite throws.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    await Self.take()
    defer { Self.giveBack() }
    try await function()
  }

  private static func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free == 0 {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  private static func giveBack() {
    let next = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil as CheckedContinuation<Void, Never>?
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}

extension Trait where Self == FewAtATime {
  /// The suite runs when at most four other suites with this trait do.
  public static var fewAtATime: Self { Self() }
}
