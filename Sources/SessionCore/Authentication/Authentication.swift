import Encodings

/// How a request says who it comes from.
///
/// ```swift
/// request.authentication = .digest(user: "ada", password: "secret")
/// ```
public struct Authentication: Sendable {
  /// The scheme behind it.
  public var scheme: any AuthenticationScheme

  /// Uses a scheme, also one of one's own.
  public init(_ scheme: any AuthenticationScheme) { self.scheme = scheme }

  /// The value of a basic authorization (RFC 7617, UTF-8).
  public static func basicHeader(user: String, password: String) -> String {
    "Basic " + Base64.encode(Array("\(user):\(password)".utf8))
  }
}

/// One way to say who a request comes from.
///
/// A scheme is a file of its own: this protocol and a static function on ``Authentication``.
public protocol AuthenticationScheme: Sendable {
  /// Puts in what is known before any challenge.
  ///
  /// The header fields that it sets do not follow a redirect to another origin.
  ///
  /// - Parameters:
  ///   - request: already has the transport options that it is sent with.
  ///   - context: clock and session.
  /// - Throws: `SessionError`, which ends the request.
  func prepare(
    _ request: inout SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError)

  /// Answers a 401.
  ///
  /// - Parameters:
  ///   - challenge: what the server wants, and how often it refused before.
  ///   - request: what it answers.
  ///   - context: clock and session.
  /// - Returns: the value of `Authorization` of the next try, `nil` to deliver the 401.
  /// - Throws: `SessionError`, which ends the request.
  func answer(
    _ challenge: ChallengeContext,
    to request: SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) -> String?
}

extension AuthenticationScheme {
  /// Does nothing.
  public func prepare(
    _ request: inout SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) {}

  /// Delivers the 401.
  public func answer(
    _ challenge: ChallengeContext,
    to request: SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) -> String? { nil }
}

/// What a scheme needs of its session.
public struct AuthenticationContext: Sendable {
  /// Seconds since 1970.
  public var now: @Sendable () -> Double
  /// The header fields that the session adds to requests, for a request of the scheme's own that is
  /// meant to have them.
  public var sessionHeaders: HTTPHeaders = [:]
  /// Sends a request of the scheme's own, without authentication and without ``sessionHeaders``, which
  /// may be secrets of another server; unless it has transport options, with those of the request that
  /// it is for.
  public var send: @Sendable (SessionRequest) async throws(SessionError) -> SessionData
}
