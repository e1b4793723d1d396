import Locks

/// An answer to a challenge that is given later, from anywhere.
///
/// In AFNetworking a handler that returns `nil` calls the completion handler itself. There a task
/// whose handler never calls waits for ever; here it is cancelled once nobody can give the answer.
///
/// ```swift
/// session.updateEvents {
///   $0.didReceiveChallenge = { _, challenge in
///     let answer = DeferredChallengeAnswer()
///     askUser { user, password in answer.give(.credential(user: user, password: password)) }
///     return .deferred(answer)
///   }
/// }
/// ```
public final class DeferredChallengeAnswer: Sendable {
  let box = AnswerBox()

  /// Creates an answer that has not been given.
  public init() {}

  deinit { box.give(.cancel) }

  /// Gives the answer; only the first call counts.
  public func give(_ answer: ChallengeAnswer) { box.give(answer) }
}

/// Where an answer is put and waited for.
final class AnswerBox: Sendable {
  private struct State: Sendable {
    var answer: ChallengeAnswer?
    var waiter: CheckedContinuation<ChallengeAnswer, Never>?
  }

  private let state = Locked(State())

  func give(_ answer: ChallengeAnswer) {
    let waiter = state.withLock { state -> CheckedContinuation<ChallengeAnswer, Never>? in
      guard state.answer == nil else { return nil }
      state.answer = answer
      let waiter = state.waiter
      state.waiter = nil
      return waiter
    }
    waiter?.resume(returning: answer)
  }

  /// Waits for the answer; a cancelled task gets one at once.
  func value() async -> ChallengeAnswer {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = state.withLock { state in
          if state.answer == nil { state.waiter = continuation }
          return state.answer
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      give(.cancel)
    }
  }
}

extension ChallengeAnswer {
  private var box: AnswerBox? {
    if case .deferred(let answer) = self { answer.box } else { nil }
  }

  /// The answer itself, waited for if it was put off.
  consuming func settled() async -> ChallengeAnswer {
    var answer = consume self
    // Only the box is kept while waiting, so that it shows when nobody can answer any more.
    while let box = answer.box {
      answer = .performDefault
      answer = await box.value()
    }
    return answer
  }
}
