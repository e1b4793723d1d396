import CurlTransport

/// Tells answers that may lead to another exchange from those that are delivered for certain.
///
/// What is decided in the end needs the whole answer and may ask the session's owner. Until then
/// nobody is notified of the page of a redirect, of a challenge, or of a failure that is tried again.
struct LeadingAnswers: Sendable {
  private let redirects: RedirectPolicy
  private let answersChallenges: Bool
  private let retriedStatuses: Set<Int>
  private let asksRetriers: Bool

  /// - Parameters:
  ///   - request: what is answered.
  ///   - configuration: that of the session.
  ///   - hooks: those of the task.
  init(to request: SessionRequest, _ configuration: SessionConfiguration, _ hooks: SessionEvents) {
    redirects = request.redirects ?? configuration.redirects
    answersChallenges =
      hooks.didReceiveChallenge != nil || request.authentication?.scheme != nil
      || configuration.credentials != nil && request.usesCredentialStorage
    retriedStatuses = configuration.retries?.statuses ?? []
    asksRetriers = !configuration.retriers.isEmpty || request.retrier != nil
  }

  /// Whether another exchange may follow an answer with this head.
  func contains(_ head: TransferHead) -> Bool {
    if head.status < 300 { return false }
    if redirects.limit != nil, redirects.isRedirect(head.status),
      head.headers.contains(name: "Location")
    {
      return true
    }
    if answersChallenges, head.status == 401 { return true }
    return asksRetriers || retriedStatuses.contains(head.status)
  }
}
