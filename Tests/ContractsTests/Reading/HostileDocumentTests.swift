import Contracts
import Diagnostics
import Testing

/// Documents that are made to crash, hang or exhaust a reader.
@Suite(.timeLimit(.minutes(5)))
struct HostileDocumentTests {
  private static let head = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\n"

  @Test(arguments: ["a.yaml", "a.json"])
  func `nesting without end is reported`(path: String) {
    let depth = 50_000
    let text =
      #"{"openapi": "3.1.0", "components": {"schemas": {"A": "#
      + String(repeating: #"{"not": "#, count: depth) + "{}" + String(repeating: "}", count: depth)
      + "}}}"
    let reading = ContractFixture.reading(text, path: path)
    #expect(reading.document == nil)
    #expect(reading.diagnostics.first?.message == "more than 200 levels of lists and maps")
  }

  @Test func `aliases that multiply are reported`() {
    var text = Self.head + "x-a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
    for level in 1...12 {
      let list = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "x-a\(level): &a\(level) [\(list)]\n"
    }
    let reading = ContractFixture.reading(text + "paths: {}\n")
    #expect(reading.document == nil)
    #expect(
      reading.diagnostics.first?.message
        == "the aliases of this file expand to more than a million nodes"
    )
  }

  @Test func `schemas that alias themselves often are walked in bounded time`() throws {
    var text = Self.head + "paths: {}\ncomponents:\n  schemas:\n    A0: &a0 { type: string }\n"
    for level in 1...4 {
      let list = Array(repeating: "*a\(level - 1)", count: 8).joined(separator: ", ")
      text += "    A\(level): &a\(level) { allOf: [\(list)] }\n"
    }
    let reading = ContractFixture.reading(text)
    #expect(reading.document != nil, "\(ContractFixture.lines(reading.diagnostics))")
  }

  @Test func `garbage of five megabytes is reported`() {
    let bytes = [UInt8](repeating: UInt8(ascii: "{"), count: 5 << 20)
    let reading = ContractDocument.read(SourceFile(path: "a.yaml", utf8: bytes)) { path in
      .failure(Mistake("there is no file \(path)"))
    }
    #expect(reading.document == nil)
    #expect(!reading.diagnostics.isEmpty)
    let binary = ContractDocument.read(
      SourceFile(
        path: "a.yaml",
        utf8: (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 167 >> 3) }
      )
    ) { path in .failure(Mistake("there is no file \(path)")) }
    #expect(binary.document == nil)
    #expect(!binary.diagnostics.isEmpty)
  }

  @Test func `files that refer to each other are read once`() throws {
    let reading = ContractFixture.reading(
      Self.head + "paths: {}\ncomponents: { schemas: { A: { $ref: 'b.yaml' } } }",
      files: [
        "b.yaml":
          "{ properties: { c: { $ref: 'c.yaml' }, a: { $ref: 'api.yaml#/components/schemas/A' } } }",
        "c.yaml": "{ properties: { b: { $ref: './b.yaml' } } }",
      ]
    )
    #expect(reading.document != nil, "\(ContractFixture.lines(reading.diagnostics))")
  }

  @Test func `forty schemas by allOf, each by twenty, are judged`() throws {
    let parts = (0..<40).map {
      "{ allOf: [\((0..<20).map { "{ properties: { p\($0): { type: integer } } }" }.joined(separator: ", "))], required: [q\($0)] }"
    }
    let document = try ContractFixture.document(
      "paths: { /a: { get: { responses: { '200': { description: x, content: { application/json: { schema: { allOf: [\(parts.joined(separator: ", "))] } } } } } } } }"
    )
    let exchange = ContractExchange(
      method: "GET",
      path: "/a",
      status: 200,
      responseBody: ContractFixture.json("{\"p0\": 1}")
    )
    #expect(document.judge(exchange, rules: .init()).violationCount == 40)
  }

  @Test func `a thousand parents that discriminate between the same children are judged`() throws {
    let count = 1_000
    let schemas = (0..<count).map { number in
      let parents = [number - 1, number / 2].filter { (0..<number).contains($0) }
        .map { "{ $ref: '#/components/schemas/S\($0)' }" }
      let allOf = parents.isEmpty ? "" : "allOf: [\(parents.joined(separator: ", "))], "
      return "    S\(number): { discriminator: { propertyName: kind }, "
        + "properties: { n: { type: integer } }, \(allOf)required: [n] }\n"
    }
    let document = try ContractFixture.document(
      "paths: { /a: { get: { responses: { '200': { description: x, content: { application/json: { schema: { $ref: '#/components/schemas/S1' } } } } } } } }\n"
        + "components:\n  schemas:\n\(schemas.joined())"
    )
    let exchange = ContractExchange(
      method: "GET",
      path: "/a",
      status: 200,
      responseBody: ContractFixture.json("{\"n\": \"x\"}")
    )
    #expect(document.judge(exchange, rules: .init()).violationCount > 0)
    #expect(document.bundles().definitions.count == count)
  }

  @Test func `many mistakes are cut off`() {
    let keys = (0..<5000).map { "k\($0): 1" }.joined(separator: "\n")
    #expect(ContractFixture.reading(Self.head + keys).diagnostics.count <= 200)
  }

  @Test func `requests made of separators are judged`() throws {
    let document = try ContractFixture.document(
      "paths: { '/{a}/{b}': { get: { parameters: [{ name: q, in: query, schema: { type: array, items: { type: integer } } }], responses: { '200': { description: x } } } } }"
    )
    let long = String(repeating: "/", count: 100_000)
    #expect(document.match(method: "GET", path: long, below: nil) == .noPath)
    let query = String(repeating: "&=%&q=%zz", count: 20_000)
    let exchange = ContractExchange(method: "GET", path: "/%/%zz", query: query, status: 200)
    #expect(document.judge(exchange, rules: .init()).violationCount > 0)
  }
}
