import Contracts
import Diagnostics
import Documents
import Scenarios
import Testing

/// Each rule of a contract, broken once.
@Suite(.timeLimit(.minutes(5)))
struct ContractRuleTests {
  private static let shop = """
    paths:
      /orders/{id}:
        parameters:
          - { name: id, in: path, required: true, schema: { type: integer } }
        get:
          operationId: getOrder
          parameters:
            - { name: limit, in: query, schema: { type: integer, maximum: 10 } }
            - { name: state, in: query, schema: { type: string, enum: [open, closed] } }
            - { name: tag, in: query, schema: { type: array, items: { type: string } } }
            - { name: sort, in: query, explode: false, schema: { type: array, items: { type: string } } }
            - { name: X-Trace, in: header, required: true, schema: { type: string, format: uuid } }
            - { name: session, in: cookie, schema: { type: string, minLength: 3 } }
            - { name: filter, in: query, content: { application/json: { schema: { type: object } } } }
          responses:
            '200':
              description: ok
              headers:
                Location: { required: true, schema: { type: string } }
                X-Rate: { schema: { type: integer } }
              content:
                application/json:
                  schema: { $ref: '#/components/schemas/Order' }
                application/*: { schema: { type: string } }
                text/plain: { schema: { type: integer } }
            '204': { description: none }
            4XX: { description: wrong, content: { application/problem+json: { schema: { type: object, required: [title] } } } }
        put:
          operationId: putOrder
          requestBody:
            required: true
            content:
              application/json: { schema: { $ref: '#/components/schemas/Order' } }
              application/x-www-form-urlencoded:
                schema: { type: object, required: [count], properties: { count: { type: integer }, tags: { type: array, items: { type: string } }, at: { type: object, properties: { x: { type: number } } } } }
              multipart/form-data:
                schema: { type: object, required: [file], properties: { file: { type: string }, meta: { type: object, properties: { n: { type: integer } } } } }
                encoding: { file: { contentType: image/png } }
          responses:
            '200': { description: ok }
            '400': { description: wrong }
    components:
      schemas:
        Order:
          type: object
          required: [id, total, secret]
          properties:
            id: { $ref: '#/components/schemas/Given' }
            total: { type: number }
            secret: { type: string, writeOnly: true }
            lines: { type: array, items: { type: object, properties: { price: { type: number } } } }
        Given: { allOf: [{ type: integer }, { readOnly: true }] }
    """

  private static let order = #"{"id": 7, "total": 19.98}"#
  private static let trace: ContractExchange.Field = (
    "X-Trace", "2eb8aa08-aa98-11ea-b4aa-73b441d16380"
  )

  /// An exchange that breaks nothing.
  private static func get(_ body: String = order) -> ContractExchange {
    ContractExchange(
      method: "GET",
      path: "/orders/7",
      requestHeaders: [trace],
      status: 200,
      responseHeaders: [("Location", "/orders/7"), ("Content-Type", "application/json")],
      responseBody: ContractFixture.json(body)
    )
  }

  private static func put(_ body: ContractBody?, status: Int = 200) -> ContractExchange {
    ContractExchange(method: "PUT", path: "/orders/7", requestBody: body, status: status)
  }

  private static func judge(
    _ exchange: ContractExchange,
    _ rules: ContractRules = ContractRules()
  ) throws -> ContractJudgement {
    try ContractFixture.document(shop).judge(exchange, rules: rules)
  }

  private static func lines(
    _ exchange: ContractExchange,
    _ rules: ContractRules = ContractRules()
  ) throws -> [String] {
    ContractFixture.lines(try judge(exchange, rules))
  }

  private static func changed(
    _ exchange: ContractExchange,
    _ change: (inout ContractExchange) -> Void
  ) -> ContractExchange {
    var exchange = exchange
    change(&exchange)
    return exchange
  }

  @Test func `an exchange that fits breaks nothing`() throws {
    #expect(try Self.lines(Self.get()) == [])
    #expect(try Self.lines(Self.put(ContractFixture.json(#"{"total": 1, "secret": "x"}"#))) == [])
  }

