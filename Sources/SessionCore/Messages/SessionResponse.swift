/// The head of an HTTP answer.
public struct SessionResponse: Sendable, Hashable {
  /// The URL that this answer came from: that of the last hop.
  public var url: URI
  /// The status code.
  public var status: Int
  /// The reason phrase as the server sent it, empty over HTTP/2.
  public var reason: String
  /// The version of HTTP: `1.0`, `1.1`, `2` or `3`.
  public var version: String
  /// The header fields in the order they came.
  public var headers: HTTPHeaders
  /// The address of the server, if it is known.
  public var remoteAddress: String?

  /// Creates a head.
  public init(
    url: URI,
    status: Int,
    reason: String = "",
    version: String = "1.1",
    headers: HTTPHeaders = [:],
    remoteAddress: String? = nil
  ) {
    self.url = url
    self.status = status
    self.reason = reason
    self.version = version
    self.headers = headers
    self.remoteAddress = remoteAddress
  }
}

extension SessionResponse {
  /// The media type of the body in lower case and without parameters; `nil` without the header.
  public var mimeType: String? {
    guard let header = headers["Content-Type"] else { return nil }
    let type = header.prefix { $0 != ";" && $0 != "," }.trimmingBlanks
    return type.isEmpty ? nil : type.lowercased()
  }

  /// The charset that the content type names, in lower case.
  public var textEncodingName: String? {
    guard let header = headers["Content-Type"] else { return nil }
    for parameter in header.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingBlanks.lowercased() == "charset" else { continue }
      let name = parts[1].trimmingBlanks.filter { $0 != "\"" }
      return name.isEmpty ? nil : name.lowercased()
    }
    return nil
  }

  /// The number of bytes that the header announces, or -1 if it does not.
  public var expectedContentLength: Int64 {
    guard let header = headers["Content-Length"], let length = Int64(header), length >= 0 else {
      return -1
    }
    return length
  }

  /// The name for people of the status, whatever phrase the server sent.
  public var statusPhrase: String { HTTPStatus.phrase(status) }
}
