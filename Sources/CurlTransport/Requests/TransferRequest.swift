public import HTTPMessages

/// One HTTP exchange to be made: what is sent, where, and under which limits.
///
/// Redirects are never followed here: a 3xx is a response as any other, with its target in
/// ``TransferResponse/redirectURL``.
///
/// ```swift
/// var request = TransferRequest(method: "POST", url: "http://127.0.0.1:8080/orders")
/// request.headers.append(name: "Content-Type", value: "application/json")
/// request.body = .bytes(Array(#"{"quantity": 2}"#.utf8))
/// let response = try await TransferLoop.shared.transfer(request)
/// ```
public struct TransferRequest: Sendable {
  /// The method as it is spelled on the wire, any token.
  public var method: String
  /// An absolute `http` or `https` URL, already percent-encoded.
  public var url: String
  /// The header fields in the order they are sent.
  ///
  /// `Content-Length` is left out of them where the body's length is known, because libcurl writes
  /// its own.
  public var headers: TransferHeaders
  /// What is sent after the head.
  public var body: TransferBody
  /// Limits, protocol versions, proxies, TLS.
  public var options: TransferOptions
  /// The names of fields that libcurl is not to add, in lower case.
  ///
  /// `Host`, `Content-Length` and `Transfer-Encoding` are added all the same.
  public var omittedHeaders: Set<String> = []
  /// Takes down the head as it goes out; `nil` for none.
  public var sentHead: SentHead?
  /// Takes the response's body in place of ``TransferResponse/body``; `nil` for none.
  public var bodyReader: (any BodyReader)?

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - method: any token, `GET` unless given.
  ///   - url: an absolute `http` or `https` URL.
  ///   - headers: the fields in the order they are sent.
  ///   - body: what is sent after the head.
  ///   - options: limits, protocol versions, proxies, TLS.
  public init(
    method: String = "GET",
    url: String,
    headers: TransferHeaders = [:],
    body: TransferBody = .none,
    options: TransferOptions = TransferOptions()
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.options = options
  }
}
