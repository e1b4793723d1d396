import Contracts
import Scenarios
import Testing

/// The table of styles (OpenAPI 3.1, section 4.8.12.6): what each writes for a text, a list and an object.
@Suite(.timeLimit(.minutes(5)))
struct ParameterStyleTests {
  /// A row of the table.
  struct Row: Sendable, CustomTestStringConvertible {
    var location: String
    var style: String
    var explode: Bool
    var shape: String
    /// The segment, the query, the field or the cookies.
    var sent: String

    var testDescription: String { "\(location) \(style) explode=\(explode) \(shape)" }
  }

  static let table: [Row] = [
    Row(location: "path", style: "simple", explode: false, shape: "primitive", sent: "blue"),
    Row(location: "path", style: "simple", explode: true, shape: "primitive", sent: "blue"),
    Row(
      location: "path",
      style: "simple",
      explode: false,
      shape: "array",
      sent: "blue,black,bro%77n"
    ),
    Row(location: "path", style: "simple", explode: true, shape: "array", sent: "blue,black,brown"),
    Row(
      location: "path",
      style: "simple",
      explode: false,
      shape: "object",
      sent: "R,100,G,200,B,150"
    ),
    Row(
      location: "path",
      style: "simple",
      explode: true,
      shape: "object",
      sent: "R=100,G=200,B=150"
    ),
    Row(location: "path", style: "label", explode: false, shape: "primitive", sent: ".blue"),
    Row(location: "path", style: "label", explode: true, shape: "primitive", sent: ".blue"),
    Row(
      location: "path",
      style: "label",
      explode: false,
      shape: "array",
      sent: ".blue,black,brown"
    ),
    Row(location: "path", style: "label", explode: true, shape: "array", sent: ".blue.black.brown"),
    Row(
      location: "path",
      style: "label",
      explode: false,
      shape: "object",
      sent: ".R,100,G,200,B,150"
    ),
    Row(
      location: "path",
      style: "label",
      explode: true,
      shape: "object",
      sent: ".R=100.G=200.B=150"
    ),
    Row(location: "path", style: "matrix", explode: false, shape: "primitive", sent: ";color=blue"),
    Row(location: "path", style: "matrix", explode: true, shape: "primitive", sent: ";color=blue"),
    Row(
      location: "path",
      style: "matrix",
      explode: false,
      shape: "array",
      sent: ";color=blue,black,brown"
    ),
    Row(
      location: "path",
      style: "matrix",
      explode: true,
      shape: "array",
      sent: ";color=blue;color=black;color=brown"
    ),
    Row(
      location: "path",
      style: "matrix",
      explode: false,
      shape: "object",
      sent: ";color=R,100,G,200,B,150"
    ),
    Row(
      location: "path",
      style: "matrix",
      explode: true,
      shape: "object",
      sent: ";R=100;G=200;B=150"
    ),
    Row(location: "query", style: "form", explode: false, shape: "primitive", sent: "color=blue"),
    Row(location: "query", style: "form", explode: true, shape: "primitive", sent: "color=blue"),
    Row(
      location: "query",
      style: "form",
      explode: false,
      shape: "array",
      sent: "color=blue,black,brown"
    ),
    Row(
      location: "query",
      style: "form",
      explode: true,
      shape: "array",
      sent: "color=blue&color=black&color=brown"
    ),
    Row(
      location: "query",
      style: "form",
      explode: false,
      shape: "object",
      sent: "color=R,100,G,200,B,150"
    ),
    Row(
      location: "query",
      style: "form",
      explode: true,
      shape: "object",
      sent: "R=100&G=200&B=150"
    ),
    Row(
      location: "query",
      style: "spaceDelimited",
      explode: false,
      shape: "array",
      sent: "color=blue%20black%20brown"
    ),
    Row(
      location: "query",
      style: "spaceDelimited",
      explode: false,
      shape: "array",
      sent: "color=blue+black+brown"
    ),
    Row(
      location: "query",
      style: "spaceDelimited",
      explode: false,
      shape: "object",
      sent: "color=R%20100%20G%20200%20B%20150"
    ),
    Row(
      location: "query",
      style: "pipeDelimited",
      explode: false,
      shape: "array",
      sent: "color=blue%7Cblack%7Cbrown"
    ),
    Row(
      location: "query",
      style: "pipeDelimited",
      explode: false,
      shape: "array",
      sent: "color=blue|black|brown"
    ),
    Row(
      location: "query",
      style: "pipeDelimited",
      explode: false,
      shape: "object",
      sent: "color=R%7C100%7CG%7C200%7CB%7C150"
    ),
    Row(
      location: "query",
      style: "deepObject",
      explode: true,
      shape: "object",
      sent: "color%5BR%5D=100&color%5BG%5D=200&color[B]=150"
    ),
    Row(location: "header", style: "simple", explode: false, shape: "primitive", sent: "blue"),
    Row(
      location: "header",
      style: "simple",
      explode: false,
      shape: "array",
      sent: "blue, black, brown"
    ),
    Row(
      location: "header",
      style: "simple",
      explode: true,
      shape: "array",
      sent: "blue,black,brown"
    ),
    Row(
      location: "header",
      style: "simple",
      explode: false,
      shape: "object",
      sent: "R,100,G,200,B,150"
    ),
    Row(
      location: "header",
      style: "simple",
      explode: true,
      shape: "object",
      sent: "R=100,G=200,B=150"
    ),
    Row(location: "header", style: "simple", explode: true, shape: "primitive", sent: "blue"),
    Row(location: "header", style: "simple", explode: false, shape: "empty", sent: ""),
    Row(location: "path", style: "label", explode: false, shape: "empty", sent: "."),
    Row(location: "path", style: "matrix", explode: false, shape: "empty", sent: ";color"),
    Row(location: "query", style: "form", explode: true, shape: "empty", sent: "color="),
    Row(location: "cookie", style: "form", explode: true, shape: "empty", sent: "color="),
    Row(
      location: "cookie",
      style: "form",
      explode: true,
      shape: "array",
      sent: "color=blue&color=black&color=brown"
    ),
    Row(
      location: "cookie",
      style: "form",
      explode: true,
      shape: "array",
      sent: "color=blue; color=black; color=brown"
    ),
    Row(
      location: "cookie",
      style: "form",
      explode: true,
      shape: "object",
      sent: "R=100&G=200&B=150"
    ),
    Row(location: "cookie", style: "form", explode: false, shape: "primitive", sent: "color=blue"),
    Row(location: "cookie", style: "form", explode: true, shape: "primitive", sent: "color=blue"),
    Row(
      location: "cookie",
      style: "form",
      explode: false,
      shape: "array",
      sent: "color=blue,black,brown"
    ),
    Row(
      location: "cookie",
      style: "form",
      explode: false,
      shape: "object",
      sent: "color=R,100,G,200,B,150"
    ),
    Row(
      location: "cookie",
      style: "form",
      explode: true,
      shape: "object",
      sent: "R=100; G=200; B=150"
    ),
    Row(
      location: "cookie",
      style: "cookie",
      explode: true,
      shape: "array",
      sent: "color=blue; color=black; color=brown"
    ),
    Row(location: "cookie", style: "cookie", explode: true, shape: "primitive", sent: "color=blue"),
  ]

