import Documents
import Locks

/// Tokens of OAuth 2 client credentials (RFC 6749 section 4.4), shared by all who ask for the same.
///
/// However many requests need one at once, a token is fetched once; it is renewed shortly before
/// its end, and once after a 401.
///
/// ```swift
/// let tokens = OAuth2TokenCache()
/// request.authentication = .oauth2(credentials, cache: tokens)
/// ```
public final class OAuth2TokenCache: Sendable {
  private struct State: Sendable {
    var tokens: [OAuth2ClientCredentials: Token] = [:]
    var waiters:
      [OAuth2ClientCredentials: [CheckedContinuation<Result<Token, SessionError>, Never>]] =
        [:]
  }

  struct Token: Sendable, Hashable {
    var text: String
    var expires: Double?
  }

  private enum Turn: Sendable {
    case has(Token)
    case fetch
    case wait
  }

  private let state = Locked(State())

  /// Creates an empty cache.
  public init() {}

  /// A token that is still good for ten seconds.
  ///
  /// - Parameters:
  ///   - credentials: who asks.
  ///   - refused: a token that a server has refused; it is not given out again.
  ///   - context: clock and session.
  /// - Returns: the token.
  /// - Throws: ``SessionError`` when none can be fetched.
  func token(
    for credentials: OAuth2ClientCredentials,
    refused: String?,
    context: AuthenticationContext
  ) async throws(SessionError) -> Token {
    let now = context.now()
    let turn = state.withLock { state -> Turn in
      if let token = state.tokens[credentials], token.text != refused,
        token.expires.map({ $0 > now + 10 }) ?? true
      {
        return .has(token)
      }
      if state.waiters[credentials] != nil { return .wait }
      state.waiters[credentials] = []
      return .fetch
    }
    switch turn {
    case .has(let token): return token
    case .wait: return try await waitForFetch(credentials, context: context, refused: refused)
    case .fetch:
      let result = await credentials.fetch(context)
      finish(credentials, result)
      return try result.get()
    }
  }

  private func waitForFetch(
    _ credentials: OAuth2ClientCredentials,
    context: AuthenticationContext,
    refused: String?
  ) async throws(SessionError) -> Token {
    let result = await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> Result<Token, SessionError>? in
        if state.waiters[credentials] != nil {
          state.waiters[credentials]?.append(continuation)
          return nil
        }
        return state.tokens[credentials].map { .success($0) } ?? .failure(.noToken)
      }
      if let ready { continuation.resume(returning: ready) }
    }
    // The one who fetched was cancelled; that is not this caller's end.
    if case .failure(let error) = result, error.code == .cancelled, !Task.isCancelled {
      return try await token(for: credentials, refused: refused, context: context)
    }
    return try result.get()
  }

  private func finish(
    _ credentials: OAuth2ClientCredentials,
    _ result: Result<Token, SessionError>
  ) {
    let waiters = state.withLock { state in
      if case .success(let token) = result { state.tokens[credentials] = token }
      return state.waiters.removeValue(forKey: credentials) ?? []
    }
    for waiter in waiters { waiter.resume(returning: result) }
  }
}

extension SessionError {
  fileprivate static var noToken: SessionError {
    SessionError(code: .userAuthenticationRequired, message: "no token could be fetched")
  }
}

/// Who asks for a token, where and for what.
public struct OAuth2ClientCredentials: Sendable, Hashable {
  /// Where tokens are given out.
  public var tokenURL: URI
  /// The client's name.
  public var clientID: String
  /// The client's password.
  public var clientSecret: String
  /// What the token is for, `nil` for the server's default.
  public var scope: String?

  /// Creates credentials.
  public init(tokenURL: URI, clientID: String, clientSecret: String, scope: String? = nil) {
    self.tokenURL = tokenURL
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.scope = scope
  }

  /// Asks the server for a token; name and password go in the header (RFC 6749 section 2.3.1).
  func fetch(
    _ context: AuthenticationContext
  ) async -> Result<OAuth2TokenCache.Token, SessionError> {
    do throws(SessionError) {
      var form: [ParameterValue.Member] = [.init("grant_type", "client_credentials")]
      if let scope { form.append(.init("scope", .string(scope))) }
      let serializer = HTTPRequestSerializer(
        settings: .init(headers: ["Accept": "application/json"])
      )
      var request = try serializer.request("POST", tokenURL, parameters: .pairs(form))
      request.headers["Authorization"] = Authentication.basicHeader(
        user: QueryEncoder.escape(clientID),
        password: QueryEncoder.escape(clientSecret)
      )
      let answer = try await context.send(request)
      let result = JSONResponseSerializer().serialize(answer.response, data: answer.data)
      if let error = result.error {
        throw SessionError(
          code: .userAuthenticationRequired,
          message: "no token from \(tokenURL.withoutUserInfo.text)",
          failingURL: tokenURL.withoutUserInfo.text,
          underlyingErrors: [error],
          response: answer.response,
          data: answer.data
        )
      }
      guard let text = result.object?["access_token"]?.string, HTTPHeaders.isValue(text) else {
        throw SessionError(
          code: .userAuthenticationRequired,
          message: "the answer of \(tokenURL.withoutUserInfo.text) has no access_token",
          failingURL: tokenURL.withoutUserInfo.text,
          response: answer.response,
          data: answer.data
        )
      }
      let life = result.object?["expires_in"]?.number?.double
      return .success(.init(text: text, expires: life.map { context.now() + $0 }))
    } catch {
      return .failure(error)
    }
  }
}

/// A token of OAuth 2, fetched when it is needed.
struct OAuth2Authentication: AuthenticationScheme {
  let credentials: OAuth2ClientCredentials
  let cache: OAuth2TokenCache

  func prepare(
    _ request: inout SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) {
    let token = try await cache.token(for: credentials, refused: nil, context: context)
    request.headers["Authorization"] = "Bearer \(token.text)"
  }

  func answer(
    _ challenge: ChallengeContext,
    to request: SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) -> String? {
    guard challenge.previousFailureCount == 0, let header = request.headers["Authorization"] else {
      return nil
    }
    let token = try await cache.token(
      for: credentials,
      refused: String(header.dropFirst("Bearer ".count)),
      context: context
    )
    return "Bearer \(token.text)"
  }
}

extension Authentication {
  /// Fetches a token with client credentials (RFC 6749 section 4.4).
  ///
  /// - Parameters:
  ///   - credentials: who asks, where and for what.
  ///   - cache: keeps tokens for all requests with the same credentials.
  /// - Returns: the way to say it.
  public static func oauth2(
    _ credentials: OAuth2ClientCredentials,
    cache: OAuth2TokenCache
  ) -> Self {
    Self(OAuth2Authentication(credentials: credentials, cache: cache))
  }
}
