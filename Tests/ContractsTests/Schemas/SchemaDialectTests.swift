import Contracts
import Testing

/// What schemas mean in each version of OpenAPI.
@Suite(.timeLimit(.minutes(5)))
struct SchemaDialectTests {
  private static func violations(
    _ schema: String,
    _ body: String,
    version: String,
    components: String = "{}",
    files: [String: String] = [:]
  ) throws -> [String] {
    let document = try ContractFixture.document(
      """
      paths:
        /a:
          get:
            responses:
              '200': { description: ok, content: { application/json: { schema: \(schema) } } }
      components: \(components)
      """,
      version: version,
      files: files
    )
    let exchange = ContractExchange(
      method: "GET",
      path: "/a",
      status: 200,
      responseBody: ContractFixture.json(body)
    )
    return ContractFixture.lines(document.judge(exchange, rules: .init()))
  }

  @Test(
    arguments: [
      ("{ type: string, nullable: true }", "null", true), ("{ type: string }", "null", false),
      ("{ type: string, nullable: true, enum: [a] }", "null", false),
      ("{ type: string, nullable: true, enum: [a, null] }", "null", true),
      ("{ nullable: true, allOf: [{ type: string }] }", "null", false),
      ("{ maximum: 5, exclusiveMaximum: true }", "5", false),
      ("{ maximum: 5, exclusiveMaximum: false }", "5", true),
      ("{ minimum: 5, exclusiveMinimum: true }", "5", false),
      ("{ minimum: 5, exclusiveMinimum: true }", "5.01", true),
      ("{ $ref: '#/components/schemas/A', maxLength: 1 }", "\"long\"", true),
      ("{ type: integer, format: int32 }", "2147483647", true),
      ("{ type: integer, format: int32 }", "2147483648", false),
      ("{ type: integer, format: int64 }", "9223372036854775807", true),
      ("{ type: integer, format: int64 }", "9223372036854775808", false),
      ("{ type: number, format: float }", "1e39", false),
      ("{ type: number, format: double }", "1e39", true),
      ("{ type: number, format: double }", "1e309", false),
      ("{ type: string, format: byte }", "\"aGk=\"", true),
      ("{ type: string, format: byte }", "\"a*b\"", false),
      ("{ type: string, format: password }", "\"x\"", true),
      ("{ type: string, format: date-time }", "\"yesterday\"", false),
      ("{ type: number, enum: [0.1] }", "0.10", true),
      ("{ type: number, maximum: 9007199254740992 }", "9007199254740993", false),
    ]
  )
  func `a schema of 3.0 has its own dialect`(schema: String, body: String, holds: Bool) throws {
    let lines = try Self.violations(
      schema,
      body,
      version: "3.0.3",
      components: "{ schemas: { A: { type: string } } }"
    )
    #expect(lines.isEmpty == holds, "\(lines)")
  }

  @Test(
    arguments: [
      ("{ type: [string, 'null'] }", "null", true), ("{ exclusiveMaximum: 5 }", "5", false),
      ("{ $ref: '#/components/schemas/A', maxLength: 1 }", "\"long\"", false),
      ("{ $ref: '#/components/schemas/A' }", "\"long\"", true),
      ("{ $ref: '#anchored' }", "\"x\"", false), ("{ $ref: '#anchored' }", "1", true),
      ("{ $ref: 'https://example.com/named' }", "\"x\"", false),
      ("{ $ref: 'https://example.com/named' }", "true", true),
      ("{ prefixItems: [{ type: string }], items: false }", "[\"a\", 1]", false),
      ("{ $ref: 'parts/common.yaml#/Money' }", "{\"amount\": \"x\"}", false),
      ("{ $ref: 'parts/common.yaml#/Money' }", "{\"amount\": 1}", true),
      ("{ $ref: '#/components/schemas/Tree' }", "{\"next\": {\"next\": {\"next\": 1}}}", false),
      ("{ $ref: '#/components/schemas/Tree' }", "{\"next\": {\"next\": {}}}", true),
      ("true", "1", true), ("false", "1", false),
    ]
  )
  func `a schema of 3.1 is JSON Schema 2020-12`(schema: String, body: String, holds: Bool) throws {
    let components = """
      { schemas: { A: { type: string }, B: { $anchor: anchored, type: integer },
          C: { $id: 'https://example.com/named', type: boolean },
          Tree: { type: object, properties: { next: { $ref: '#/components/schemas/Tree' } } } } }
      """
    let files = [
      "parts/common.yaml": "Money: { properties: { amount: { $ref: 'more.json#/Amount' } } }",
      "parts/more.json": #"{"Amount": {"type": "number"}}"#,
    ]
    let lines = try Self.violations(
      schema,
      body,
      version: "3.1.0",
      components: components,
      files: files
    )
    #expect(lines.isEmpty == holds, "\(lines)")
  }

