import Diagnostics
import TestSupport
import Testing

/// `format` of JSON Schema is an assertion.
@Suite(.timeLimit(.minutes(5))) struct SchemaFormatTests {
  private static let schema = """
    {"properties": {"id": {"format": "uuid"}, "at": {"$ref": "#/$defs/at"}}, "$defs": {"at": {"format": "date-time"}}}
    """
  private static let list = """
    <plist><dict><key>id</key><string>nope</string></dict></plist>
    """

  @Test func `format counts for whole documents and values, unless formats is false`() async throws
  {
    let table = VerdictTable(
      response: .json(#"{"id": "nope", "good": {"id": "0b3ff2a8-5b1e-4a55-9d1c-2f5f4a3c6b77"}}"#),
      files: ["order.json": Self.schema]
    )
    let differences = try await table.differences([
      ("json: { schema: order.json }", "failed"),
      ("json: { schema: order.json, formats: true }", "failed"),
      ("json: { schema: order.json, formats: false }", "passed"),
      ("json: { $: { schema: order.json } }", "failed"),
      ("json: { $: { not: { schema: order.json } } }", "passed"),
      ("json: { $: { schema: order.json, formats: false } }", "passed"),
      ("json: { $.id: { schema: 'order.json#/$defs/at' } }", "failed"),
      ("json: { $.id: { schema: 'order.json#/$defs/at', formats: false } }", "passed"),
      ("json: { $.good: { schema: order.json } }", "passed"),
      ("json: { partial: { good: { $is: { schema: order.json } } } }", "passed"),
    ])
    #expect(differences == [])
  }

  @Test func `format counts for property lists`() async throws {
    let table = VerdictTable(
      response: .text(Self.list, type: "application/x-plist"),
      files: ["order.json": Self.schema]
    )
    let differences = try await table.differences([
      ("plist: { schema: order.json }", "failed"),
      ("plist: { schema: order.json, formats: false }", "passed"),
    ])
    #expect(differences == [])
  }

  @Test func `the message names the place and the format`() async throws {
    let table = VerdictTable(
      response: .json(#"{"id": "nope"}"#),
      files: ["order.json": Self.schema]
    )
    let message = try await table.message("json: { schema: order.json }")
    #expect(message.contains("uuid") && message.contains("$.id"), "\(message)")
  }

  @Test(arguments: [
    ("json: { formats: false, $.a: 1 }", "formats needs schema beside it"),
    ("json: { schema: order.json, formats: maybe }", "expected true or false for formats"),
    ("json: { $.a: { formats: false, type: string } }", "\"formats\" belongs to schema"),
    ("json: { $.a: { schema: order.json, formats: maybe } }", "formats takes true or false"),
    ("xml: { comments: true, //a: 1 }", "comments needs equals-file beside it"),
  ])
  func `a key that has nothing to say is a mistake`(
    expectation: String,
    message: String
  ) async throws {
    let run = try await EngineRun(
      [
        "order.json": Self.schema,
        "one.scenario.yaml":
          "scenario: a\nsteps:\n  - GET: http://a/\n    expect: { \(expectation) }\n",
      ]
    )
    #expect(run.diagnostics.map(\.message).contains { $0.contains(message) }, "\(run.problems)")
  }
}