  @Test func `a wrong type is named with the value, its path and the keyword's place`() throws {
    let judgement = try Self.judge(Self.get(#"{"id": 7, "total": "19.98"}"#))
    let violation = try #require(judgement.violations.first)
    #expect(judgement.violationCount == 1)
    #expect(violation.message == #"expected number, got string "19.98""#)
    #expect(violation.at == "$.total")
    #expect(violation.jsonPath == "$['total']")
    #expect(violation.subject == "getOrder, response 200, application/json")
    #expect(violation.level == .fail)
    #expect(violation.isOfResponse)
    #expect(violation.place.text == "type: number")
  }

  @Test func `the status, the media type and the operation have to be documented`() throws {
    let status = Self.changed(Self.get()) { $0.status = 500 }
    #expect(
      try Self.lines(status) == ["status: the status 500 is not documented, only 200, 204, 4XX"]
    )
    let type = Self.changed(Self.get()) { $0.responseBody?.contentType = "image/png" }
    #expect(
      try Self.lines(type) == [
        "content-type: expected application/json or application/* or text/plain, got image/png"
      ]
    )
    let path = Self.changed(Self.get()) { $0.path = "/nothing" }
    #expect(try Self.lines(path) == ["operation: no path of the document matches"])
    let method = Self.changed(Self.get()) { $0.method = "PATCH" }
    #expect(
      try Self.lines(method) == ["operation: /orders/{id} has no operation PATCH, it has GET, PUT"]
    )
    #expect(try Self.lines(path, ContractRules(undocumented: .off)) == [])
  }

  @Test func `the most specific media range rules`() throws {
    let text = Self.changed(Self.get("seven")) { $0.responseBody?.contentType = "text/plain" }
    #expect(try Self.lines(text) == [#"$: expected integer, got string "seven""#])
    let number = Self.changed(Self.get("7")) { $0.responseBody?.contentType = "text/plain" }
    #expect(try Self.lines(number) == [])
  }

  @Test func `a range of statuses holds for statuses without a key`() throws {
    let exchange = Self.changed(Self.get("{}")) {
      $0.status = 404
      $0.responseBody?.contentType = "application/problem+json"
    }
    #expect(
      try Self.lines(exchange) == [#"$.title: expected the member "title", which is missing"#]
    )
  }

  @Test func `header fields of the response are checked`() throws {
    let missing = Self.changed(Self.get()) { $0.responseHeaders = [("X-Rate", "7")] }
    #expect(
      try Self.lines(missing) == ["headers.Location: expected the field Location, which is missing"]
    )
    let wrong = Self.changed(Self.get()) { $0.responseHeaders.append(("x-rate", "many")) }
    #expect(try Self.lines(wrong) == [#"headers.X-Rate: expected integer, got string "many""#])
  }

  @Test func `a body has to be there where one is documented, and in strict contracts only there`()
    throws
  {
    let none = Self.changed(Self.get()) { $0.responseBody = nil }
    #expect(
      try Self.lines(none) == [
        "body: expected a body of application/json or application/* or text/plain, got none"
      ]
    )
    let head = Self.changed(none) { $0.method = "HEAD" }
    #expect(try Self.lines(head) == [])
    let extra = Self.changed(Self.get()) { $0.status = 204 }
    #expect(try Self.lines(extra) == [])
    #expect(try Self.judge(extra).notes.contains { $0.contains("describes no body") })
    let strict = try Self.lines(extra, ContractRules(strict: true))
    #expect(strict.contains { $0.hasPrefix("content-type: expected no body") })
  }

  @Test(
    arguments: [
      ("/orders/x", "limit=1", #"request path id: expected integer, got string "x""#),
      ("/orders/7", "limit=11", "request query limit: expected at most 10, got 11"),
      (
        "/orders/7", "state=new",
        #"request query state: expected one of ["open","closed"], got "new""#
      ),
      ("/orders/7", "filter=%7B", "request query filter: expected JSON, got text that is none: "),
    ]
  )
  func `a parameter that breaks its schema is accepted against the contract`(
    path: String,
    query: String,
    wanted: String
  ) throws {
    let exchange = Self.changed(Self.get()) {
      $0.path = path
      $0.query = query
    }
    let lines = try Self.lines(exchange)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix(wanted) == true, "\(lines)")
    #expect(lines.first?.hasSuffix("; it was accepted against the contract with 200") == true)
  }

  @Test func `header and cookie parameters are checked`() throws {
    let missing = Self.changed(Self.get()) { $0.requestHeaders = [] }
    #expect(
      try Self.lines(missing).first?.hasPrefix(
        "request header X-Trace: expected the header parameter"
      ) == true
    )
    let wrong = Self.changed(Self.get()) {
      $0.requestHeaders = [("x-trace", "1"), ("Cookie", "a=b; session=x")]
    }
    let lines = try Self.lines(wrong)
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix(#"request header X-Trace: expected the format uuid, got "1""#))
    #expect(lines[1].hasPrefix("request cookie session: expected at least 3 characters"))
  }

  @Test func `a wrong request that gets a documented 4xx is a negative test`() throws {
    let judgement = try Self.judge(Self.put(ContractFixture.json("{}"), status: 400))
    #expect(judgement.isNegativeTest)
    #expect(judgement.violations.isEmpty)
    let undocumented = try Self.judge(Self.put(ContractFixture.json("{}"), status: 409))
    #expect(!undocumented.isNegativeTest)
    #expect(undocumented.violations.contains { $0.at == "status" })
    #expect(undocumented.violations.contains { !$0.isOfResponse })
    #expect(try !Self.judge(Self.get()).isNegativeTest)
  }

  @Test func `bodies of requests are checked`() throws {
    #expect(
      try Self.lines(Self.put(nil)).first?.hasPrefix("request body: expected a body, got none")
        == true
    )
    let type = ContractFixture.json("{}", type: "text/html")
    #expect(
      try Self.lines(Self.put(type)).first?.hasPrefix("request content-type: expected") == true
    )
    let json = ContractFixture.json(#"{"total": true, "secret": "x"}"#)
    #expect(
      try Self.lines(Self.put(json)).first?.hasPrefix(
        "request body $.total: expected number, got boolean true"
      ) == true
    )
  }

  @Test func `members that only one side sends are held by direction`() throws {
    let sent = ContractFixture.json(#"{"id": 1, "total": 1, "secret": "x"}"#)
    #expect(
      try Self.lines(Self.put(sent)).first?.hasPrefix(
        "request body $.id: expected no read-only member"
      ) == true
    )
    let received = Self.get(#"{"id": 1, "total": 1, "secret": "x"}"#)
    #expect(try Self.lines(received) == [#"$.secret: expected no write-only member, got "x""#])
    #expect(
      try Self.lines(Self.get(#"{"total": 1}"#)) == [
        #"$.id: expected the member "id", which is missing"#
      ]
    )
  }

  @Test func `forms and multipart bodies are checked by property`() throws {
    func form(_ text: String) -> ContractBody {
      ContractFixture.json(text, type: "application/x-www-form-urlencoded")
    }
    #expect(try Self.lines(Self.put(form("count=3&tags=a&tags=b&at=%7B%22x%22%3A1.5%7D"))) == [])
    #expect(
      try Self.lines(Self.put(form("count=x"))).first?.hasPrefix(
        #"request body $.count: expected integer, got string "x""#
      ) == true
    )
    #expect(
      try Self.lines(Self.put(form("tags=a"))).first?.hasPrefix(
        "request body $.count: expected the member"
      ) == true
    )
    #expect(
      try Self.lines(Self.put(form("count=1&at=%7B%22x%22%3A%22y%22%7D"))).first?.hasPrefix(
        "request body $.at.x: expected number"
      ) == true
    )
    func multipart(_ type: String, _ meta: String) -> ContractBody {
      let text =
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n"
        + "Content-Type: \(type)\r\n\r\n\u{1}\u{2}\r\n"
        + "--b\r\nContent-Disposition: form-data; name=\"meta\"\r\n\r\n\(meta)\r\n--b--\r\n"
      return ContractFixture.json(text, type: "multipart/form-data; boundary=b")
    }
    #expect(try Self.lines(Self.put(multipart("image/png", #"{"n": 1}"#))) == [])
    #expect(
      try Self.lines(Self.put(multipart("image/gif", #"{"n": 1}"#))).first?.hasPrefix(
        "request body $.file content-type: expected image/png, got image/gif"
      ) == true
    )
    #expect(
      try Self.lines(Self.put(multipart("image/png", #"{"n": "1"}"#))).first?.hasPrefix(
        "request body $.meta.n: expected integer"
      ) == true
    )
    let broken = ContractFixture.json("--b\r\n", type: "multipart/form-data; boundary=b")
    #expect(
      try Self.lines(Self.put(broken)).first?.hasPrefix("request body $: expected a multipart body")
        == true
    )
  }

  @Test func `strict reports members and query parameters that nothing names`() throws {
    let exchange = Self.changed(
      Self.get(#"{"id": 1, "total": 1, "note": "x", "lines": [{"cost": 1}]}"#)
    ) {
      $0.query = "page=1"
    }
    #expect(try Self.lines(exchange) == [])
    let lines = try Self.lines(exchange, ContractRules(strict: true))
    #expect(
      lines.contains { $0.hasPrefix("request query page: the document has no query parameter") }
    )
    #expect(
      lines.contains(#"$.note: expected no member "note", which no schema names"#)
        || lines.contains { $0.hasPrefix("$.lines[0].cost") }
    )
    #expect(lines.contains { $0.hasPrefix("$.lines[0].cost: expected no member") })
  }

  @Test(arguments: [
    (
      "tag%5B%5D=a&tag%5B%5D=b",
      ["tag[]\", only \"tag\", as options: { arrays: repeat } sends a list"]
    ),
    ("sort[]=a", ["sort[]\", only \"sort\", as options: { arrays: comma } sends a list"]),
    ("tag=a&tag=b&sort=a,b", []), ("other[]=a&state[]=open", []),
    ("tag[]=a&tag=b", ["tag[]\", only"]),
  ])
  func `a list under a name with brackets is reported once where the document has it without`(
    query: String,
    expected: [String]
  ) throws {
    let exchange = Self.changed(Self.get(#"{"id": 1, "total": 1, "lines": []}"#)) {
      $0.query = query
    }
    let lines = try Self.lines(exchange)
    #expect(lines.count == expected.count)
    for (line, part) in zip(lines, expected) { #expect(line.contains(part)) }
  }

  @Test func `a known deviation is not reported and counts as used`() throws {
    let wrong = Self.get(#"{"id": 7, "total": "x", "lines": [{"price": "a"}, {"price": "b"}]}"#)
    let all = ContractRules(ignored: [
      .init(operation: "getOrder", at: "$.total"),
      .init(operation: "GET /orders/{id}", at: "$.lines[*].price"),
      .init(operation: "getOrder", at: "status"),
      .init(operation: "putOrder", at: "$.total"),
    ])
    let judgement = try Self.judge(wrong, all)
    #expect(judgement.violations.isEmpty)
    #expect(judgement.violationCount == 0)
    #expect(judgement.usedDeviations == [0, 1])
    let document = try ContractFixture.document(Self.shop)
    let unknown = ContractRules(ignored: [.init(operation: "getOrdre", at: "status")])
    #expect(document.deviations(unknown).first?.suggestion == "getOrder")
    #expect(document.deviations(all).isEmpty)
  }

  @Test func `of a body ten violations are described and all are counted`() throws {
    let lines = (0..<25).map { _ in #"{"price": "x"}"# }.joined(separator: ",")
    let judgement = try Self.judge(Self.get(#"{"id": 1, "total": 1, "lines": [\#(lines)]}"#))
    #expect(judgement.violations.count == 10)
    #expect(judgement.violationCount == 25)
    #expect(judgement.warningCount == 0)
    #expect(!judgement.isCountCut)
  }

  @Test func `violations that only warn are counted as warnings, described or not`() throws {
    let lines = (0..<25).map { _ in #"{"price": "x"}"# }.joined(separator: ",")
    let wrong = Self.changed(Self.get(#"{"id": 1, "total": 1, "lines": [\#(lines)]}"#)) {
      $0.responseHeaders = [("Location", "/"), ("X-Rate", "many")]
      $0.query = "limit=11"
    }
    let judgement = try Self.judge(wrong, ContractRules(responses: .warn, requests: .fail))
    #expect(judgement.violationCount == 27)
    #expect(judgement.warningCount == 26)
    #expect(judgement.violations.filter { $0.level == .fail }.map(\.at) == ["request query limit"])
    let path = Self.changed(wrong) { $0.path = "/nothing" }
    let undocumented = try Self.judge(path, ContractRules(undocumented: .warn))
    #expect(undocumented.violationCount == 1)
    #expect(undocumented.warningCount == 1)
  }

  @Test func `a count that does not go on says so`() throws {
    let lines = (0..<300).map { _ in #"{"price": "x"}"# }.joined(separator: ",")
    let judgement = try Self.judge(Self.get(#"{"id": 1, "total": 1, "lines": [\#(lines)]}"#))
    #expect(judgement.violationCount == 200)
    #expect(judgement.isCountCut)
  }

  @Test func `a response whose body nobody kept is not called empty`() throws {
    let redirect = Self.changed(Self.get()) {
      $0.responseBody = nil
      $0.knowsResponseBody = false
    }
    #expect(try Self.lines(redirect) == [])
    let typed = Self.changed(redirect) {
      $0.responseBody = ContractBody(contentType: "image/png", bytes: [], isComplete: false)
    }
    #expect(
      try Self.lines(typed).first?.hasPrefix("content-type: expected application/json") == true
    )
    let undocumented = Self.changed(typed) { $0.status = 204 }
    #expect(try Self.lines(undocumented, ContractRules(strict: true)) == [])
  }

  @Test func `a parameter that is a document is sent once`() throws {
    let exchange = Self.changed(Self.get()) { $0.query = "filter=%7B%7D&filter=7" }
    let lines = try Self.lines(exchange)
    #expect(lines.count == 1)
    #expect(
      lines.first?.hasPrefix("request query filter: expected one value, got 2 values") == true
    )
  }

  @Test func `a member that an object does not take is named`() throws {
    let document = try ContractFixture.document(
      """
      paths:
        /closed:
          get:
            responses:
              '200':
                description: ok
                content:
                  application/json:
                    schema:
                      properties: { a: {}, pair: { prefixItems: [{}], items: false } }
                      additionalProperties: false
      """
    )
    let body = ContractFixture.json(#"{"a": 1, "b c": 2, "pair": [1, 2]}"#)
    let exchange = ContractExchange(
      method: "GET",
      path: "/closed",
      status: 200,
      responseBody: body
    )
    #expect(
      Set(ContractFixture.lines(document.judge(exchange, rules: .init()))) == [
        #"$['b c']: expected no member "b c""#, "$.pair[1]: expected no item 1",
      ]
    )
  }

  @Test(
    arguments: [
      ("$", true), ("$.total", true), ("$.lines[*].price", true), ("$['a b'][0]", true),
      ("status", true), ("content-type", true), ("headers.X-Rate", true), ("request", true),
      ("$..total", false), ("$.lines[0:2]", false), ("$.lines[?@.price]", false),
      ("$.lines[-1]", false), ("$.", false), ("$x", false), ("headers.", false), ("total", false),
      ("", false), ("$['a", false), ("$['a'", false), ("$[\"a\\", false), ("$[0", false),
    ]
  )
  func `a known deviation has a place where it can occur`(at: String, isPlace: Bool) {
    #expect(ContractRules.Deviation(operation: "getOrder", at: at).isPlace == isPlace)
  }

  @Test func `a missing body is the known deviation of the whole body`() throws {
    let none = Self.changed(Self.get()) { $0.responseBody = nil }
    let known = ContractRules(ignored: [.init(operation: "getOrder", at: "$")])
    #expect(try Self.judge(none, known).usedDeviations == [0])
    #expect(try Self.lines(none, known) == [])
    let member = ContractRules(ignored: [.init(operation: "getOrder", at: "$.total")])
    #expect(try Self.lines(none, member).count == 1)
  }

  @Test func `a body that was not kept whole is noted and not called right`() throws {
    let exchange = Self.changed(Self.get("{")) { $0.responseBody?.isComplete = false }
    let judgement = try Self.judge(exchange)
    #expect(judgement.notes.count == 1)
    #expect(try Self.lines(Self.get("{")).first?.hasPrefix("$: expected JSON") == true)
  }

  @Test func `a preflight request is no violation, another OPTIONS is one`() throws {
    var exchange = ContractExchange(method: "OPTIONS", path: "/orders/7", status: 204)
    #expect(try Self.judge(exchange).violations.count == 1)
    exchange.requestHeaders = [("Access-Control-Request-Method", "PUT")]
    #expect(try Self.judge(exchange).violations.isEmpty)
  }

  @Test func `coverage marks what an exchange exercised`() throws {
    let document = try ContractFixture.document(Self.shop)
    let exchange = Self.changed(Self.get(#"{"id": 1, "total": 1, "lines": [{"price": 1}]}"#)) {
      $0.query = "state=open"
    }
    let items = document.shape.items
    let marked = document.judge(exchange, rules: .init()).marks.map { items[$0].kind }
    let wanted: Set<CoverageShape.Item.Kind> = [
      .operation, .status("200"), .responseMedia("200", "application/json"),
      .parameter(in: "path", name: "id"), .parameter(in: "query", name: "state"),
      .parameter(in: "header", name: "X-Trace"),
      .parameterValue(in: "query", name: "state", value: "open"),
      .property(status: "200", media: "application/json", path: "$.id"),
      .property(status: "200", media: "application/json", path: "$.total"),
      .property(status: "200", media: "application/json", path: "$.lines"),
      .property(status: "200", media: "application/json", path: "$.lines[*].price"),
    ]
    #expect(Set(marked) == wanted)
    #expect(
      items.contains { $0.kind == .parameterValue(in: "query", name: "state", value: "closed") }
    )
  }

  @Test func `strict describes the first of many names, and counts them all`() throws {
    let exchange = Self.changed(Self.get(#"{"id": 1, "total": 1, "lines": []}"#)) {
      $0.query = (0..<500).map { "name\($0)=1" }.joined(separator: "&")
    }
    let judgement = try Self.judge(exchange, ContractRules(strict: true))
    #expect(judgement.violationCount == 500)
    #expect(judgement.violations.count == 10)
  }

  @Test func `a word that is no media type fits no part`() throws {
    let document = try ContractFixture.document(
      """
      paths:
        /u:
          put:
            requestBody:
              content:
                multipart/form-data:
                  schema: { type: object, properties: { file: { type: string } } }
                  encoding: { file: { contentType: png } }
            responses: { '200': { description: ok } }
      """
    )
    let body = ContractFixture.json(
      "--b\r\nContent-Disposition: form-data; name=\"file\"\r\nContent-Type: image/png\r\n\r\n1\r\n--b--\r\n",
      type: "multipart/form-data; boundary=b"
    )
    let exchange = ContractExchange(method: "PUT", path: "/u", requestBody: body, status: 200)
    let lines = ContractFixture.lines(document.judge(exchange, rules: .init()))
    #expect(
      lines.first?.hasPrefix("request body $.file content-type: expected png, got image/png")
        == true
    )
  }

  @Test func `the whole query and rows of JSON are read as 3.2 describes them`() throws {
    let document = try ContractFixture.document(
      """
      paths:
        /q:
          get:
            parameters:
              - { name: q, in: querystring, content: { application/json: { schema: { type: object, required: [a] } } } }
            responses:
              '200': { description: ok, content: { application/jsonl: { itemSchema: { type: integer } } } }
      """,
      version: "3.2.0"
    )
    func lines(_ query: String, _ body: String) -> [String] {
      let body = ContractFixture.json(body, type: "application/jsonl")
      return ContractFixture.lines(
        document.judge(
          ContractExchange(
            method: "GET",
            path: "/q",
            query: query,
            status: 200,
            responseBody: body
          ),
          rules: .init()
        )
      )
    }
    #expect(lines("%7B%22a%22%3A1%7D", "1\n2\n") == [])
    #expect(
      lines("%7B%7D", "1\n").first?.hasPrefix("request querystring q.a: expected the member")
        == true
    )
    #expect(
      lines("%7B%22a%22%3A1%7D", "1\n\"x\"\n") == [#"$[1]: expected integer, got string "x""#]
    )
  }
}
