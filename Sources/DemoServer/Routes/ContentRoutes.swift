import Documents
import Encodings

/// Content of many kinds.
enum ContentRoutes {
  static let all = [
    Route("GET", "/text", "A text in ?charset=utf-8", text),
    Route("GET", "/numbers", "Numbers that only exact readers keep", numbers),
    Route("GET", "/patterns", "A good text for each format") { _ in .json(patterns) },
    Route("GET", "/large", "A long list: ?items=1000", large),
    Route("GET", "/nested", "Objects in objects: ?depth=10", nested),
    Route("GET", "/time", "The time") { _ in
      let now = SystemClock.now
      return .json([
        "now": .string(CivilDate(secondsSince1970: now).rfc3339), "unix": .integer(now),
      ])
    },
    Route("GET", "/empty", "Nothing, of ?type=") { call in
      guard let type = call.query("type") else { return HTTPResponse() }
      return HTTPResponse(type: type, body: [])
    },
    Route("GET", "/bytes", "The bytes 0, 1, 2 …: ?length=256", bytes),
    Route("GET", "/hostile", "Text that must harm no report") { _ in hostile },
    Route("GET", "/health", "Whether the server is well") { _ in .json(["status": "ok"]) },
  ]

  @Sendable private static func text(_ call: Call) throws(Problem) -> HTTPResponse {
    let name = (call.query("charset") ?? "utf-8").lowercased()
    guard let charset = TextCharset(rawValue: name) else {
      let names = TextCharset.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalid("charset", "expected one of \(names)")
    }
    let sample = "Gr\u{FC}\u{DF}e aus K\u{F6}ln: caf\u{E9}, 20 \u{A3}\n"
    return HTTPResponse(type: "text/plain; charset=\(name)", body: charset.encode(sample))
  }

  @Sendable private static func numbers(_ call: Call) -> HTTPResponse {
    let body = """
      {"big": 9007199254740993, "price": 1.10, "huge": 1e400, "tiny": 1e-400, \
      "pi": 3.14159265358979323846264338327950288, "zero": -0.0}
      """
    return HTTPResponse(type: "application/json", body: Array(body.utf8))
  }

  private static let patterns: JSONValue = [
    "uuid": "6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b", "date_time": "2026-01-31T12:00:00Z",
    "date": "2026-01-31", "time": "12:00:00Z", "email": "ada@example.com",
    "uri": "https://example.com/orders?page=2#top", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
    "hostname": "api.example.com", "base64": "Y3VybGV3", "json": "{\"a\": [1, 2]}",
  ]

  @Sendable private static func large(_ call: Call) throws(Problem) -> HTTPResponse {
    let count = try call.integer("items", default: 1000, in: 0...100_000)
    var body = "{\"count\":\(count),\"items\":["
    for id in 1..<count + 1 {
      if id > 1 { body += "," }
      let price = CatalogueItem.amount(id % 1000 * 10 + 99)
      body += "{\"id\":\(id),\"name\":\"Item \(id)\",\"price\":\(price),\"even\":\(id % 2 == 0)}"
    }
    body += "]}"
    return HTTPResponse(type: "application/json", body: Array(body.utf8))
  }

  @Sendable private static func nested(_ call: Call) throws(Problem) -> HTTPResponse {
    let depth = try call.integer("depth", default: 10, in: 0...10_000)
    let body =
      String(repeating: "{\"child\":", count: depth) + "{\"leaf\":true}"
      + String(repeating: "}", count: depth)
    return HTTPResponse(type: "application/json", body: Array(body.utf8))
  }

  @Sendable private static func bytes(_ call: Call) throws(Problem) -> HTTPResponse {
    let length = try call.integer("length", default: 256, in: 0...1 << 20)
    let body = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
    return HTTPResponse(type: "application/octet-stream", body: body)
  }

  private static var hostile: HTTPResponse {
    let text =
      "\u{1B}[31mred\u{1B}[0m <script>alert(1)</script> ]]> &amp; \"quoted\"\n"
      + "::error::not one\n\u{0}\u{8}\u{7}|a|b|\n\u{202E}backwards\u{202C}\n"
    return HTTPResponse(
      type: "text/plain; charset=utf-8",
      body: Array(text.utf8) + [0xFF, 0xFE, 0xC3, 0x28, 0x0A]
    )
  }
}
