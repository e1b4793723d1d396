import Documents
import Encodings
import HTTPMessages

/// A request on its way through a route.
struct Call {
  var request: HTTPRequest
  /// What the path's `{names}` stand for, decoded.
  var parameters: [String: String]
  var place: ServerLoop.Place
  var state: DemoState

  /// The clock's milliseconds.
  var now: Int { place.now }

  /// A part of the path; empty when the route has no such name.
  func parameter(_ name: String) -> String { parameters[name] ?? "" }

  /// A parameter of the query.
  func query(_ name: String) -> String? {
    request.queryPairs.first { $0.name == name }?.value
  }

  /// A whole number of the query.
  func integer(
    _ name: String,
    default value: Int,
    in range: ClosedRange<Int>
  ) throws(Problem) -> Int {
    guard let text = query(name) else { return value }
    guard let number = Int(text), range.contains(number) else {
      throw .invalid(name, "expected an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A whole number of the path; anything else is not found.
  func pathInteger(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int {
    guard let number = Int(parameter(name)), range.contains(number) else {
      let bounds = "\(range.lowerBound) to \(range.upperBound)"
      throw Problem(404, "\(parameter(name)) is not a number from \(bounds)")
    }
    return number
  }

  /// A key to remember something by, of a bounded length.
  static func key(_ text: String, named name: String) throws(Problem) -> String {
    guard text.utf8.count <= 200 else {
      throw .invalid(name, "expected at most 200 bytes")
    }
    return text
  }

  /// The most bytes of a body that is decoded; decoded it takes many times the memory.
  static let maximumDecodedBytes = 1 << 20

  private func checkSize() throws(Problem) {
    guard request.body.count <= Self.maximumDecodedBytes else {
      throw Problem(
        413,
        "a body that is decoded may have \(Self.maximumDecodedBytes) bytes at most"
      )
    }
  }

  /// The body as the pairs of a urlencoded form.
  func form() throws(Problem) -> [(name: String, value: String)] {
    guard request.mediaType == "application/x-www-form-urlencoded" else {
      throw Problem(415, "expected application/x-www-form-urlencoded")
    }
    try checkSize()
    return URLText.pairs(String(decoding: request.body, as: UTF8.self))
  }

  /// The body as JSON.
  func json() throws(Problem) -> JSONValue {
    try checkSize()
    let type = request.mediaType
    guard type == "application/json" || type.hasSuffix("+json") else {
      throw Problem(415, "expected application/json, got \(type.isEmpty ? "no type" : type)")
    }
    do throws(JSONParserError) {
      return try JSONParser().parse(request.body)
    } catch {
      throw Problem(400, "the body is not JSON: \(error)")
    }
  }

  /// What the client names as its bearer token.
  var bearerToken: String? { credentials(scheme: "bearer") }

  /// What follows an authentication scheme.
  func credentials(scheme: String) -> String? {
    guard let header = request.headers["Authorization"] else { return nil }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == scheme else { return nil }
    return parts[1].trimmed
  }

  /// The login and password of basic authentication.
  var basicCredentials: (login: String, password: String)? {
    guard let bytes = credentials(scheme: "basic").flatMap({ Base64.decode($0) }),
      let colon = bytes.firstIndex(of: 0x3A)
    else { return nil }
    let login = String(decoding: bytes[..<colon], as: UTF8.self)
    return (login, String(decoding: bytes[(colon + 1)...], as: UTF8.self))
  }

  /// The cookies sent, in their order.
  var cookies: [(name: String, value: String)] {
    request.headers.values("Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
      guard let mark = pair.firstIndex(of: "=") else { return nil }
      return (pair[..<mark].trimmed, pair[mark...].dropFirst().trimmed)
    }
  }

  /// Whether the client has this version of the content already.
  func hasCurrent(entityTag: String) -> Bool {
    request.headers.members("If-None-Match").contains { tag in
      tag == "*" || (tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag) == entityTag
    }
  }
}
