import CurlTransport
import Locks

/// Tokens of OAuth 2 (RFC 6749), shared by all who ask for the same.
///
/// However many requests need one at once, a token is fetched once; it is renewed shortly before
/// its end, and once after a 401. It is fetched with the transport options of the request that needs
/// it first. One that waits for another's token waits no longer than its own limit of time, and can be
/// cancelled by itself; the token is fetched as long as anybody waits for it.
///
/// ```swift
/// let tokens = OAuth2TokenCache()
/// request.authentication = .oauth2(credentials, cache: tokens)
/// ```
public final class OAuth2TokenCache: Sendable {
  private struct State: Sendable {
    var tokens: [OAuth2Credentials: OAuth2Token] = [:]
    var fetches: [OAuth2Credentials: Fetch] = [:]
    /// What servers have given in place of the refresh token of a grant.
    var refreshTokens: [OAuth2Credentials: String] = [:]
  }

  /// A token on its way.
  private struct Fetch: Sendable {
    let outcome: SharedOutcome<OAuth2Token>
    /// How it is fetched.
    let transport: TransferOptions
  }

  private enum Turn: Sendable {
    case has(OAuth2Token)
    case begin(Fetch, Int)
    case wait(Fetch, Int)
  }

  private let state = Locked(State())
  private let secretReceived: @Sendable (String) -> Void

  /// Creates an empty cache.
  ///
  /// - Parameter secretReceived: is given each access token and each refresh token that comes, before
  ///   anybody else sees it; so they can be kept out of logs.
  public init(secretReceived: @escaping @Sendable (String) -> Void = { _ in }) {
    self.secretReceived = secretReceived
  }

  /// A token that is still good for ten seconds.
  ///
  /// - Parameters:
  ///   - credentials: who asks.
  ///   - refused: a token that a server has refused; it is not given out again.
  ///   - request: what the token is for; says how it is fetched and how long it may take.
  ///   - context: clock and session.
  /// - Returns: the token.
  /// - Throws: `SessionError` when none can be fetched.
  func token(
    for credentials: OAuth2Credentials,
    refused: String?,
    request: SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) -> OAuth2Token {
    let transport = credentials.transport(for: request)
    let deadline = transport.timeout.map { ContinuousClock.now + $0 }
    while true {
      let ending: SharedOutcome<OAuth2Token>.Ending
      let foreign: Fetch?
      switch turn(credentials, refused: refused, transport, now: context.now()) {
      case .has(let token):
        return token
      case .begin(let fetch, let number):
        begin(fetch, credentials, context)
        ending = await fetch.outcome.wait(number, until: nil)
        foreign = nil
      case .wait(let fetch, let number):
        ending = await fetch.outcome.wait(number, until: deadline)
        foreign = fetch
      }
      switch ending {
      case .cancelled: throw .cancelled(request)
      case .timedOut: throw credentials.waitedTooLong(transport.timeout)
      case .outcome(.success(let token)): return token
      case .outcome(.failure(let error)):
        guard let foreign, error.mayConcern(foreign.transport, alone: transport) else {
          throw error
        }
      }
    }
  }

  private func turn(
    _ credentials: OAuth2Credentials,
    refused: String?,
    _ transport: TransferOptions,
    now: Double
  ) -> Turn {
    state.withLock { state in
      if let token = state.tokens[credentials], token.text != refused,
        token.expires.map({ $0 > now + 10 }) ?? true
      {
        return .has(token)
      }
      if let fetch = state.fetches[credentials], let number = fetch.outcome.join() {
        return .wait(fetch, number)
      }
      let fetch = Fetch(outcome: SharedOutcome(), transport: transport)
      guard let number = fetch.outcome.join() else {
        preconditionFailure("an outcome that nobody has waited for can be joined")
      }
      state.fetches[credentials] = fetch
      return .begin(fetch, number)
    }
  }

  private func begin(
    _ fetch: Fetch,
    _ credentials: OAuth2Credentials,
    _ context: AuthenticationContext
  ) {
    fetch.outcome.begin { [self] in
      var current = credentials
      if case .refreshToken = credentials.grant,
        let newer = state.withLock({ $0.refreshTokens[credentials] })
      {
        current.grant = .refreshToken(newer)
      }
      let result = await Result { () async throws(SessionError) in
        try await current.fetch(
          by: fetch.transport,
          context: context,
          secretReceived: secretReceived
        )
      }
      state.withLock { state in
        if case .success(let token) = result {
          state.tokens[credentials] = token
          if let newer = token.refreshToken { state.refreshTokens[credentials] = newer }
        }
        if state.fetches[credentials]?.outcome === fetch.outcome {
          state.fetches[credentials] = nil
        }
      }
      return result
    }
  }
}

/// A token as it was given out.
struct OAuth2Token: Sendable, Hashable {
  var text: String
  /// In seconds since 1970.
  var expires: Double?
  /// What came with it to fetch the next one.
  var refreshToken: String?
}

extension SessionError {
  /// Whether somebody else who fetches the same token may well fare better.
  ///
  /// - Parameters:
  ///   - other: how it was fetched.
  ///   - own: how the caller would fetch it.
  /// - Returns: whether it is worth another try.
  fileprivate func mayConcern(_ other: TransferOptions, alone own: TransferOptions) -> Bool {
    if code == .cancelled { return true }
    // What the server says it says to all.
    return response == nil && !own.reachesServers(like: other)
  }
}

extension TransferOptions {
  /// Whether a server is reached in the same way and within the same limits.
  fileprivate func reachesServers(like other: TransferOptions) -> Bool {
    timeout == other.timeout && connectTimeout == other.connectTimeout
      && idleTimeout == other.idleTimeout && bodyLimit == other.bodyLimit
      && httpVersion == other.httpVersion && ipVersion == other.ipVersion && proxy == other.proxy
      && connectTo == other.connectTo && unixSocketPath == other.unixSocketPath
      && networkInterface == other.networkInterface && tls.isTrusting(like: other.tls)
  }
}

extension TransferOptions.TLS {
  fileprivate func isTrusting(like other: Self) -> Bool {
    // Two closures cannot be compared.
    trust == nil && other.trust == nil && insecure == other.insecure
      && certificateAuthorities == other.certificateAuthorities
      && certificateFile == other.certificateFile && certificateType == other.certificateType
      && keyFile == other.keyFile && keyPassword == other.keyPassword
      && minimumVersion == other.minimumVersion && maximumVersion == other.maximumVersion
  }
}
