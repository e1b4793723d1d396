import Locks
public import Testing

/// Lets suites of all targets run one after the other, beside those that do not have it.
///
/// For suites that watch clocks, memory, load or signals: `.serialized` alone holds within a suite.
///
/// ```swift
/// @Suite(.oneAtATime, .serialized, .timeLimit(.minutes(5))) struct LoadTests {
/// ```
public struct OneAtATime: SuiteTrait, TestScoping {
  private struct State {
    var isTaken = false
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
        if state.isTaken {
          state.waiting.append(continuation)
          return false
        }
        state.isTaken = true
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  private static func giveBack() {
    let next = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil as CheckedContinuation<Void, Never>?
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}

extension Trait where Self == OneAtATime {
  /// The suite runs when no other suite with this trait does.
  public static var oneAtATime: Self { Self() }
}
