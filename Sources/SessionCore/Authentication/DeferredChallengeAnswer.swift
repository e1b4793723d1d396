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
  private let outcome = SharedOutcome<ChallengeAnswer>(goesOnAlone: true)

  func give(_ answer: ChallengeAnswer) { outcome.finish(.success(answer)) }

  /// Waits for the answer.
  ///
  /// Several tasks may wait for one answer: when one of them is cancelled it gets
  /// ``ChallengeAnswer/cancel`` at once, and the others go on waiting.
  func value() async -> ChallengeAnswer {
    guard let number = outcome.join(),
      case .outcome(.success(let answer)) = await outcome.wait(number, until: nil)
    else { return .cancel }
    return answer
  }
}

extension ChallengeAnswer {
  private var box: AnswerBox? {
    if case .deferred(let answer) = self { answer.box } else { nil }
  }

  /// The answer itself, waited for if it was put off.
  ///
  /// One that is put off again and again, to itself perhaps, is a cancellation.
  consuming func settled() async -> ChallengeAnswer {
    var answer = consume self
    for _ in 0..<16 {
      guard let box = answer.box else { return answer }
      // Only the box is kept while waiting, so that it shows when nobody can answer any more.
      answer = .performDefault
      answer = await box.value()
    }
    return answer.box == nil ? answer : .cancel
  }
}
