import Encodings
import HTTPMessages

/// Reads the lines of a request's head (RFC 9112, 2 to 6).
enum HTTPRequestHead {
  /// How the length of the body is given.
  enum BodyLength: Hashable {
    case known(Int)
    case chunked
  }

  /// Reads a request line and its header lines.
  ///
  /// - Parameter lines: without their line ends, the request line first.
  /// - Returns: the request, its body still empty.
  /// - Throws: what makes the lines no request.
  static func parse(_ lines: [ArraySlice<UInt8>]) throws(Problem) -> HTTPRequest {
    var request = try requestLine(lines.first ?? [])
    for line in lines.dropFirst() {
      let field = try headerField(line)
      request.headers.append(field.name, field.value)
    }
    let hosts = request.headers.values("Host")
    guard hosts.count < 2 else { throw Problem(400, "more than one Host header") }
    guard hosts.count == 1 || request.version == .http10 else {
      throw Problem(400, "HTTP/1.1 needs a Host header")
    }
    return request
  }

  /// The length of the body that follows (RFC 9112, 6.3).
  ///
  /// - Parameters:
  ///   - request: the request with its headers.
  ///   - limit: the most bytes of a body that are taken.
  /// - Returns: the length, 0 when no body is announced.
  /// - Throws: what makes the length unknowable or too much.
  static func bodyLength(of request: HTTPRequest, limit: Int) throws(Problem) -> BodyLength {
    let codings = request.headers.tokens("Transfer-Encoding")
    let lengths = request.headers.tokens("Content-Length")
    if !codings.isEmpty {
      guard lengths.isEmpty else {
        throw Problem(400, "Transfer-Encoding and Content-Length exclude each other")
      }
      guard request.version != .http10 else {
        throw Problem(400, "HTTP/1.0 has no Transfer-Encoding")
      }
      guard codings.last == "chunked" else {
        throw Problem(400, "the last Transfer-Encoding must be chunked")
      }
      guard codings.count == 1 else {
        throw Problem(501, "the only Transfer-Encoding known is chunked")
      }
      return .chunked
    }
    guard let length = lengths.first else {
      let announcesBody = request.headers["Content-Type"] != nil
      if announcesBody, ["POST", "PUT", "PATCH"].contains(request.method) {
        throw Problem(411, "a Content-Type, but neither Content-Length nor Transfer-Encoding")
      }
      return .known(0)
    }
    guard lengths.allSatisfy({ $0 == length }) else {
      throw Problem(400, "Content-Length headers differ")
    }
    guard length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw Problem(400, "Content-Length is no number")
    }
    guard let count = Int(length), count <= limit else {
      throw Problem(413, "a body may have \(limit) bytes at most")
    }
    return .known(count)
  }

  private static func requestLine(_ line: ArraySlice<UInt8>) throws(Problem) -> HTTPRequest {
    let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else {
      throw Problem(400, "the request line is not METHOD TARGET VERSION")
    }
    guard parts[0].allSatisfy(\.isTokenCharacter) else {
      throw Problem(400, "the method is no token")
    }
    guard parts[1].allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Problem(400, "the target holds a byte that must be percent-encoded")
    }
    let method = String(decoding: parts[0], as: UTF8.self)
    let version = try version(parts[2])
    let target = String(decoding: parts[1], as: UTF8.self)
    let (path, query) = try split(target, method: method)
    return HTTPRequest(
      method: method,
      target: target,
      path: path,
      query: query,
      version: version,
      headers: HTTPHeaders()
    )
  }

  private static func version(
    _ bytes: ArraySlice<UInt8>
  ) throws(Problem) -> HTTPRequest.Version {
    let bytes = Array(bytes)
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    guard bytes.count == 8, bytes.starts(with: Array("HTTP/".utf8)), bytes[6] == 0x2E,
      isDigit(bytes[5]), isDigit(bytes[7])
    else { throw Problem(400, "the version is not like HTTP/1.1") }
    guard bytes[5] == 0x31 else {
      throw Problem(505, "the server speaks HTTP/1.1 only")
    }
    return bytes[7] == 0x30 ? .http10 : .http11
  }

  private static func split(
    _ target: String,
    method: String
  ) throws(Problem) -> (path: String, query: String?) {
    if target == "*" {
      guard method == "OPTIONS" else { throw Problem(400, "the target * is for OPTIONS only") }
      return (target, nil)
    }
    var rest = Substring(target)
    if !rest.hasPrefix("/") {
      guard let scheme = ["http://", "https://"].first(where: { rest.lowercased().hasPrefix($0) })
      else { throw Problem(400, "the target is neither a path nor an http URL") }
      rest = rest.dropFirst(scheme.count).drop { $0 != "/" && $0 != "?" }
      if !rest.hasPrefix("/") { rest = "/" + rest }
    }
    guard !rest.contains("#") else { throw Problem(400, "the target holds a fragment") }
    guard let mark = rest.firstIndex(of: "?") else { return (String(rest), nil) }
    return (String(rest[..<mark]), String(rest[rest.index(after: mark)...]))
  }

  private static func headerField(
    _ line: ArraySlice<UInt8>
  ) throws(Problem) -> (name: String, value: String) {
    guard let colon = line.firstIndex(of: 0x3A) else { throw Problem(400, "a header has no colon") }
    let name = line[..<colon]
    guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter) else {
      throw Problem(400, "a header's name is no token")
    }
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var value = line[line.index(after: colon)...].drop(while: isBlank)
    while let last = value.last, isBlank(last) { value.removeLast() }
    guard value.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else {
      throw Problem(400, "a header's value holds a control character")
    }
    return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
  }
}
