extension SessionError {
  /// An error about a request.
  init(_ code: Code, _ message: String, of request: SessionRequest, in domain: Domain = .url) {
    self.init(domain: domain, code: code, message: message, failingURL: request.url.displayText)
  }

  /// An error about an answer.
  init(
    _ code: Code,
    _ message: String,
    of response: SessionResponse,
    _ data: [UInt8]? = nil,
    in domain: Domain = .url
  ) {
    self.init(
      domain: domain,
      code: code,
      message: message,
      failingURL: response.url.text,
      response: response,
      data: data
    )
  }

  /// An empty body where JSON is expected.
  static func emptyDocument(_ response: SessionResponse, _ data: [UInt8]) -> SessionError {
    SessionError(
      .zeroByteResource,
      "expected a JSON document, got an empty body",
      of: response,
      data,
      in: .responseSerialization
    )
  }
}
