import Contracts
import Diagnostics
import Testing

/// What is wrong with documents, and where.
@Suite(.timeLimit(.minutes(5)))
struct DocumentMistakeTests {
  private static let head = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\n"

  @Test(
    arguments: [
      ("", "1:1 error the file is empty"),
      ("- 1", "1:1 error expected an OpenAPI document, got a list"),
      ("swagger: '2.0'", "1:1 error this is a document of Swagger 2.0"),
      ("openapi: 4.0.0", "1:10 error OpenAPI 4.0.0 is not known"),
      ("openapi: 3.1.0\npaths: {}", "1:1 error an OpenAPI document must have the key \"info\""),
      (head + "path: {}", "3:1 error an OpenAPI document has no key \"path\""),
      (head + "paths: { orders: {} }", "3:10 error a path must start with /"),
      (head + "paths: { '/{a': {} }", "3:10 error a { is not closed in this path template"),
      (
        head + "paths: { '/{a}': { get: {} }, '/{b}': { put: {}, get: {} } }",
        "3:31 error this path template matches the same paths as /{a} on line 3"
      ),
      (
        head + "paths: { /a: { get: { parameters: [{ name: q, in: query }] } } }",
        "3:36 error a parameter must have the key \"schema\" or \"content\""
      ),
      (
        head + "paths: { /a: { get: { responses: { 20: { description: x } } } } }",
        "3:36 error \"20\" is no status"
      ),
      (
        head + "components: { schemas: { A: { type: strng } } }",
        "3:37 error expected a type out of array, boolean, integer, number, object, string, null, got \"strng\""
      ),
      (
        head + "components: { parameters: { A: { $ref: '#/components/parameters/B' } } }",
        "3:40 error the reference leads to nothing: there is no \"B\""
      ),
      (
        head + "components: { schemas: { A: { $ref: '#/components/schemas/A' } } }",
        "3:37 error the references from here form a circle"
      ),
      (
        head + "components: { schemas: { A: { $ref: 'https://example.com/a.json' } } }",
        "3:37 error the reference leads to https://example.com/a.json, and nothing is fetched from the network"
      ),
      (
        head + "components: { schemas: { A: { $ref: 'urn:example:a' } } }",
        "3:37 error the reference leads to urn:example:a, and nothing is fetched from the network"
      ),
      (
        head + "components: { schemas: { A: { $ref: '../../a.yaml' } } }",
        "3:37 error there is no file ../../a.yaml"
      ),
      (
        head + "components: { schemas: { A: { $ref: '#/components/parameters/B' } }, "
          + "parameters: { B: { name: b, in: query, schema: {} } } }",
        "3:37 error the reference leads to components/parameters, and a schema is expected"
      ),
      (
        head + "components: { schemas: { A: { required: yes } } }",
        "3:41 error expected a list, got a text"
      ),
      (
        head + "components: {}\ncomponents: {}",
        "4:1 error the key \"components\" stands here a second time"
      ),
    ]
  )
  func `a mistake is reported with its place`(text: String, wanted: String) {
    let reading = ContractFixture.reading(text)
    #expect(reading.document == nil)
    #expect(
      ContractFixture.lines(reading.diagnostics).contains(wanted),
      "\(ContractFixture.lines(reading.diagnostics))"
    )
  }

  @Test(
    arguments: [
      ("http://json-schema.org/draft-07/schema#", "JSON Schema draft-07"),
      ("https://json-schema.org/draft/2019-09/schema", "JSON Schema 2019-09"),
      ("http://json-schema.org/draft-04/schema#", "JSON Schema draft-04"),
      ("https://example.com/own", "\"https://example.com/own\""),
      ("https://json-schema.org/draft/2020-12/schema", nil),
      ("https://json-schema.org/draft/2020-12/schema#", nil),
      ("https://spec.openapis.org/oas/3.1/dialect/base", nil),
      ("https://spec.openapis.org/oas/3.2/dialect/2025-09-17", nil),
    ]
  )
  func `a dialect that schemas are not read by is reported with its place`(
    dialect: String,
    name: String?
  ) {
    let whole = ContractFixture.reading(Self.head + "jsonSchemaDialect: \(dialect)\npaths: {}")
    #expect(whole.document != nil)
    #expect(
      ContractFixture.lines(whole.diagnostics)
        == (name.map { ["3:20 warning schemas are read as JSON Schema 2020-12, not as \($0)"] }
          ?? [])
    )
    let own = ContractFixture.reading(
      Self.head + "components: { schemas: { A: { $schema: '\(dialect)' } } }"
    )
    #expect(own.document != nil)
    #expect(
      ContractFixture.lines(own.diagnostics)
        == (name.map {
          ["3:40 warning the dialect \($0) is not known, only JSON Schema 2020-12 is"]
        } ?? [])
    )
  }

  @Test func `an operation without responses is only warned of, and no answer is documented`()
    throws
  {
    let reading = ContractFixture.reading(
      Self.head + "paths: { /a: { get: { responses: {} } } }"
    )
    #expect(
      ContractFixture.lines(reading.diagnostics) == [
        "3:34 warning expected at least one response: whatever this operation answers is undocumented"
      ]
    )
    let document = try #require(reading.document)
    let judgement = document.judge(
      ContractExchange(method: "GET", path: "/a", status: 200),
      rules: ContractRules()
    )
    #expect(
      judgement.violations.map(\.message) == [
        "the status 200 is not documented: the operation has no responses"
      ]
    )
  }

  @Test func `an operationId that stands twice is only warned of, and no deviation may name it`() {
    let reading = ContractFixture.reading(
      Self.head + "paths: { /a: { get: { operationId: x }, put: { operationId: x } } }"
    )
    var rules = ContractRules()
    rules.ignored = ["x", "GET /a", "PUT /a"].map { .init(operation: $0, at: "status") }
    #expect(
      ContractFixture.lines(reading.diagnostics) == [
        "3:61 warning the operationId \"x\" stands here a second time"
      ]
    )
    let mistakes = reading.document?.deviations(rules)
    #expect(mistakes?.map(\.message) == ["api.yaml has 2 operations \"x\""])
    #expect(
      mistakes?.first?.hint
        == "write the method and path of the one that is meant, as in GET /a"
    )
  }

  @Test func `templates of one shape are only warned of while they share no method`() {
    let reading = ContractFixture.reading(
      Self.head
        + "paths: { '/{a}': { get: { operationId: x } }, '/{b}': { put: { operationId: y } } }"
    )
    #expect(
      ContractFixture.lines(reading.diagnostics).filter { $0.contains("template") } == [
        "3:47 warning this path template matches the same paths as /{a} on line 3"
      ]
    )
    #expect(
      reading.document?.match(method: "PUT", path: "/7", below: [])
        == .operation(1, pathValues: [ContractPathValue(name: "b", value: "7")])
    )
    #expect(
      reading.document?.match(method: "GET", path: "/7", below: [])
        == .operation(0, pathValues: [ContractPathValue(name: "a", value: "7")])
    )
  }

  @Test func `a mistake in another file is reported there`() throws {
    let reading = ContractFixture.reading(
      Self.head + "components: { schemas: { A: { $ref: 'b.yaml#/B' } } }",
      path: "api/shop.yaml",
      files: ["api/b.yaml": "\nB: { type: nothing }"]
    )
    let diagnostic = try #require(reading.diagnostics.first)
    #expect(diagnostic.path == "api/b.yaml")
    #expect(diagnostic.range?.start.line == 2)
  }

  @Test func `JSON is read with surrogate pairs and long keys, and its mistakes have places`() {
    let key = String(repeating: "k", count: 3000)
    let text =
      #"{"openapi": "3.1.0", "info": {"title": "\ud83d\ude00", "version": "1"}, "components": {"schemas": {"A": {"properties": {"\#(key)": {}}}}}}"#
    #expect(ContractFixture.reading(text, path: "a.json").document?.title == "😀")
    let broken = ContractFixture.reading(#"{"openapi": }"#, path: "a.json")
    #expect(
      ContractFixture.lines(broken.diagnostics).first?.hasPrefix("1:13 error this is no JSON")
        == true
    )
  }

  @Test func `keys that stand twice in JSON are reported in the order of their places`() {
    let reading = ContractFixture.reading(#"{"a": 1, "a": {"b": 1, "b": 2}}"#, path: "a.json")
    #expect(
      ContractFixture.lines(reading.diagnostics) == [
        "1:10 error the key \"a\" stands here a second time",
        "1:24 error the key \"b\" stands here a second time",
      ]
    )
  }
}
