/// A request as it came over the wire.
public struct FixtureRequest: Sendable {
  /// The order of arrival in the server, from 0.
  public var number = 0
  /// The connection it came by, from 0; streams of one HTTP/2 connection share it.
  public var connection = 0
  /// The method, in the letters sent.
  public var method: String
  /// The request target, in the letters sent.
  public var target: String
  /// `HTTP/1.1`, `HTTP/1.0` or `HTTP/2`.
  public var version: String
  /// The header lines of HTTP/1.1 as they came, without line ends; rebuilt for HTTP/2.
  public var headerLines: [String] = []
  /// The header lines after the body of a chunked request.
  public var trailerLines: [String] = []
  /// The head as it came, up to the blank line and with it; empty for HTTP/2.
  public var rawHead: [UInt8] = []
  /// The first bytes of the body, up to the server's limit.
  public var body: [UInt8] = []
  /// The length of the whole body in bytes.
  public var bodyLength = 0
  /// The SHA-256 of the whole body, in hexadecimal.
  public var bodySHA256 = ""
  /// False for a request that is answered before its body has come.
  public var isComplete = false
  /// The TLS version, `TLSv1.3` for instance; nil in plain text.
  public var tlsVersion: String?
  /// The client's certificate in DER, under mutual TLS.
  public var clientCertificate: [UInt8]?

  /// The path of the target, still escaped, without query.
  public var path: String { String(pathAndQuery.prefix { $0 != "?" }) }

  /// The query of the target, still escaped, or nil without `?`.
  public var query: String? {
    guard let mark = pathAndQuery.firstIndex(of: "?") else { return nil }
    return String(pathAndQuery[pathAndQuery.index(after: mark)...])
  }

  /// The parts of the path, unescaped, without empty ones.
  public var pathParts: [String] {
    path.split(separator: "/").map { PercentText.decode($0) }
  }

  /// The names and values of the query in order, unescaped.
  public var queryItems: [(name: String, value: String)] {
    (query ?? "").split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        PercentText.decode(parts[0], plusIsSpace: true),
        parts.count > 1 ? PercentText.decode(parts[1], plusIsSpace: true) : ""
      )
    }
  }

  /// The headers in order, values without the white space around them.
  public var headers: [(name: String, value: String)] { headerLines.map(Self.split) }

  /// The body as text, broken UTF-8 replaced.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The first value of a query item.
  ///
  /// - Parameter name: The name, unescaped.
  /// - Returns: The value, or nil when there is no such item.
  public func queryValue(_ name: String) -> String? {
    queryItems.first { $0.name == name }?.value
  }

  /// The values of a header, those of several lines joined by a comma.
  ///
  /// - Parameter name: The name, in any letter case.
  /// - Returns: The value, or nil when there is no such header.
  public func header(_ name: String) -> String? {
    let values = headerValues(name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// The values of a header, one for each line.
  ///
  /// - Parameter name: The name, in any letter case.
  /// - Returns: The values in order.
  public func headerValues(_ name: String) -> [String] {
    let wanted = name.lowercased()
    return headers.filter { $0.name.lowercased() == wanted }.map(\.value)
  }

  private var pathAndQuery: Substring {
    guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else {
      return target[...]
    }
    let rest = target[scheme.upperBound...]
    guard let slash = rest.firstIndex(of: "/") else { return "/" }
    return rest[slash...]
  }

  private static func split(_ line: String) -> (name: String, value: String) {
    let bytes = line.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return (line, "") }
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var value = bytes[bytes.index(after: colon)...].drop(while: isSpace)
    while let last = value.last, isSpace(last) { value.removeLast() }
    return (String(line[..<colon]), String(Substring(value)))
  }
}
