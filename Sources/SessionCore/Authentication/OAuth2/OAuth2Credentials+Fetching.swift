import CurlTransport
import Documents

extension OAuth2Credentials {
  /// Asks the server for a token.
  ///
  /// - Parameters:
  ///   - transport: limits, proxy and TLS.
  ///   - context: clock and session.
  ///   - secretReceived: is given the access token and the refresh token.
  /// - Returns: the token.
  /// - Throws: why there is none.
  func fetch(
    by transport: TransferOptions,
    context: AuthenticationContext,
    secretReceived: @Sendable (String) -> Void
  ) async throws(SessionError) -> OAuth2Token {
    let form = form.map { ParameterValue.Member($0.name, .string($0.value)) }
    let serializer = HTTPRequestSerializer(settings: .init(headers: ["Accept": "application/json"]))
    var request = try serializer.request("POST", tokenURL, parameters: .pairs(form))
    if clientAuthentication == .basic, let clientSecret {
      request.headers["Authorization"] = Authentication.basicHeader(
        user: QueryEncoder.escape(clientID),
        password: QueryEncoder.escape(clientSecret)
      )
    }
    if sendsSessionHeaders {
      for field in context.sessionHeaders { request.headers.setIfAbsent(field.name, field.value) }
    }
    request.transport = transport
    let answer = try await send(request, transport, context)
    let members = try members(of: answer)
    for name in ["access_token", "refresh_token", "id_token"] {
      if let secret = members?[name]?.string { secretReceived(secret) }
    }
    let text = try accessToken(in: members, of: answer)
    let life = members?["expires_in"]?.number?.double
    return .init(
      text: text,
      expires: life.map { context.now() + $0 },
      refreshToken: members?["refresh_token"]?.string
    )
  }

  /// What the body says; without a header, the client too (RFC 6749 sections 2.3.1 and 3.2.1).
  private var form: [Parameter] {
    var form: [Parameter]
    switch grant {
    case .clientCredentials:
      form = [Parameter("grant_type", "client_credentials")]
    case .password(let user, let password):
      form = [Parameter("grant_type", "password"), Parameter("username", user)]
      form.append(Parameter("password", password))
    case .refreshToken(let token):
      form = [Parameter("grant_type", "refresh_token"), Parameter("refresh_token", token)]
    }
    if clientAuthentication == .post || clientSecret == nil {
      form.append(Parameter("client_id", clientID))
      if let clientSecret { form.append(Parameter("client_secret", clientSecret)) }
    }
    if let scope { form.append(Parameter("scope", scope)) }
    if let audience { form.append(Parameter("audience", audience)) }
    return form + parameters
  }

  private func send(
    _ request: SessionRequest,
    _ transport: TransferOptions,
    _ context: AuthenticationContext
  ) async throws(SessionError) -> SessionData {
    do throws(SessionError) {
      return try await context.send(request)
    } catch {
      if error.code == .cancelled { throw error }
      if error.code == .dataLengthExceedsMaximum, transport.bodyLimit == Self.answerLimit {
        throw failure("its answer is longer than 1 MiB", beneath: error)
      }
      throw failure(error.message, code: error.code, beneath: error)
    }
  }

  /// The JSON of an answer that may have a token in it.
  private func members(of answer: SessionData) throws(SessionError) -> JSONValue? {
    let result = JSONResponseSerializer().serialize(answer.response, data: answer.data)
    guard let error = result.error else { return result.object }
    let reason =
      if !StatusCodes.success.contains(answer.response.status) {
        refusal(answer)
      } else if error.code == .cannotDecodeContentData, error.domain == .responseSerialization {
        "expected JSON, got \(answer.response.mimeType ?? "an answer without Content-Type")"
      } else {
        // What the parser says has a place and no piece of the text, which may be a token's.
        error.message
      }
    throw failure(reason, beneath: error, answer)
  }

  /// Status, code and description of a refusal (RFC 6749 section 5.2), as far as they are there.
  private func refusal(_ answer: SessionData) -> String {
    let status = answer.response.status
    var text = "\(status) \(HTTPStatus.phrase(status))"
    guard let body = try? JSONParser().parse(answer.data) else { return text }
    // What is too long is left out rather than cut: a secret in it would be torn, and then is no
    // longer known for one.
    let parts = ["error", "error_description"].compactMap { body[$0]?.string }
      .filter { !$0.isEmpty && $0.utf8.count <= 500 }
    if !parts.isEmpty { text += ", " + parts.joined(separator: ": ") }
    return text
  }

  private func accessToken(
    in members: JSONValue?,
    of answer: SessionData
  ) throws(SessionError) -> String {
    // RFC 6749 section 7.1: a token of a type that is not understood must not be used.
    if let type = members?["token_type"], type.string?.lowercased() != "bearer" {
      throw failure("its answer has a token_type other than bearer", answer)
    }
    let reason: String
    switch members?["access_token"] {
    case .string(let text) where !text.isEmpty && HTTPHeaders.isValue(text): return text
    case .string(let text): reason = text.isEmpty ? "is empty" : "has a line break or a NUL"
    case .some: reason = "is not a text"
    case nil: throw failure("its answer has no access_token", answer)
    }
    throw failure("the access_token of its answer \(reason)", answer)
  }

  private func failure(
    _ reason: String,
    code: SessionError.Code = .userAuthenticationRequired,
    beneath error: SessionError? = nil,
    _ answer: SessionData? = nil
  ) -> SessionError {
    let url = tokenURL.displayText
    return SessionError(
      code: code,
      message: "no token from \(url): \(reason)",
      failingURL: url,
      underlyingErrors: [error].compactMap(\.self) + [TokenRequestFailure()],
      response: answer?.response,
      data: answer?.data
    )
  }

  /// The error of a request whose time was up before another one had its token.
  func waitedTooLong(_ limit: Duration?) -> SessionError {
    failure(
      "the time limit\(limit.map { " of \($0)" } ?? "") passed while another request waited for it",
      code: .timedOut
    )
  }
}

/// Marks the errors of a token's request.
private struct TokenRequestFailure: Error {}

extension SessionError {
  /// Whether it is not the request itself that failed, but the one for its token.
  public var isOfTokenRequest: Bool { underlyingErrors.contains { $0 is TokenRequestFailure } }
}
