import Encodings

/// The head of an HTTP answer.
public struct SessionResponse: Sendable, Hashable {
  /// The URL that this answer came from: that of the last hop.
  public var url: URI {
    get { shared.head.url }
    set { change { $0.url = newValue } }
  }
  /// The status code.
  public var status: Int {
    get { shared.head.status }
    set { change { $0.status = newValue } }
  }
  /// The reason phrase as the server sent it, empty over HTTP/2.
  public var reason: String {
    get { shared.head.reason }
    set { change { $0.reason = newValue } }
  }
  /// The version of HTTP: `1.0`, `1.1`, `2` or `3`.
  public var version: String {
    get { shared.head.version }
    set { change { $0.version = newValue } }
  }
  /// The header fields in the order they came.
  public var headers: HTTPHeaders {
    get { shared.head.headers }
    set { change { $0.headers = newValue } }
  }
  /// The address of the server, if it is known.
  public var remoteAddress: String? {
    get { shared.head.remoteAddress }
    set { change { $0.remoteAddress = newValue } }
  }

  // Held once by all copies: an answer is passed on many times and hardly ever changed.
  private var shared: Shared

  /// Creates a head.
  public init(
    url: URI,
    status: Int,
    reason: String = "",
    version: String = "1.1",
    headers: HTTPHeaders = [:],
    remoteAddress: String? = nil
  ) {
    shared = Shared(
      Head(
        url: url,
        status: status,
        reason: reason,
        version: version,
        headers: headers,
        remoteAddress: remoteAddress
      )
    )
  }

  private mutating func change(_ change: (inout Head) -> Void) {
    var head = shared.head
    change(&head)
    shared = Shared(head)
  }

  private struct Head: Sendable, Hashable {
    var url: URI
    var status: Int
    var reason: String
    var version: String
    var headers: HTTPHeaders
    var remoteAddress: String?
  }

  private final class Shared: Sendable {
    let head: Head

    init(_ head: Head) { self.head = head }
  }
}

extension SessionResponse {
  /// Whether both say the same.
  public static func == (left: SessionResponse, right: SessionResponse) -> Bool {
    left.shared === right.shared || left.shared.head == right.shared.head
  }

  /// Hashes what the head says.
  public func hash(into hasher: inout Hasher) { hasher.combine(shared.head) }
}

extension SessionResponse {
  /// The media type of the body in lower case and without parameters; `nil` without the header.
  public var mimeType: String? {
    guard let header = headers["Content-Type"] else { return nil }
    let head = header.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
    let type = Substring(head).trimmingBlanks
    return type.isEmpty ? nil : type.lowercased()
  }

  /// The charset that the content type names, in lower case; what stands in quotes is no parameter (RFC 9110, section 5.6.6).
  public var textEncodingName: String? {
    // Most have no parameters.
    guard let header = headers["Content-Type"], header.utf8.contains(UInt8(ascii: ";")) else {
      return nil
    }
    var isQuoted = false
    var isEscaped = false
    let written = header.utf8.split { byte in
      let endsEscape = isEscaped
      isEscaped = isQuoted && !endsEscape && byte == UInt8(ascii: "\\")
      if byte == UInt8(ascii: "\""), !endsEscape { isQuoted.toggle() }
      return byte == UInt8(ascii: ";") && !isQuoted
    }
    for parameter in written.dropFirst() {
      let parts = Substring(parameter).split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingBlanks.lowercased() == "charset" else { continue }
      let name = parts[1].trimmingBlanks.filter { $0 != "\"" }
      return name.isEmpty ? nil : name.lowercased()
    }
    return nil
  }

  /// The number of bytes that the header announces, or -1 if it does not.
  public var expectedContentLength: Int64 {
    max(-1, headers["Content-Length"].flatMap { Int64($0) } ?? -1)
  }

  /// The name for people of the status, whatever phrase the server sent.
  public var statusPhrase: String { HTTPStatus.phrase(status) }
}
