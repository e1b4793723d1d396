import Compression

/// Answers that go wrong on purpose.
enum FaultRoutes {
  static let all = [
    Route("*", "/reset-connection", "Resets the connection") { _ in
      HTTPResponse(ending: .reset)
    },
    Route("*", "/no-answer", "Closes the connection without an answer") { _ in
      HTTPResponse(ending: .closed)
    },
    Route("GET", "/truncated", "A body that ends too early") { _ in digits(.cut(after: 10)) },
    Route("GET", "/stalled", "A body of which the rest never comes") { _ in
      digits(.stalled(after: 10))
    },
    Route("GET", "/endless", "A body without end") { _ in
      var response = HTTPResponse(type: "application/octet-stream", body: [])
      response.body = .endless([UInt8](repeating: 0x2E, count: 16 << 10))
      return response
    },
    Route("GET", "/broken/json", "JSON that ends too early") { _ in
      HTTPResponse(type: "application/json", body: Array("{\"state\": \"pend".utf8))
    },
    Route("GET", "/broken/xml", "XML whose tags do not match") { _ in
      HTTPResponse(type: "application/xml", body: Array("<a><b></a>".utf8))
    },
    Route("GET", "/broken/gzip", "A gzip stream whose blocks are of no known kind") { _ in
      // Block type 3 is reserved (RFC 1951, 3.2.3); the blocks stand behind ten bytes.
      let broken = Array(gzip.prefix(10)) + [0x07] + gzip.dropFirst(11)
      return HTTPResponse(type: "application/json", body: broken).with("Content-Encoding", "gzip")
    },
    Route("GET", "/broken/gzip-end", "A gzip stream that ends too early") { _ in
      HTTPResponse(type: "application/json", body: Array(gzip.prefix(gzip.count / 2)))
        .with("Content-Encoding", "gzip")
    },
    Route("GET", "/broken/png", "An image that is none") { _ in
      HTTPResponse(type: "image/png", body: Array("\u{89}PNG, or not".utf8))
    },
    Route("GET", "/broken/type", "JSON labelled as HTML") { _ in
      HTTPResponse(type: "text/html; charset=utf-8", body: Array("{\"state\":\"pending\"}".utf8))
    },
    Route("GET", "/broken/chunk", "A chunk whose size is no number") { _ in
      raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nxyz\r\n")
    },
    Route("GET", "/broken/head", "An answer that is not HTTP") { _ in
      raw("220 this is not HTTP at all\r\n\r\n")
    },
  ]

  private static var gzip: [UInt8] {
    Deflater.whole(Array("{\"state\": \"pending\"}".utf8), .gzip)
  }

  private static func digits(_ ending: HTTPResponse.Ending) -> HTTPResponse {
    var response = HTTPResponse.text(String(repeating: "0123456789", count: 10))
    response.ending = ending
    return response
  }

  private static func raw(_ text: String) -> HTTPResponse {
    HTTPResponse(body: .bytes(Array(text.utf8)), ending: .raw)
  }
}
