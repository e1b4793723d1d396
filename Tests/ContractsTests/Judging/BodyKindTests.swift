import Contracts
import Testing

/// Bodies of several parts, streams of events, and what texts contain.
@Suite(.timeLimit(.minutes(5)))
struct BodyKindTests {
  private static func judge(
    _ content: String,
    _ type: String,
    _ body: String
  ) throws -> ContractJudgement {
    let document = try ContractFixture.document(
      """
      paths:
        /a:
          get:
            responses:
              '200': { description: ok, content: { \(content) } }
      """,
      version: "3.2.0"
    )
    let exchange = ContractExchange(
      method: "GET",
      path: "/a",
      status: 200,
      responseBody: ContractFixture.json(body, type: type)
    )
    return document.judge(exchange, rules: .init())
  }

  /// A multipart body of parts, each its fields and its content.
  private static func body(_ parts: [(fields: String, content: String)]) -> String {
    parts.map { part in
      let fields = part.fields.isEmpty ? "" : part.fields + "\r\n"
      return "--b\r\n\(fields)\r\n\(part.content)\r\n"
    }.joined() + "--b--\r\n"
  }

  private static let items = "multipart/mixed: { itemSchema: { type: object, required: [n] } }"
  private static let places =
    "multipart/mixed: { schema: { type: array, minItems: 2, "
    + "prefixItems: [{ type: object, properties: { n: { type: integer } } }], items: { type: integer } }, "
    + "prefixEncoding: [{ contentType: application/json }], "
    + "itemEncoding: { contentType: text/plain, headers: { X-Id: { required: true, schema: { type: integer } } } } }"
  private static let named =
    "multipart/related: { schema: { type: object, properties: { n: { type: integer } } }, "
    + "encoding: { n: { contentType: text/plain } } }"
  private static let files =
    "multipart/form-data: { schema: { type: object, properties: { "
    + "f: { type: string, format: binary }, "
    + "list: { type: array, items: { type: string, contentMediaType: application/octet-stream } }, "
    + "value: { type: object, properties: { n: { type: integer } } } } } }"
  private static let json = "Content-Type: application/json"

  /// A part with the fields of an uploaded file of JSON.
  private static func file(_ name: String) -> String {
    "Content-Disposition: form-data; name=\(name); filename=a.json\r\n\(json)"
  }

  private static let id = "Content-Type: text/plain\r\nX-Id: 7"
  private static let n = "Content-Disposition: inline; name=n"

  private static let sequence =
    "application/json-seq: { itemSchema: { type: object, properties: { n: { type: integer } } } }"

  @Test(
    arguments: [
      ("\u{1E}{\"n\": 1}\n\u{1E}{\n\"n\": 2}\n", nil), ("", "body: expected a body"),
      ("\u{1E}{\"n\": 1}\n\u{1E}{\"n\": \"2\"}\n", #"$[1].n: expected integer, got string "2""#),
      ("\u{1E}{\"n\": 1}\n\u{1E}{\"n\": ", "$: expected JSON in each record"),
      ("{\"n\": 1}\n", "$: expected a record separator first"),
    ] as [(String, String?)]
  )
  func `a sequence of JSON is checked record by record`(body: String, wanted: String?) throws {
    let lines = ContractFixture.lines(
      try Self.judge(Self.sequence, "application/json-seq", body)
    )
    #expect(lines.count == (wanted == nil ? 0 : 1), "\(lines)")
    #expect(wanted.map { lines.first?.hasPrefix($0) == true } ?? true, "\(lines)")
  }

  @Test(
    arguments: [
      ("application/yaml: { schema: { type: object } }", "application/yaml", true),
      ("application/vnd.rows: { itemSchema: { type: integer } }", "application/vnd.rows", true),
      ("application/pdf: { schema: { type: string, format: binary } }", "application/pdf", false),
      ("application/pdf: {}", "application/pdf", false),
    ]
  )
  func `a schema that nothing is checked by is noted`(
    content: String,
    type: String,
    isNoted: Bool
  ) throws {
    let judgement = try Self.judge(content, type, "x")
    #expect(judgement.violations.isEmpty)
    #expect(
      judgement.notes.contains { $0.hasSuffix("\(type) is not checked by its schema") } == isNoted
    )
  }

  @Test(
    arguments: [
      ("application/json; charset=utf-8", "application/json", true),
      ("application/json; charset=UTF-8", "application/json;charset=utf-8", true),
      ("application/json; charset=utf-16", "application/json", false),
      ("application/json; v=1", "application/json", false),
      ("text/plain; charset=utf-8", "text/plain", false),
    ]
  )
  func `JSON is UTF-8 whether it says so or not`(
    documented: String,
    sent: String,
    fits: Bool
  ) throws {
    let judgement = try Self.judge("'\(documented)': {}", sent, "1")
    #expect(judgement.violations.isEmpty == fits)
  }

