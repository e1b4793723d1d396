import TestSupport
import Testing

/// Assertions that Hurl judges by types which the language does not have.
@Suite(.timeLimit(.minutes(5))) struct HurlVerdictTests {
  /// An assertion about a path, and the exit status: 0 when it holds, 4 when it does not, 3 when it can never be judged.
  struct Row: Sendable, CustomTestStringConvertible {
    var path: String
    var text: String
    var status: Int32
    var testDescription: String { "\(path) \(text)" }

    init(_ path: String, _ text: String, _ status: Int32) {
      (self.path, self.text, self.status) = (path, text, status)
    }
  }

  static let rows: [Row] = [
    // Attributes are those of the field.
    Row("/cookies", #"cookie "plain[Path]" not exists"#, 0),
    Row("/cookies", #"cookie "plain[Path]" == "/""#, 4),
    Row("/cookies", #"cookie "plain[Domain]" not exists"#, 0),
    Row("/cookies", #"cookie "plain[SameSite]" exists"#, 4),
    Row("/cookies", #"cookie "full[Path]" == "/deep""#, 0),
    Row("/cookies", #"cookie "full[path]" == "/deep""#, 0),
    Row("/cookies", #"cookie "full[Domain]" == "127.0.0.1""#, 0),
    Row("/cookies", #"cookie "full[SameSite]" == "lax""#, 0),
    Row("/cookies", #"cookie "full[SameSite]" == "Lax""#, 4),
    Row("/cookies", #"cookie "full[SameSite]" replace "l" "L" == "Lax""#, 0),
    Row("/cookies", #"cookie "none[Path]" exists"#, 4),
    Row("/cookies", #"cookie "{{name}}[Path]" == "/deep""#, 0),
    Row("/cookies", #"cookie "full[Secure]" exists"#, 0),
    Row("/cookies", #"cookie "plain[Secure]" exists"#, 4),
    Row("/cookies", #"cookie "plain[Secure]" not exists"#, 0),
    Row("/cookies", #"cookie "full[Secure]" == true"#, 3),
    Row("/cookies", #"cookie "full[Secure]" != 1"#, 3),
    Row("/cookies", #"cookie "full[HttpOnly]" toString == "true""#, 3),
    // Nodes are counted and nothing else.
    Row("/page", #"xpath "//p" isList"#, 4),
    Row("/page", #"xpath "//p" not isList"#, 0),
    Row("/page", #"xpath "//p" isObject"#, 0),
    Row("/page", #"xpath "//p" isCollection"#, 0),
    Row("/page", #"xpath "//p" count == 2"#, 0),
    Row("/page", #"xpath "//p" contains "one""#, 3),
    Row("/page", #"xpath "//p" not contains "four""#, 3),
    Row("/page", #"xpath "//p" first == "one""#, 3),
    Row("/page", #"body xpath "//p" last == "two""#, 3),
    Row("/page", #"variable "nodes" isObject"#, 0),
    Row("/page", #"variable "nodes" isList"#, 4),
    Row("/page", #"variable "nodes" count == 2"#, 0),
    Row("/page", #"variable "number" isFloat"#, 0),
    Row("/page", #"variable "number" isInteger"#, 4),
    Row("/page", #"variable "bytes" == hex,6f6e65;"#, 4),
    Row("/page", #"variable "bytes" startsWith hex,3c70;"#, 0),
    Row("/page", #"variable "bytes" isString"#, 4),
    Row("/page", #"variable "bytes" count == 20"#, 0),
    // Dates come from toDate alone.
    Row("/date", #"jsonpath "$.d" daysAfterNow < 0"#, 3),
    Row("/date", #"jsonpath "$.d" dateFormat "%Y" == "2024""#, 3),
    Row("/date", #"jsonpath "$.d" toDate "%+" daysBeforeNow > 0"#, 0),
    Row("/date", #"jsonpath "$.d" toDate "%+" toDate "%+" exists"#, 3),
    Row("/date", #"jsonpath "$.d" toDate "%+" toString == "2024-02-29T12:30:45.000000Z""#, 0),
    Row("/date", #"variable "given" not isDate"#, 0),
    Row("/date", #"variable "name" isDate"#, 4),
    Row("/date", #"jsonpath "$.echo" == "{{date}}""#, 4),
    Row("/date", #"jsonpath "$.full" == "{{date}}""#, 0),
    Row("/date", #"jsonpath "$.full" == `at {{date}}`"#, 4),
    Row("/date", #"jsonpath "$.a" isUuid"#, 0),
    Row("/date", #"jsonpath "$.b" isUuid"#, 0),
    Row("/date", #"jsonpath "$.c" isUuid"#, 0),
    Row("/date", #"jsonpath "$.d" isUuid"#, 4),
    Row("/date", #"jsonpath "$.e" isUuid"#, 4),
    Row("/date", #"jsonpath "$.f" not isUuid"#, 4),
    // A redirect is no map.
    Row("/hop", "redirects first isObject", 4),
    Row("/hop", "redirects nth 0 isCollection", 4),
    Row("/hop", "redirects last isEmpty", 3),
    Row("/hop", "redirects last location exists", 0),
    Row("/hop", "redirects first count == 2", 3),
    // Filters of texts take no number, those of bytes no text, whatever is said of the result.
    Row("/date", #"jsonpath "$.f" replace "7" "8" == "8""#, 4),
    Row("/date", #"jsonpath "$.f" split "," not isEmpty"#, 4),
    Row("/date", #"jsonpath "$.f" regex /(.)/ not == "8""#, 4),
    Row("/date", #"jsonpath "$.f" toString regex /(.)/ == "7""#, 0),
    Row("/date", #"jsonpath "$.none" regex /(.)/ not exists"#, 4),
    Row("/date", #"status urlEncode exists"#, 4),
    Row("/date", #"variable "given" base64Decode exists"#, 4),
    Row("/date", #"variable "given" dateFormat "%Y" exists"#, 4),
    Row("/date", #"jsonpath "$.d" split "-" first htmlEscape == "2024""#, 0),
    Row("/date", #"header "Content-Type" split "/" count regex /(.)/ exists"#, 4),
    Row("/date", #"jsonpath "$.d" toHex exists"#, 3),
    Row("/date", #"jsonpath "$.d" utf8Encode toHex startsWith "32""#, 0),
    Row("/date", #"jsonpath "$.d" location not exists"#, 3),
    Row("/page", #"bytes split "p" exists"#, 3),
    Row("/page", #"bytes toInt exists"#, 3),
    Row("/page", #"bytes first exists"#, 3),
    Row("/page", #"variable "bytes" base64Encode toString startsWith "PHA""#, 0),
    Row("/page", #"variable "bytes" urlEncode exists"#, 3),
    Row("/page", #"md5 htmlEscape exists"#, 3),
    // Bytes are compared with bytes alone, and bytes have bytes in them, not digits.
    Row("/page", "bytes == {{bytes}}", 0),
    Row("/page", "bytes contains {{bytes}}", 0),
    Row("/page", "bytes contains {{cut}}", 4),
    Row("/page", "bytes not contains {{cut}}", 0),
    Row("/page", "bytes contains {{given}}", 3),
    Row("/page", "bytes == {{name}}", 3),
    Row("/page", "body != {{bytes}}", 3),
    // A text has texts in it alone.
    Row("/date", #"jsonpath "$.d" not contains {{given}}"#, 4),
    Row("/date", #"jsonpath "$.d" contains {{given}}"#, 4),
    Row("/date", #"jsonpath "$.d" not contains {{name}}"#, 0),
    Row("/date", #"jsonpath "$.l" contains {{given}}"#, 0),
    Row("/date", #"jsonpath "$.l" not contains {{name}}"#, 0),
    Row("/date", #"jsonpath "$.none" not contains {{given}}"#, 0),
  ]

  private static func server() async throws -> FixtureServer {
    try await FixtureServer.start { request in
      switch request.path {
      case "/cookies":
        FixtureResponse(
          200,
          headers: [
            ("Set-Cookie", "plain=1"),
            (
              "Set-Cookie", "full=2; Path=/deep; domain = 127.0.0.1; SameSite=lax; Secure; HttpOnly"
            ),
            ("Set-Cookie", "full=3; Path=/other"),
          ]
        )
      case "/hop": .redirect("/date")
      case "/page":
        FixtureResponse(
          200,
          headers: [("Content-Type", "text/html")],
          body: .bytes(Array("<p>one</p><p>two</p>".utf8))
        )
      case _:
        .json(
          #"""
          {"d": "2024-02-29T12:30:45Z", "echo": "2024-02-29T12:30:45Z", "full": "2024-02-29T12:30:45.000000Z",
          "a": "0190a9e4b2c97c3d8f00aabbccddeeff", "b": "{0190A9E4-b2c9-7c3d-8f00-aabbccddeeff}",
          "c": "urn:uuid:0190a9e4-b2c9-7c3d-8f00-aabbccddeeff", "e": "0190a9e4-b2c97c3d8f00aabbccddeeff", "f": 7,
          "l": [6, 7, "seven"], "cut": "xwM="}
          """#
        )
      }
    }
  }

  @Test func `each assertion is judged as Hurl judges it`() async throws {
    let server = try await Self.server()
    var files: [String: String] = [:]
    for (place, row) in Self.rows.enumerated() {
      files["\(place).hurl"] = """
        GET \(server.url)/page
        HTTP 200
        [Captures]
        nodes: xpath "//p"
        number: xpath "count(//p)"
        bytes: bytes

        GET \(server.url)/date
        HTTP 200
        [Captures]
        date: jsonpath "$.d" toDate "%+"
        cut: jsonpath "$.cut" base64Decode

        GET \(server.url)\(row.path)
        [Options]
        location: true
        HTTP 200
        [Asserts]
        \(row.text)

        """
    }
    let project = try HurlProject(files)
    for (place, row) in Self.rows.enumerated() {
      let ending = try await project.run(
        "--variable",
        "name=full",
        "--variable",
        "given=7",
        "\(place).hurl"
      )
      #expect(ending.status == row.status, "\(row): \(ending.all)")
      let isAtRow = ending.places.allSatisfy { $0.hasPrefix("\(place).hurl:19:") }
      #expect(isAtRow && ending.places.isEmpty == (row.status == 0), "\(row): \(ending.all)")
    }
  }

  @Test func `a flag that is not raised cannot be captured`() async throws {
    let server = try await Self.server()
    let start = "GET \(server.url)/cookies\nHTTP 200\n[Captures]\na: cookie "
    let project = try HurlProject([
      "raised.hurl": start + "\"full[Secure]\"\n", "not.hurl": start + "\"plain[Secure]\"\n",
      "path.hurl": start + "\"plain[Path]\"\n",
    ])
    #expect(try await project.run("raised.hurl").status == 0)
    for name in ["not.hurl", "path.hurl"] {
      let ending = try await project.run(name)
      #expect(ending.status == 3 && ending.places == ["\(name):4:4"], "\(ending.all)")
    }
  }

  @Test func `a date in a text has microseconds`() async throws {
    let server = try await FixtureServer.start { request in
      request.path == "/date" ? .json(#"{"d": "2024-02-29T12:30:45+01:00"}"#) : .json("{}")
    }
    let project = try HurlProject([
      "a.hurl": """
      GET \(server.url)/date
      HTTP 200
      [Captures]
      d: jsonpath "$.d" toDate "%+"

      POST \(server.url)/to/{{d}}
      X-Now: {{newDate}}
      {"d": "{{d}}"}

      POST \(server.url)/text
      [Options]
      variable: d=text
      `{{d}}`

      """
    ])
    let ending = try await project.run("a.hurl")
    #expect(ending.status == 0, "\(ending.all)")
    let (json, text) = (server.requests[1], server.requests[2])
    #expect(json.path == "/to/2024-02-29T11:30:45.000000Z")
    #expect(json.body == Array(#"{"d": "2024-02-29T11:30:45.000000Z"}"#.utf8))
    let now = json.header("X-Now") ?? ""
    #expect(now.contains(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/), "\(now)")
    #expect(text.body == Array("text".utf8))
  }
}
