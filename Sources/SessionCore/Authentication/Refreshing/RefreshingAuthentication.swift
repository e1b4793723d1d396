import Locks

/// What requests are authorized with until it ends or is refused.
public protocol AuthenticationCredential: Sendable {
  /// The value of `Authorization`.
  var authorization: String { get }

  /// Whether it is to be refreshed before it is used.
  ///
  /// - Parameter seconds: now, since 1970.
  /// - Returns: whether it has ended, or is about to.
  func isDue(at seconds: Double) -> Bool
}

/// Authorizes requests with a credential that is refreshed once for all of them.
///
/// ```swift
/// struct Session: AuthenticationCredential {
///   var token: String, refreshToken: String, end: Double
///   var authorization: String { "Bearer \(token)" }
///   func isDue(at seconds: Double) -> Bool { seconds > end - 60 }
/// }
/// let scheme = RefreshingAuthentication(Session(…)) { (old, context) throws(SessionError) in
///   try Session(context.send(refreshRequest(old)))
/// }
/// configuration.authentication = Authentication(scheme)
/// ```
///
/// A credential is refreshed before it is used when it is due, and after a 401 unless another request
/// has had it refreshed meanwhile; a request that is refused with the new one as well is delivered so.
/// However many requests need it at once, it is refreshed once, and they wait for that. A refresh goes
/// on when the request that began it is cancelled.
///
/// The model is Alamofire's `AuthenticationInterceptor`, of which the credential and its two questions,
/// the single flight and the bound on refreshes are taken; its authenticator is a closure here. For
/// client credentials there is ``Authentication/oauth2(_:cache:)``.
public final class RefreshingAuthentication<Credential: AuthenticationCredential>:
  AuthenticationScheme
{
  /// Makes a new credential of an old one.
  public typealias Refresh =
    @Sendable (Credential, AuthenticationContext) async throws(SessionError) -> Credential

  private typealias Outcome = Result<Credential, SessionError>

  private struct State: Sendable {
    var credential: Credential
    var refreshing: SharedOutcome<Credential>?
    var starts: [Double] = []
  }

  private let window: RefreshWindow?
  private let refresh: Refresh
  private let state: Locked<State>

  /// Creates a scheme.
  ///
  /// - Parameters:
  ///   - credential: what requests are authorized with at first.
  ///   - window: how often it may be refreshed, `nil` for any number of times.
  ///   - refresh: makes a new credential; requests of its own are sent without this scheme.
  public init(
    _ credential: Credential,
    window: RefreshWindow? = RefreshWindow(),
    refresh: @escaping Refresh
  ) {
    self.window = window
    self.refresh = refresh
    state = Locked(State(credential: credential))
  }

  /// What requests are authorized with now.
  public var credential: Credential { state.withLock { $0.credential } }

  /// Puts the authorization in, refreshed before if that is due; one that is there already stays.
  public func prepare(
    _ request: inout SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) {
    if request.headers.contains("Authorization") { return }
    let current = credential
    let isDue = current.isDue(at: context.now())
    let used = isDue ? try await refreshed(from: current, for: request, context) : current
    request.headers["Authorization"] = used.authorization
  }

  /// Gives the authorization of a credential that is newer than the refused one, once.
  public func answer(
    _ challenge: ChallengeContext,
    to request: SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) -> String? {
    let current = credential
    guard challenge.previousFailureCount == 0 else { return nil }
    guard request.headers["Authorization"] == current.authorization else {
      return current.authorization
    }
    return try await refreshed(from: current, for: request, context).authorization
  }

  /// The credential after the one given, by whomever it was refreshed.
  private func refreshed(
    from old: Credential,
    for request: SessionRequest,
    _ context: AuthenticationContext
  ) async throws(SessionError) -> Credential {
    let now = context.now()
    let turn = state.withLock { state -> Turn in
      if let refreshing = state.refreshing, let number = refreshing.join() {
        return .wait(refreshing, number)
      }
      if state.credential.authorization != old.authorization { return .has(state.credential) }
      if let window, window.isFull(of: &state.starts, at: now) { return .refused(window) }
      state.starts.append(now)
      // A refresh that was asked for may use up what the next one needs, so none is broken off.
      let refreshing = SharedOutcome<Credential>(goesOnAlone: true)
      guard let number = refreshing.join() else {
        preconditionFailure("an outcome that nobody has waited for can be joined")
      }
      state.refreshing = refreshing
      refreshing.begin { await self.run(old, context) }
      return .wait(refreshing, number)
    }
    switch turn {
    case .has(let credential): return credential
    case .refused(let window): throw .refreshedTooOften(window)
    case .wait(let refreshing, let number):
      switch await refreshing.wait(number, until: nil) {
      case .outcome(let outcome): return try outcome.get()
      case .cancelled, .timedOut: throw .cancelled(request)
      }
    }
  }

  private enum Turn: Sendable {
    case has(Credential)
    case wait(SharedOutcome<Credential>, Int)
    case refused(RefreshWindow)
  }

  private func run(_ old: Credential, _ context: AuthenticationContext) async -> Outcome {
    let outcome = await Outcome { () async throws(SessionError) in try await refresh(old, context) }
    state.withLock { state in
      if case .success(let credential) = outcome { state.credential = credential }
      state.refreshing = nil
    }
    return outcome
  }
}