  @Test(
    arguments: [
      ("application/json", "application/json", "application/json; charset=utf-8"),
      ("application/json;p=a", "application/json;p=a", "application/json; charset=utf-8"),
      ("application/json;p=\"a\"", "application/json; p=a", "application/json"),
      ("application/json;p=a", "application/json", "application/json; charset=utf-8"),
      ("application/json;p=b", "application/json", "application/json;p=a"),
      ("application/json; charset=UTF-8", "application/json; charset=utf-8", "application/json"),
      ("application/json", "application/json; charset=utf-8", "application/*"),
      ("application/json", "application/*", "*/*"), ("text/html", "*/*", "application/*"),
    ]
  )
  func `the range that fits best is taken, wherever it stands`(
    sent: String,
    taken: String,
    other: String
  ) throws {
    for entries in [[(taken, 1), (other, 2)], [(other, 2), (taken, 1)]] {
      let content = entries.map { "'\($0)': { schema: { enum: [\($1), '\($1)'] } }" }
      let judgement = try Self.judge(content.joined(separator: ", "), sent, "1")
      #expect(judgement.violations.isEmpty, "\(content)")
    }
  }

  @Test(
    arguments: [
      (items, [(json, #"{"n": 1}"#), (json, #"{"n": 2}"#)], nil),
      (items, [(json, #"{"n": 1}"#), (json, "{}")], #"$[1].n: expected the member "n""#),
      (items, [("", #"{"n": 1}"#), ("", "{}")], #"$[1].n: expected the member "n""#),
      (items, [(json, "{")], "$[0]: expected JSON"),
      (places, [(json, #"{"n": 1}"#), (id, "2")], nil),
      (places, [(json, #"{"n": "1"}"#), (id, "2")], #"$[0].n: expected integer, got string "1""#),
      (places, [(json, "{}"), (id, "two")], #"$[1]: expected integer, got string "two""#),
      (places, [(json, "{}")], "$: expected at least 2 elements, got 1"),
      (
        places, [("Content-Type: text/html", "{}"), (id, "1")],
        "$[0] content-type: expected application/json, got text/html"
      ),
      (
        places, [(json, "{}"), ("Content-Type: text/plain", "1")],
        "$[1] headers.X-Id: expected the field X-Id, which is missing"
      ),
      (
        places, [(json, "{}"), ("Content-Type: text/plain\r\nX-Id: x", "1")],
        #"$[1] headers.X-Id: expected integer, got string "x""#
      ),
      // A file of JSON is a text where the schema asks for one, else the value.
      (files, [(file("f"), #"{"n": 1}"#)], nil), (files, [(file("f"), "{")], nil),
      (files, [(file("list"), #"{"n": 1}"#), (file("list"), "[1]")], nil),
      (files, [(file("list"), "[1]")], nil), (files, [(file("value"), #"{"n": 1}"#)], nil),
      (
        files, [(file("value"), #"{"n": "1"}"#)],
        #"$.value.n: expected integer, got string "1""#
      ), (files, [(file("value"), "{")], "$.value: expected JSON"),
      (named, [(n, "1")], nil), (named, [(n, "x")], #"$.n: expected integer, got string "x""#),
      (
        named, [(n + "\r\nContent-Type: image/png", "1")],
        "$.n content-type: expected text/plain, got image/png"
      ),
    ] as [(String, [(fields: String, content: String)], String?)]
  )
  func `parts are checked by name and by place`(
    content: String,
    parts: [(fields: String, content: String)],
    wanted: String?
  ) throws {
    let type = content.prefix { $0 != ":" } + "; boundary=b"
    let judgement = try Self.judge(content, String(type), Self.body(parts))
    let lines = ContractFixture.lines(judgement)
    guard let wanted else {
      #expect(lines == [] && judgement.notes == [])
      return
    }
    #expect(lines.contains { $0.hasPrefix(wanted) }, "\(lines)")
  }

  @Test func `parts that cannot be told apart are noted`() throws {
    let type = "multipart/related; boundary=b"
    let unnamed = try Self.judge(Self.named, type, Self.body([("", "x")]))
    #expect(unnamed.violations.isEmpty)
    #expect(
      unnamed.notes == [
        "GET /a, response 200: the parts of multipart/related have no names, so they were not checked"
      ]
    )
    let nested = try Self.judge(
      Self.items,
      "multipart/mixed; boundary=b",
      Self.body([("Content-Type: multipart/mixed; boundary=c", "")])
    )
    #expect(nested.violations.isEmpty && nested.notes.count == 1, "\(nested)")
  }

  private static let events = """
    text/event-stream: { itemSchema: { type: object, required: [event], properties: { \
    id: { type: string }, retry: { type: integer, maximum: 10 }, \
    data: { contentMediaType: application/json, contentSchema: { required: [n], properties: { n: { type: integer } } } } } } }
    """

  @Test(
    arguments: [
      ("event: a\ndata: {\"n\": 1}\n\n", nil),
      ("\u{FEFF}: a comment\r\n\r\nevent:a\rdata:{\"n\":\rdata: 1}\r\rid: 7\n\n", nil),
      ("event: a\ndata: {\"n\": 1}\n\ndata: {\"n\": 2}\n\n", #"$[1].event: expected the member"#),
      ("event: a\ndata: {\"n\": \"1\"}\n\n", #"$[0].data.n: expected integer, got string "1""#),
      ("event: a\ndata: {}\n\n", #"$[0].data.n: expected the member "n""#),
      ("event: a\ndata: {\n\n", "$[0].data: expected JSON in a text"),
      ("event: a\nretry: 0011\ndata: {\"n\": 1}\n\n", "$[0].retry: expected at most 10, got 11"),
      ("event: a\nretry: 99x\ndata: {\"n\": 1}\n\n", nil), ("", nil),
    ]
  )
  func `events are checked one by one`(body: String, wanted: String?) throws {
    // A body without bytes is no body.
    let body = body.isEmpty ? "\n" : body
    let judgement = try Self.judge(Self.events, "text/event-stream", body)
    let lines = ContractFixture.lines(judgement)
    #expect(judgement.notes == [])
    guard let wanted else {
      #expect(lines == [])
      return
    }
    #expect(lines.count == 1 && lines[0].hasPrefix(wanted), "\(lines)")
  }

  @Test func `an event without end is noted`() throws {
    let cut = try Self.judge(Self.events, "text/event-stream", "event: a\ndata: {")
    #expect(cut.violations.isEmpty)
    #expect(
      cut.notes == ["GET /a, response 200: the last event has no end, so it was not checked"]
    )
  }

  @Test(
    arguments: [
      ("contentEncoding: base64", "aGk=", nil), ("contentEncoding: base64", "aG\\nk=", nil),
      ("contentEncoding: base64", "aGk", "expected text in base64, got \"aGk\""),
      ("contentEncoding: base64url", "-_8", nil),
      ("contentEncoding: base64url", "+/8", "expected text in base64url, got \"+/8\""),
      ("contentEncoding: base16", "0aF", "expected text in base16, got \"0aF\""),
      ("contentEncoding: quoted-printable", "=", nil),
      ("contentMediaType: application/json", "[1]", nil),
      ("contentMediaType: application/json", "[1", "expected JSON in a text, got \"[1\""),
      ("contentMediaType: image/png", "[1", nil),
      (
        "contentMediaType: application/json, contentEncoding: base64", "eyI=",
        "expected JSON in a text, got \"eyI=\""
      ),
      (
        "contentMediaType: application/json, contentEncoding: base64, contentSchema: { maximum: 1 }",
        "Mg==", "expected at most 1, got 2"
      ),
      ("contentSchema: { maximum: 1 }", "2", nil),
    ] as [(String, String, String?)]
  )
  func `what a text contains is checked`(schema: String, text: String, wanted: String?) throws {
    let judgement = try Self.judge(
      "application/json: { schema: { properties: { a: { \(schema) } } } }",
      "application/json",
      "{\"a\": \"\(text)\"}"
    )
    #expect(ContractFixture.lines(judgement) == (wanted.map { ["$.a: \($0)"] } ?? []))
  }

  @Test(
    arguments: [
      ("application/xml", "type: object", "<a/>", true), ("text/xml", "type: object", "<a/>", true),
      ("image/svg+xml", "type: string", "<a/>", true), ("text/csv", "type: array", "a,b", true),
      ("text/csv", "type: string", "a,b", false), ("text/plain", "{}", "a", false),
    ]
  )
  func `a body that is not checked by its schema is noted`(
    type: String,
    schema: String,
    body: String,
    isNoted: Bool
  ) throws {
    let schema = schema == "{}" ? schema : "{ \(schema) }"
    let judgement = try Self.judge("\(type): { schema: \(schema) }", type, body)
    #expect(judgement.violations.isEmpty)
    let note = "GET /a, response 200: \(type) is not checked by its schema"
    #expect(judgement.notes == (isNoted ? [note] : []))
  }

  @Test func `coverage marks the properties of the items of a sequence`() throws {
    let document = try ContractFixture.document(
      """
      paths:
        /a:
          get:
            responses:
              '200': { description: ok, content: { \(Self.events) } }
      """,
      version: "3.2.0"
    )
    let exchange = ContractExchange(
      method: "GET",
      path: "/a",
      status: 200,
      responseBody: ContractFixture.json(
        "event: a\ndata: {\"n\": 1}\n\n",
        type: "text/event-stream"
      )
    )
    let media = "text/event-stream"
    let properties = document.shape.items.indices.filter {
      if case .property = document.shape.items[$0].kind { true } else { false }
    }
    #expect(
      properties.map { document.shape.items[$0].kind }
        == ["id", "retry", "data"].map {
          .property(status: "200", media: media, path: "$[*].\($0)")
        }
    )
    let marks = document.judge(exchange, rules: .init()).marks
    #expect(marks.filter(properties.contains) == properties.suffix(1))
  }
}
