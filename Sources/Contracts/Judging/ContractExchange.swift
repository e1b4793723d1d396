public import Documents

/// A body as it was sent or received.
public struct ContractBody: Sendable {
  /// The value of the field `Content-Type`; nil without one.
  public var contentType: String?
  /// The bytes, without transfer and content codings.
  public var bytes: [UInt8]
  /// Whether ``bytes`` is the whole body.
  public var isComplete: Bool
  /// Gives the value of a JSON body that the caller has decoded already; asked only when needed.
  public var json: (@Sendable () -> JSONValue?)?

  /// Makes a body.
  ///
  /// - Parameters:
  ///   - contentType: The value of the field `Content-Type`; nil without one.
  ///   - bytes: The bytes, without transfer and content codings.
  ///   - isComplete: Whether these are all bytes of the body.
  ///   - json: Gives the decoded value of a JSON body.
  public init(
    contentType: String?,
    bytes: [UInt8],
    isComplete: Bool = true,
    json: (@Sendable () -> JSONValue?)? = nil
  ) {
    self.contentType = contentType
    self.bytes = bytes
    self.isComplete = isComplete
    self.json = json
  }
}

/// A request and the response to it.
public struct ContractExchange: Sendable {
  /// A header field.
  public typealias Field = (name: String, value: String)

  /// The method, as `GET`.
  public var method: String
  /// The path, percent-encoded as sent.
  public var path: String
  /// What ``path`` is relative to, with the meaning of ``ContractDocument/match(method:path:below:)``;
  /// empty when the caller has removed the base.
  public var base: [String]?
  /// The query as sent, without `?`; nil without one.
  public var query: String?
  /// The fields of the request.
  public var requestHeaders: [Field]
  /// The body of the request; nil without one.
  public var requestBody: ContractBody?
  /// The status of the response.
  public var status: Int
  /// The fields of the response.
  public var responseHeaders: [Field]
  /// The body of the response; nil without one.
  public var responseBody: ContractBody?
  /// Whether ``responseBody`` says if there was a body; false when none was kept and nothing tells.
  public var knowsResponseBody: Bool

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - method: The method, as `GET`.
  ///   - path: The path, percent-encoded as sent.
  ///   - base: What the path is relative to; empty when the caller has removed the base.
  ///   - query: The query as sent, without `?`.
  ///   - requestHeaders: The fields of the request.
  ///   - requestBody: The body of the request; nil without one.
  ///   - status: The status of the response.
  ///   - responseHeaders: The fields of the response.
  ///   - responseBody: The body of the response; nil without one.
  ///   - knowsResponseBody: Whether it is known if the response had a body.
  public init(
    method: String,
    path: String,
    base: [String]? = [],
    query: String? = nil,
    requestHeaders: [Field] = [],
    requestBody: ContractBody? = nil,
    status: Int,
    responseHeaders: [Field] = [],
    responseBody: ContractBody? = nil,
    knowsResponseBody: Bool = true
  ) {
    self.method = method
    self.path = path
    self.base = base
    self.query = query
    self.requestHeaders = requestHeaders
    self.requestBody = requestBody
    self.status = status
    self.responseHeaders = responseHeaders
    self.responseBody = responseBody
    self.knowsResponseBody = knowsResponseBody
  }
}
