import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// JSON Schemas at URLs for which the project has a folder.
@Suite(.timeLimit(.minutes(5))) struct MappedSchemaTests {
  private static let files = [
    "vendor/order.json": #"{"properties": {"id": {"$ref": "parts/id.json"}}}"#,
    "vendor/parts/id.json": #"{"type": "integer"}"#,
    "vendor/broken.json": #"{"$ref": "parts/cut.json"}"#, "vendor/parts/cut.json": "{",
    "vendor/missing.json": #"{"$ref": "ordre.json"}"#,
    "own.json": #"{"$ref": "https://schemas.example/v1/order.json"}"#,
    "far.json": #"{"$ref": "https://other.example/a.json"}"#,
  ]

  private func run(_ schema: String, id: String = "7") async throws -> EngineRun {
    let server = try await FixtureServer.start { _ in .json("{\"id\": \(id)}") }
    let project = [
      "curlew.yaml":
        "base: \(server.url)\nschemas: { \"https://schemas.example/v1\": vendor }\n",
      "s.scenario.yaml":
        "scenario: s\nsteps: [{ GET: /, expect: { json: { schema: \(schema) } } }]\n",
    ]
    let files = project.merging(Self.files) { first, _ in first }
    let run = try await EngineRun(files, paths: ["s.scenario.yaml"])
    await server.stop()
    return run
  }

  @Test(arguments: [
    "https://schemas.example/v1/order.json", "own.json",
    "{ $ref: 'https://schemas.example/v1/order.json' }",
  ])
  func `the schema is the file, and its references lead to the files beside it`(
    schema: String
  ) async throws {
    let valid = try await run(schema)
    #expect(valid.hasPassed, "\(valid.problems)")
    let invalid = try await run(schema, id: "\"7\"")
    #expect(invalid.outcomes == [.failed], "\(invalid.problems)")
    #expect(invalid.problems.contains("integer"), "\(invalid.problems)")
  }

  @Test(arguments: [
    (
      "https://schemas.example/v10/order.json", "nothing is fetched", "under schemas of curlew.yaml"
    ),
    ("{ $ref: 'https://other.example/a.json' }", "not fetched", "under schemas of curlew.yaml"),
    ("far.json", "not fetched", "save https://other.example/a.json"),
    ("https://schemas.example/v1/broken.json", "cut.json is not JSON", ""),
    ("{ $ref: vendor/broken.json }", "cut.json is not JSON", ""),
    ("vendor/missing.json", "there is no file", "vendor/order.json"),
    ("https://schemas.example/v1/none.json", "there is no file", ""),
  ])
  func `one that is not there is a mistake that says what to do`(
    schema: String,
    message: String,
    remedy: String
  ) async throws {
    let run = try await run(schema)
    #expect(run.outcomes.isEmpty)
    let diagnostic = try #require(run.diagnostics.first { $0.severity == .error })
    #expect(diagnostic.message.contains(message), "\(diagnostic)")
    let remedies = (diagnostic.hint ?? "") + (diagnostic.suggestion ?? "")
    #expect(remedy.isEmpty || remedies.contains(remedy), "\(diagnostic)")
  }
}