  @Test func `a dynamic reference leads to the outermost anchor`() throws {
    let components = """
      { schemas: {
          List: { $id: 'https://example.com/list', type: array, items: { $dynamicRef: '#item' },
            $defs: { item: { $dynamicAnchor: item } } },
          Numbers: { $id: 'https://example.com/numbers', $ref: list,
            $defs: { item: { $dynamicAnchor: item, type: number } } } } }
      """
    let schema = "{ $ref: '#/components/schemas/Numbers' }"
    #expect(try Self.violations(schema, "[1]", version: "3.1.0", components: components) == [])
    #expect(
      try Self.violations(schema, "[\"a\"]", version: "3.1.0", components: components)
        == [#"$[0]: expected number, got string "a""#]
    )
  }

  @Test(arguments: ["3.0.3", "3.1.0", "3.2.0"])
  func `a discriminator chooses the branch that messages talk about`(version: String) throws {
    let components = """
      { schemas: {
          Cat: { type: object, required: [kind], properties: { kind: { type: string }, lives: { type: integer } } },
          Dog: { type: object, required: [kind], properties: { kind: { type: string }, bark: { type: boolean } } },
          Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
            discriminator: { propertyName: kind, mapping: { cat: '#/components/schemas/Cat', dog: Dog } } } } }
      """
    let schema = "{ $ref: '#/components/schemas/Pet' }"
    func lines(_ body: String) throws -> [String] {
      try Self.violations(schema, body, version: version, components: components)
    }
    #expect(
      try lines(#"{"kind": "cat", "lives": "nine"}"#) == [
        #"$.lives: expected integer, got string "nine""#
      ]
    )
    let bird = try lines(#"{"kind": "bird"}"#)
    #expect(bird == [#"$.kind: expected one of "Cat", "Dog", "cat", "dog", got "bird""#])
    #expect(try lines(#"{"kind": "dog", "bark": true, "lives": "x"}"#) == [])
  }

  @Test func `of alternatives the nearest one is explained at its place`() throws {
    let schema = """
      { type: array, items: { anyOf: [
          { type: object, properties: { a: { type: object, properties: { b: { type: string } } } } },
          { type: 'null' } ] } }
      """
    let inner = try Self.violations(schema, #"[{ "a": { "b": 1 } }]"#, version: "3.1.0")
    let start = "$[0]: expected one of 2 alternatives, none of which fits; nearest: "
    #expect(inner == [start + "$[0].a.b: expected type string, got integer"])
    let itself = try Self.violations(schema, "[7]", version: "3.1.0")
    #expect(itself == [start + "expected type object, got integer"])
  }

  @Test func `a schema that cannot be used is a violation, never a pass`() throws {
    let lines = try Self.violations("{ pattern: '(' }", "1", version: "3.1.0")
    #expect(lines.count == 1)
    #expect(lines.first?.contains("the pattern \"(\" cannot be used") == true, "\(lines)")
    let dialect = try Self.violations(
      "{ $schema: 'http://json-schema.org/draft-07/schema#' }",
      "1",
      version: "3.1.0"
    )
    #expect(dialect.count == 1, "\(dialect)")
  }

  @Test func `schemas in a circle end`() throws {
    let components = """
      { schemas: { A: { allOf: [{ $ref: '#/components/schemas/B' }] }, B: { allOf: [{ $ref: '#/components/schemas/A' }] } } }
      """
    let schema = "{ $ref: '#/components/schemas/A' }"
    let lines = try Self.violations(schema, "1", version: "3.1.0", components: components)
    #expect(lines.count == 1)
  }
}
