import Assertions
import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// A JSON Schema that stands in the scenario.
@Suite(.timeLimit(.minutes(5))) struct InlineSchemaTests {
  private static func answer(_ request: FixtureRequest) -> FixtureResponse {
    FixtureResponse(
      200,
      headers: [("Content-Type", "application/json"), ("X-Id", "abc")],
      body: .bytes(Array(#"{"id": 7, "mail": "nobody", "tags": ["a", "b"]}"#.utf8))
    )
  }

  private func run(_ expect: String, _ files: [String: String] = [:]) async throws -> EngineRun {
    let server = try await FixtureServer.start { Self.answer($0) }
    let folder = try TemporaryFolder("schema")
    for (name, text) in files { try folder.write(text, to: name) }
    let run = try await EngineRun(
      scenario: """
        variables: { least: 5, kind: { type: integer } }
        steps: [{ step: it, GET: /, expect: { \(expect) } }]
        """,
      base: server.url,
      in: folder
    )
    await server.stop()
    return run
  }

  private static let shared = [
    "parts/id.json": #"{"type": "integer", "minimum": 1}"#,
    "parts/text.json": #"{"type": "string"}"#,
  ]

  @Test(arguments: [
    "json: { schema: { type: object, required: [id], properties: { id: { minimum: 7 } } } }",
    "json: { $.id: { schema: { type: integer, exclusiveMaximum: 8 } } }",
    "json: { $.tags: { schema: { $ref: '#/$defs/list', $defs: { list: { type: array, maxItems: 2 } } } } }",
    "json: { schema: { properties: { id: { $ref: parts/id.json } } } }",
    "json: { $.id: { schema: { minimum: '${least}' } } }", "json: { $.id: { schema: '${kind}' } }",
    "json: { $.mail: { schema: { format: email }, formats: false } }",
    "json: { schema: { properties: { mail: { format: email } } }, formats: false }",
    "headers: { X-Id: { each: { schema: { maxLength: 3, pattern: '^[a-z]+$' } } } }",
    "json: { $.id: { any-of: [{ schema: { type: string } }, { schema: { type: number } }] } }",
  ])
  func `a value that is valid passes`(expect: String) async throws {
    let run = try await run(expect, Self.shared)
    #expect(run.hasPassed, "\(run.problems)")
  }

  @Test(arguments: [
    ("json: { schema: { required: [name] } }", "expected the member \"name\" at $, got nothing"),
    (
      "json: { schema: { properties: { id: { minimum: 8 } } } }",
      "expected at least 8 at $.id, got 7"
    ),
    ("json: { $.id: { schema: { type: string } } }", "expected type string at $.id, got integer"),
    (
      "json: { schema: { properties: { id: { $ref: parts/text.json } } } }",
      "expected type string at $.id, got integer"
    ),
    (
      "json: { $.id: { schema: { minimum: '${least + 3}' } } }",
      "expected at least 8 at $.id, got 7"
    ),
    ("json: { $.id: { not: { schema: { type: integer } } } }", nil),
    ("json: { $.mail: { schema: { format: email } } }", nil),
    ("headers: { X-Id: { each: { schema: { maxLength: 2 } } } }", nil),
  ])
  func `a value that is not valid fails`(expect: String, message: String?) async throws {
    let run = try await run(expect, Self.shared)
    guard case .failed(let outcomes)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    if let message { #expect(outcomes.map(\.message) == [message]) }
  }

  @Test(arguments: [
    ("json: { schema: { type: objekt } }", "objekt"),
    ("json: { $.id: { schema: { minimum: x } } }", "x"),
    ("json: { schema: {} }", "{}"), ("json: { $.id: { schema: {} } }", "{}"),
    ("json: { schema: [a] }", "[a]"), ("json: { $.id: { schema: [a] } }", "[a]"),
    ("json: { schema: { $ref: none.json } }", nil),
    ("json: { schema: { $ref: '#/$defs/no' } }", nil),
    ("json: { $.id: { schema: { pattern: '(' } } }", "'('"),
    ("json: { schema: null }", nil), ("json: { $.id: { schema: '' } }", nil),
    ("json: { schema: { minimum: '${nobody}' } }", nil),
    ("json: { schema: { $ref: ../../secret.json } }", nil),
  ])
  func `a mistake is found before the run, at its place`(
    expect: String,
    place: String?
  ) async throws {
    let run = try await run(expect)
    let diagnostic = try #require(run.diagnostics.first, "\(expect) is accepted")
    #expect(diagnostic.severity == .error)
    if let place { #expect(diagnostic.range?.text == place, "\(diagnostic.message)") }
    #expect(!diagnostic.message.contains("file://"), "\(diagnostic.message)")
  }
}
