import Assertions
import DemoServer
import Diagnostics
import Engine
import Foundation
import RunEvents
import TestSupport
import Testing

@testable import Scenarios

/// Pairs every key of `expect` with a case that holds and one that does not, over real responses.
///
/// What the second says stands in `Tests/Fixtures/Expectations.expected`; with `CURLEW_UPDATE_EXPECTED=1` in the environment it is written anew.
@Suite(.timeLimit(.minutes(5))) struct ExpectationTableTests {
  /// A key, and what it is given.
  struct Row {
    var grammar: String
    var key: String
    var request: String
    var holds: String
    var fails: String

    init(_ name: String, _ request: String, _ holds: String, _ fails: String) {
      let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
      (grammar, key) = (parts[0], parts[1])
      (self.request, self.holds, self.fails) = (request, holds, fails)
    }
  }

  private static let rows = [
    Row("expectation.status", "GET: /status/404", "status: [2xx, 404]", "status: 200-299"),
    Row("expectation.status", "GET: /status/201", "status: { lt: 300 }", "status: { gte: 300 }"),
    Row(
      "expectation.content-type",
      "GET: /image.png",
      "content-type: image/*",
      "content-type: [image/gif, application/json]"
    ),
    Row(
      "expectation.headers",
      "GET: /headers",
      "headers: { x-number: 42 }",
      "headers: { X-Number: 43 }"
    ),
    Row(
      "expectation.headers",
      "GET: /headers",
      "headers: { X-Tag: [one, two] }",
      "headers: { X-Tag: one }"
    ),
    Row(
      "expectation.cookies",
      "GET: /cookies/set?name=a&value=b",
      "cookies: { a: b }",
      "cookies: { a: c }"
    ),
    Row(
      "expectation.json",
      "GET: /catalogue/ABC-1",
      "json: { $.price: 9.99 }",
      "json: { $.price: 10 }"
    ),
    Row(
      "expectation.plist",
      "GET: /catalogue.plist",
      "plist: { $.currency: EUR }",
      "plist: { $.currency: USD }"
    ),
    Row(
      "expectation.xml",
      "GET: /catalogue.xml",
      "xml: { /_:catalogue/@currency: EUR }",
      "xml: { /_:catalogue/@currency: USD }"
    ),
    Row(
      "expectation.html",
      "GET: /catalogue.html",
      "html: { //title: Catalogue }",
      "html: { //title: Prices }"
    ),
    Row(
      "expectation.jsonl",
      "GET: /catalogue.jsonl",
      "jsonl: { '$[0].price': 9.99, \"$[*].stock\": [12, 80, 3, 0], '$[1]': { partial: { sku: ABC-2 } } }",
      "jsonl: { '$[0].price': 10, '$[9].sku': ABC-1, '$[1]': { partial: { sku: ABC-1 } } }"
    ),
    Row(
      "expectation.csv",
      "GET: /catalogue.csv",
      "csv: { '$[0].price': 9.99, \"$[*].stock\": [12, 80, 3, 0], '$[1]': { partial: { sku: ABC-2 } } }",
      "csv: { '$[0].price': 10, '$[9].sku': ABC-1, '$[1]': { partial: { sku: ABC-1 } } }"
    ),
    Row(
      "expectation.form",
      "GET: /form?state=shipped&tag=a&tag=b&n=7",
      "form: { $.state: shipped, $.tag: [a, b], $.n: 7 }",
      "form: { $.state: pending, $.tag: a, $.m: 7 }"
    ),
    csv("header", "header: false, '$[0][0]': sku", "header: true, '$[0][0]': sku"),
    csv(
      "separator",
      "separator: \";\", \"$[0]['sku,name,price,stock']\": { contains: mug }",
      "separator: \" \""
    ),
    csv("charset", "charset: utf-8", "charset: utf-16le, '$[0].sku': ABC-1"),
    csv(
      "equals",
      "equals: [{ sku: A, qty: 1 }, { sku: B, qty: 02 }]",
      "equals: [{ sku: A, qty: 1 }, { sku: C, qty: 02 }]",
      "/csv"
    ),
    csv(
      "partial",
      "partial: [{ qty: 1 }, { qty: 02 }]",
      "partial: [{ sku: A }, { qty: 3 }]",
      "/csv"
    ),
    csv("equals-file", "equals-file: good.csv", "equals-file: bad.csv", "/csv"),
    csv(
      "equals-file",
      "equals-file: goodrows.json",
      "equals-file: bad.csv, ignore: '$[0].sku'",
      "/csv"
    ),
    csv("schema", "schema: rows.json", "schema: otherrows.json", "/csv"),
    csv("formats", "schema: rowformat.json, formats: false", "schema: rowformat.json", "/csv"),
    csv(
      "ignore",
      "equals-file: bad.csv, ignore: \"$[*].qty\"",
      "equals-file: bad.csv, ignore: '$[0]'",
      "/csv"
    ),
    Row("expectation.image", "GET: /image.png", "image: { width: 32 }", "image: { width: 33 }"),
    Row("expectation.text", "GET: /text", "text: { contains: Köln }", "text: { contains: Bonn }"),
    Row(
      "expectation.bytes",
      "GET: /bytes?length=3",
      "bytes: { length: 3 }",
      "bytes: { length: 4 }"
    ),
    Row("expectation.time", "GET: /slow?ms=60", "time: { gte: 30ms }", "time: { lt: 1ms }"),
    Row("expectation.size", "GET: /bytes?length=3", "size: { lte: 1KiB }", "size: 4"),
    Row("expectation.http", "GET: /health", "http: 1.1", "http: 2"),
    Row("expectation.ip", "GET: /health", "ip: 127.0.0.1", "ip: 127.0.0.2"),
    Row(
      "expectation.url",
      "GET: /health",
      "url: { ends-with: /health }",
      "url: { ends-with: /other }"
    ),
    Row("expectation.redirects", "GET: /health", "redirects: 0", "redirects: 1"),
    Row(
      "expectation.redirects",
      "GET: /redirects/2\n    options: { follow-redirects: true }",
      "redirects: { \"$[*].status\": [302, 302], \"$[1].location\": { ends-with: /redirects/0 } }",
      "redirects: { \"$[*].status\": { each: 301 }, \"$[2].url\": { exists: true } }"
    ),
    Row(
      "hops.count",
      "GET: /redirects/2\n    options: { follow-redirects: true }",
      "redirects: { count: { between: [1, 2] } }",
      "redirects: { count: 3 }"
    ),
    Row(
      "expectation.that",
      "GET: /catalogue/ABC-1",
      "that: ${response.json.price * 2 == 19.98}",
      "that: ${response.json.price * 2 == 20 && response.status == 200}"
    ),
    Row(
      "expectation.that",
      "GET: /headers",
      "that: [{ header: X-Tag, all: true, contains: two }, { header: X-Number, equals: \"42\" }, { header: X-No, exists: false }]",
      "that: [{ header: X-Tag, exists: true }, { header: X-Number, equals: 42 }, { header: X-No, not: { equals: a } }, { json: $.a, exists: true }]"
    ),
    Row(
      "expectation.that",
      "GET: /catalogue/ABC-1",
      "that: { value: \"${response.json.price * 2}\", gt: 19, lt: 20 }",
      "that: { text: 'sku', match: '(x)', exists: true }"
    ),
    Row(
      "expectation.markup",
      "GET: /catalogue.html",
      "markup: { //title: Catalogue, count(//tr): 5 }",
      "markup: { //title: Order }"
    ),
    Row(
      "expectation.markup",
      "GET: /catalogue.xml",
      "markup: { count(//_:item): 4 }",
      "markup: { //title: Catalogue }"
    ),
    Row("expectation.error", "GET: /reset-connection", "error: reset", "error: timeout"),
    Row("expectation.error", "GET: /no-answer", "error: any", "error: dns"),
    Row(
      "documentOfPaths.equals",
      "GET: /status/200",
      "json: { equals: { status: 200 } }",
      "json: { equals: { status: 201 } }"
    ),
    Row(
      "documentOfPaths.partial",
      "GET: /catalogue/ABC-1",
      "json: { partial: { sku: ABC-1 } }",
      "json: { partial: { sku: ABC-2, colour: red } }"
    ),
    Row(
      "documentOfPaths.schema",
      "GET: /catalogue/ABC-1",
      "json: { schema: good.json }",
      "json: { schema: bad.json }"
    ),
    Row(
      "documentOfPaths.ignore",
      "GET: /catalogue/ABC-1",
      "json: { equals: { sku: ABC-1 }, ignore: [$.name, $.price, $.stock, $.tags] }",
      "json: { equals: { sku: ABC-1 }, ignore: [$.name, $.price, $.stock] }"
    ),
    Row(
      "documentOfXPaths.namespaces",
      "GET: /catalogue.xml",
      "xml: { namespaces: { c: \"urn:curlew:catalogue\" }, count(//c:item): 4 }",
      "xml: { namespaces: { c: \"urn:other\" }, count(//c:item): 4 }"
    ),
    Row(
      "cookie.attributes",
      "GET: /cookies/set?name=a&value=b",
      "cookies: { a: { attributes: { path: / } } }",
      "cookies: { a: { attributes: { path: /a } } }"
    ),
    Row(
      "documentOfPaths.formats",
      "GET: /catalogue/ABC-1",
      "json: { schema: format.json, formats: false }",
      "json: { schema: format.json, formats: true }"
    ),
    markup("comments", "false", "true", beside: "equals-file: comment.xml, "),
    Row(
      "cookie.deleted",
      "GET: /cookies/expire?name=a",
      "cookies: { a: { deleted: true } }",
      "cookies: { a: { deleted: false } }"
    ),
    cookie("path", "path=/x", "/x", "/y"),
    cookie("domain", "domain=127.0.0.1", "127.0.0.1", "example.com"),
    cookie("secure", "secure=true", "true", "false"),
    cookie("http-only", "http-only=true", "true", "false"),
    cookie(
      "expires",
      "expires=Wed,%2001%20Jan%202098%2000:00:00%20GMT",
      "{ after: now }",
      "{ before: now }"
    ),
    cookie("max-age", "max-age=60", "{ lte: 60 }", "{ gt: 60 }"),
    cookie("same-site", "same-site=Lax", "Lax", "Strict"),
    image("format", "gif", "png"), image("width", "32", "{ lt: 32 }"),
    image("height", "16", "{ between: [1, 2] }"), image("frames", "3", "1"),
    bytes("length", "{ gt: 1 }", "2"),
    bytes("sha256", "{ starts-with: ae4b }", "{ starts-with: \"0000\" }"),
    bytes("md5", "{ starts-with: b95f }", "{ starts-with: \"0000\" }"),
    bytes("hex", "{ ends-with: \"0102\" }", "\"000103\""), bytes("hex", "000102", "{ length: 4 }"),
    bytes("equals", "{ hex: 000102 }", "{ hex: 000103 }"), bytes("starts-with", "0001", "0002"),
    equal("file", "good.bin", "bad.bin"), equal("hex", "00 01 02", "00 01 02 03"),
    equal("base64", "AAEC", "AAED"), bytes("starts-with", "0001", "0000"),
    bytes("md5", "{ starts-with: b95f }", "{ starts-with: 0000 }"),
    Row(
      "documentOfPaths.equals-file",
      "GET: TLS/order.json\(trust)",
      "json: { equals-file: order.json }",
      "json: { equals-file: other.json }"
    ),
    markup("xsd", "order.xsd", "other.xsd"), markup("relax-ng", "order.rng", "other.rng"),
    markup("equals-file", "order.xml", "other.xml"),
    markup("ignore", "/order/total", "/order/@id", beside: "equals-file: other.xml, "),
    Row(
      "documentOfXPaths.ignore",
      "GET: TLS/page.html\(trust)",
      "html: { equals-file: page.html, ignore: //h1 }",
      "html: { equals-file: page.html }"
    ),
    Row(
      "expectation.certificate",
      "GET: TLS/order.json\(trust)",
      "certificate: { subject: { contains: localhost } }",
      "certificate: { subject: { contains: example.com }, expires: { before: now } }"
    ), certificate("subject", "{ contains: localhost }", "{ contains: example.com }"),
    certificate("issuer", "{ not: { empty: true } }", "Nobody"),
    certificate("expires", "{ after: now }", "{ before: now }"),
    certificate("starts", "{ before: now }", "{ after: now }"),
    certificate("serial-number", "{ matches: '^[0-9a-f]+$' }", "{ matches: '^:' }"),
    certificate("pem", "{ starts-with: -----BEGIN }", "{ starts-with: MII }"),
    certificate("san", "{ contains: 'DNS:api.test' }", "{ contains: 'DNS:example.com' }"),
    certificate("alternative-names", "{ any: api.test }", "{ any: example.com }"),
  ]

  private static let trust = "\n    options: { tls: { ca: ca.pem } }"

  private static func csv(
    _ key: String,
    _ good: String,
    _ bad: String,
    _ path: String = ""
  ) -> Row {
    Row(
      "csvDocument.\(key)",
      path.isEmpty ? "GET: /catalogue.csv" : "GET: TLS\(path)\(trust)",
      "csv: { \(good) }",
      "csv: { \(bad) }"
    )
  }

  private static func markup(
    _ key: String,
    _ good: String,
    _ bad: String,
    beside: String = ""
  ) -> Row {
    Row(
      "documentOfXPaths.\(key)",
      "GET: TLS/order.xml\(trust)",
      "xml: { \(beside)\(key): \(good) }",
      "xml: { \(beside)\(key): \(bad) }"
    )
  }

  private static func certificate(_ key: String, _ good: String, _ bad: String) -> Row {
    Row(
      "certificate.\(key)",
      "GET: TLS/order.json\(trust)",
      "certificate: { \(key): \(good) }",
      "certificate: { \(key): \(bad) }"
    )
  }

  private static func cookie(_ key: String, _ query: String, _ good: String, _ bad: String) -> Row {
    func text(_ value: String) -> String { "cookies: { a: { attributes: { \(key): \(value) } } }" }
    let request = "GET: \"/cookies/set?name=a&value=b&\(query)\""
    return Row("cookieAttributes.\(key)", request, text(good), text(bad))
  }

  private static func image(_ key: String, _ good: String, _ bad: String) -> Row {
    Row(
      "image.\(key)",
      "GET: /image.gif?frames=3",
      "image: { \(key): \(good) }",
      "image: { \(key): \(bad) }"
    )
  }

  private static func bytes(_ key: String, _ good: String, _ bad: String) -> Row {
    Row(
      "bytes.\(key)",
      "GET: /bytes?length=3",
      "bytes: { \(key): \(good) }",
      "bytes: { \(key): \(bad) }"
    )
  }

  private static func equal(_ key: String, _ good: String, _ bad: String) -> Row {
    func text(_ value: String) -> String { "bytes: { equals: { \(key): \(value) } }" }
    return Row("bytesEqual.\(key)", "GET: /bytes?length=3", text(good), text(bad))
  }

  @Test func `each key of expect has a row`() {
    let grammars =
      [
        "expectation", "documentOfPaths", "documentOfXPaths", "hops", "cookie", "cookieAttributes",
        "image",
        "bytes", "bytesEqual", "certificate",
      ] + MapGrammar.documentsWithOptions.map(\.name)
    let all = MapGrammar.all.filter { grammars.contains($0.name) }
      .flatMap { grammar in grammar.keys.map { "\(grammar.name).\($0.name)" } }
    let shown = Set(Self.rows.map { "\($0.grammar).\($0.key)" })
    #expect(all.filter { !shown.contains($0) } == [])
    #expect(shown.filter { !all.contains($0) } == [])
  }

  @Test func `each key of expect holds, fails and says why`() async throws {
    let server = try DemoServer.start()
    defer { server.stop() }
    let holding = try await run(server, \.holds)
    #expect(holding.hasPassed, "\(holding.problems)")
    #expect(holding.steps.count == Self.rows.count)
    let failing = try await run(server, \.fails)
    #expect(failing.diagnostics.isEmpty, "\(failing.problems)")
    var text = ""
    for (row, step) in zip(Self.rows, failing.steps) {
      text += "\(row.request.prefix { $0 != "\n" })  \(row.fails)\n"
      guard case .failed(let outcomes) = step.result else {
        Issue.record("\(row.fails): \(step.result.word)")
        continue
      }
      for outcome in outcomes where !outcome.holds {
        text += "    \(outcome.subject): \(outcome.message)\n"
        for part in outcome.parts { text += "        \(part.text) is \(part.value)\n" }
      }
    }
    text.replace(/127\.0\.0\.1:[0-9]+/, with: "127.0.0.1:PORT")
    text.replace(/2[0-9-]+T[0-9:.]+Z/, with: "TIME")
    text.replace(/got [0-9.]+ ms/, with: "got N ms")
    // The certificate is made anew for each run.
    text.replace(/got "[0-9a-f]{20,}"/, with: "got \"DIGITS\"")
    text.replace(/got "-----BEGIN [^"]+"/, with: "got \"PEM\"")
    let page = "\(ProjectPaths.root)/Tests/Fixtures/Expectations.expected"
    if ProcessInfo.processInfo.environment["CURLEW_UPDATE_EXPECTED"] == "1" {
      try text.write(toFile: page, atomically: true, encoding: .utf8)
    }
    #expect(text == (try? String(contentsOfFile: page, encoding: .utf8)))
  }

  private func run(
    _ server: DemoServer,
    _ expectation: KeyPath<Row, String>
  ) async throws -> EngineRun {
    var text = "scenario: table\nbase: \(server.url)\nsteps:\n"
    for row in Self.rows {
      text += "  - \(row.request)\n    continue: true\n    session: \"\(row.grammar).\(row.key)\"\n"
      text += "    headers: { Accept: \"*/*\" }\n    expect:\n      \(row[keyPath: expectation])\n"
    }
    let folder = try TemporaryFolder("table")
    try folder.write([0, 1, 2], to: "good.bin")
    try folder.write([0, 1], to: "bad.bin")
    let authority = try CertificateAuthority.shared
    try folder.write(authority.certificate.pem, to: "ca.pem")
    var options = FixtureOptions()
    options.security = .tls(
      FixtureTLS(identity: try authority.issue(.server(["localhost", "api.test"])))
    )
    let secure = try await FixtureServer.start(options) { Self.document($0.path) }
    var files = Self.files
    files["table.scenario.yaml"] = text.replacing("TLS/", with: "\(secure.url)/")
    let run = try await EngineRun(files, in: folder)
    await secure.stop()
    return run
  }

  /// What the server with TLS has.
  private static func document(_ path: String) -> FixtureResponse {
    let (type, body) =
      switch path {
      case "/order.json": ("application/json", #"{"id": 7, "total": 19.98}"#)
      case "/csv": ("text/csv", "sku,qty\r\nA,1\r\nB,02\r\n")
      case "/page.html": ("text/html", "<title>Order</title><h1>7</h1><p>new</p>")
      case _: ("application/xml", "<order id=\"7\"><total>19.98</total></order>")
      }
    return FixtureResponse(
      200,
      headers: [("Content-Type", type)],
      body: .bytes(Array(body.utf8))
    )
  }

  private static let files = [
    "format.json": #"{"properties": {"sku": {"format": "uuid"}}}"#,
    "comment.xml": "<order id='7'><!-- new --><total>19.98</total></order>",
    "good.json": #"{"required": ["sku"]}"#,
    "bad.json": #"{"properties": {"price": {"maximum": 5}}, "required": ["colour"]}"#,
    "order.json": #"{"total": 19.98, "id": 7}"#, "other.json": #"{"id": 8, "total": 19.98}"#,
    "order.xml": "<order id='7'>\n  <total>19.98</total>\n</order>",
    "other.xml": "<order id='7'><total>20</total></order>",
    "page.html": "<title>Order</title><h1>8</h1><p>new</p>",
    "good.csv": "sku,qty\nA,1\nB,02\n", "bad.csv": "sku,qty\nA,1\nB,3\n",
    "goodrows.json": #"[{"sku": "A", "qty": 1}, {"sku": "B", "qty": "02"}]"#,
    "rows.json": #"{"items": {"properties": {"qty": {"pattern": "^[0-9]+$"}}}}"#,
    "otherrows.json": #"{"items": {"properties": {"qty": {"type": "integer"}}}}"#,
    "rowformat.json": #"{"items": {"properties": {"sku": {"format": "uuid"}}}}"#,
    "order.xsd": xsd("xs:decimal"), "other.xsd": xsd("xs:integer"),
    "order.rng": rng("total"), "other.rng": rng("sum"),
  ]

  private static func xsd(_ type: String) -> String {
    """
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:element name="order"><xs:complexType>
        <xs:sequence><xs:element name="total" type="\(type)"/></xs:sequence>
        <xs:attribute name="id" type="xs:integer"/>
      </xs:complexType></xs:element>
    </xs:schema>
    """
  }

  private static func rng(_ name: String) -> String {
    """
    <element name="order" xmlns="http://relaxng.org/ns/structure/1.0">
      <attribute name="id"/><element name="\(name)"><text/></element>
    </element>
    """
  }
}
