/// A challenge that a task met.
public struct ChallengeContext: Sendable {
  /// What the server offers, in its order.
  public var challenges: [AuthenticationChallenge]
  /// The answer that carried the challenge (401 or 407).
  public var response: SessionResponse
  /// How often credentials were refused before.
  public var previousFailureCount: Int
  /// The how-manieth time this very challenge is answered, from 1: more than 1 when a request is
  /// retried after it was let in.
  public var answerCount: UInt32 = 1
}

/// What to do about a challenge.
public enum ChallengeAnswer: Sendable {
  /// The answer is delivered as it is, unless the request has credentials of its own.
  case performDefault
  /// The task ends as cancelled (-999).
  case cancel
  /// The answer is delivered as it is.
  case reject
  /// The request is sent again with these.
  case credential(user: String, password: String)
  /// The task ends with this.
  case error(SessionError)
  /// The answer comes later, from elsewhere; the task waits for it.
  case deferred(DeferredChallengeAnswer)
}
