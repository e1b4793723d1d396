import Contracts
import Testing

/// Documents with references to schemas that they lack, as frameworks write them.
@Suite(.timeLimit(.minutes(5)))
struct LackingSchemaTests {
  private static let text = """
    paths:
      /orders:
        get:
          parameters:
            - { name: state, in: query, schema: { $ref: '#/components/schemas/State' } }
          responses:
            '200':
              description: ok
              content:
                application/json:
                  schema:
                    type: object
                    properties:
                      id: { type: integer }
                      lines: { type: array, items: { $ref: '#/components/schemas/Line' } }
                      twin: { $ref: '#/properties/id' }
                      note: { not: { $ref: '#/components/schemas/Line' } }
                      owner: { oneOf: [{ type: string }, { $ref: '#/components/schemas/Line' }] }
            '201':
              description: created
              content: { application/json: { schema: { $ref: '#/components/schemas/Line' } } }
    components: { schemas: { Order: { type: object } } }
    """

  @Test func `what a schema lacks is a warning, once for each reference`() throws {
    let reading = ContractFixture.reading(
      "openapi: 3.1.0\ninfo: { title: API, version: '1' }\n" + Self.text
    )
    let lines = ContractFixture.lines(reading.diagnostics)
    #expect(lines.count == 6)
    #expect(
      lines.allSatisfy { $0.contains(" warning the reference leads to nothing: there is no ") }
    )
    #expect(try #require(reading.document).schemaMistakes() == [])
  }

  @Test(
    arguments: [
      (200, #"{"id": 7, "lines": []}"#, "", []),
      (200, #"{"id": "7"}"#, "", [#"$.id: expected integer, got string "7""#]),
      (
        200, #"{"lines": [{}]}"#, "",
        ["$.lines[0]: expected a usable schema: the reference \"#/components/schemas/Line\""]
      ),
      // The pointer counts from the document, not from the schema around the reference.
      (200, #"{"twin": 7}"#, "", ["$.twin: expected a usable schema"]),
      (200, #"{"note": 1}"#, "", ["$: expected a usable schema"]),
      (200, #"{"owner": "a"}"#, "", ["$: expected a usable schema"]),
      (201, "{}", "", ["$: expected a usable schema"]),
      (200, "{}", "state=new", ["request query state: expected a usable schema"]),
    ] as [(Int, String, String, [String])]
  )
  func `a value that needs a schema which is lacking fails, and all else is checked`(
    status: Int,
    body: String,
    query: String,
    expected: [String]
  ) throws {
    let exchange = ContractExchange(
      method: "GET",
      path: "/orders",
      query: query,
      status: status,
      responseBody: ContractFixture.json(body)
    )
    let lines = ContractFixture.lines(
      try ContractFixture.document(Self.text).judge(exchange, rules: ContractRules())
    )
    #expect(lines.count == expected.count)
    for (line, start) in zip(lines, expected) { #expect(line.hasPrefix(start)) }
  }
}
