import HTTPMessages

/// An answer, with when and how it is to be sent.
struct HTTPResponse: Sendable {
  var status = 200
  var headers = HTTPHeaders()
  var body = Body.bytes([])
  /// Milliseconds to wait before anything is sent.
  var delay = 0
  var ending = Ending.orderly

  /// The content and how it is framed.
  enum Body: Sendable {
    /// Framed by `Content-Length`.
    case bytes([UInt8])
    /// Chunked, a piece at once and each next one after so many milliseconds.
    case pieces([[UInt8]], milliseconds: Int)
    /// Chunked, the same piece for as long as the client reads.
    case endless([UInt8])
  }

  /// What follows, or what goes wrong.
  enum Ending: Sendable, Hashable {
    case orderly
    /// The body's first bytes are sent, then the connection is closed.
    case cut(after: Int)
    /// The body's first bytes are sent, then nothing more.
    case stalled(after: Int)
    /// The connection is closed without an answer.
    case closed
    /// The connection is reset without an answer.
    case reset
    /// The body is sent as it is, without a head, then the connection is closed.
    case raw
  }
}

extension HTTPResponse {
  /// An answer with a body of a type.
  init(status: Int = 200, type: String, body: [UInt8]) {
    self.status = status
    headers["Content-Type"] = type
    self.body = .bytes(body)
  }

  /// This answer with one more header.
  func with(_ name: String, _ value: String) -> Self {
    var copy = self
    copy.headers.append(name, value)
    return copy
  }

  /// The phrase of a status code (RFC 9110, 15).
  static func reason(_ status: Int) -> String {
    status == 418 ? "I'm a teapot" : HTTPStatus.registered(status) ?? "Unassigned"
  }
}