  /// The schema that only the value of the table fulfils.
  private static func schema(_ shape: String, isRight: Bool) -> String {
    switch shape {
    case "primitive": "{ type: string, const: \(isRight ? "blue" : "red") }"
    case "empty": "{ type: string, const: \(isRight ? "''" : "red") }"
    case "array":
      "{ type: array, items: { type: string }, const: [blue, black, \(isRight ? "brown" : "red")] }"
    case _:
      """
      { type: object, properties: { R: { type: integer }, G: { type: integer }, B: { type: integer } },
                  additionalProperties: false, const: { R: 100, G: 200, B: \(isRight ? 150 : 151) } }
      """
    }
  }

  private static func document(_ row: Row, isRight: Bool) throws -> ContractDocument {
    try ContractFixture.document(
      """
      paths:
        \(row.location == "path" ? "/colors/{color}" : "/colors"):
          get:
            operationId: get
            parameters:
              - name: color
                in: \(row.location)
                required: true
                style: \(row.style)
                explode: \(row.explode)
                schema: \(schema(row.shape, isRight: isRight))
            responses: { '200': { description: ok } }
      """,
      version: "3.2.0"
    )
  }

  private static func exchange(_ row: Row) -> ContractExchange {
    ContractExchange(
      method: "GET",
      path: row.location == "path" ? "/colors/\(row.sent)" : "/colors",
      query: row.location == "query" ? row.sent : nil,
      requestHeaders: row.location == "header"
        ? [("Color", row.sent)] : row.location == "cookie" ? [("Cookie", row.sent)] : [],
      status: 200
    )
  }

  @Test(arguments: table)
  func `a value is read as its style writes it`(row: Row) throws {
    let right = try Self.document(row, isRight: true).judge(Self.exchange(row), rules: .init())
    #expect(ContractFixture.lines(right) == [])
    let wrong = try Self.document(row, isRight: false).judge(Self.exchange(row), rules: .init())
    #expect(wrong.violations.count == 1)
    #expect(wrong.violations.first?.at.hasPrefix("request \(row.location) color") == true)
    #expect(wrong.violations.first?.level == .warn)
  }

  @Test(
    arguments: [
      ("integer", "5", true), ("integer", "5.5", false), ("integer", "five", false),
      ("number", "5.5", true), ("boolean", "true", true), ("boolean", "TRUE", false),
      ("string", "5", true),
    ]
  )
  func `a text is read by the type of its schema`(type: String, sent: String, holds: Bool) throws {
    let document = try ContractFixture.document(
      """
      paths:
        /a:
          get:
            parameters: [{ name: q, in: query, schema: { type: \(type) } }]
            responses: { '200': { description: ok } }
      """
    )
    let exchange = ContractExchange(method: "GET", path: "/a", query: "q=\(sent)", status: 200)
    #expect(document.judge(exchange, rules: .init()).violations.isEmpty == holds)
  }
}
