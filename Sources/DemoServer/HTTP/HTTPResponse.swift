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
    copy.headers.add(name, value)
    return copy
  }

  /// The phrase of a status code (RFC 9110, 15).
  static func reason(_ status: Int) -> String {
    reasons[status] ?? "Unassigned"
  }

  private static let reasons: [Int: String] = [
    100: "Continue", 200: "OK", 201: "Created", 202: "Accepted",
    203: "Non-Authoritative Information", 204: "No Content", 205: "Reset Content",
    206: "Partial Content", 207: "Multi-Status", 208: "Already Reported", 226: "IM Used",
    300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other",
    304: "Not Modified", 305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
    407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
    411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
    417: "Expectation Failed", 418: "I'm a teapot", 421: "Misdirected Request",
    422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency", 425: "Too Early",
    426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    507: "Insufficient Storage", 508: "Loop Detected", 511: "Network Authentication Required",
  ]
}
