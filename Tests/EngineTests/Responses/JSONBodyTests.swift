import Assertions
import Engine
import Foundation
import RunEvents
import TestSupport
import Testing

/// Which bodies count as JSON, and by which charset they are read.
@Suite(.timeLimit(.minutes(5))) struct JSONBodyTests {
  private func run(
    type: String?,
    body: [UInt8],
    _ expect: String = "json: { $.a: ü }"
  ) async throws -> EngineRun {
    let server = try await FixtureServer.start { _ in
      type.map { .bytes(body, type: $0) } ?? FixtureResponse(200, body: .bytes(body))
    }
    let text = """
      steps: [{ step: one, GET: /, expect: { \(expect) }, capture: { a: { json: $.a } } }]
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    await server.stop()
    return run
  }

  @Test(arguments: [
    "application/json", "text/json", "text/javascript", "application/problem+json",
    "application/x-json", "application/x-ndjson", "application/x-amz-json-1.1",
    "application/json-seq", "application/vnd.api+json; charset=utf-8", "APPLICATION/X-JSON-Stream",
    "application/json; odata.metadata=minimal", "application/geo+json-seq",
  ])
  func `json takes every media type that has json in its subtype`(type: String) async throws {
    let run = try await run(type: type, body: Array(#"{"a": "ü"}"#.utf8))
    #expect(run.hasPassed, "\(run.problems)")
  }

  @Test(arguments: ["application/x-ndjson", "application/stream+json; charset=utf-8"])
  func `jsonl takes what streams of JSON values are called`(type: String) async throws {
    let server = try await FixtureServer.start { _ in
      .bytes(Array("{\"a\": 1}\n{\"a\": 2}\n".utf8), type: type)
    }
    let text = """
      steps: [{ GET: /, expect: { jsonl: { "$[*].a": { unordered: [1, 2] } } } }]
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    await server.stop()
    #expect(run.hasPassed, "\(run.problems)")
  }

  @Test(arguments: ["text/plain", "application/javascript", "json/plain", "application/xml", nil])
  func `a media type that is refused names the way out`(type: String?) async throws {
    let body = Array(#"{"a": "ü"}"#.utf8)
    let refused = try await run(type: type, body: body)
    guard case .failed(let outcomes)? = refused.step("one")?.result,
      let outcome = outcomes.first(where: { $0.subject == "content-type" })
    else {
      Issue.record("expected a failure, got \(refused.problems)")
      return
    }
    #expect(outcome.message.contains("unacceptable content-type: \(type ?? "nothing")"))
    #expect(outcome.message.contains("content-type: any"), "\(outcome.message)")
    let taken = try await run(type: type, body: body, "content-type: any, json: { $.a: ü }")
    #expect(taken.hasPassed, "\(taken.problems)")
  }

  @Test(arguments: [
    (["application/json", "text/html"], "content-type: application/json", "text/html"),
    (["text/html", "application/json"], "content-type: application/json", "text/html"),
    (["application/json", "text/html"], "json: { $.a: ü }", "text/html"),
    (["application/json", "application/json"], "json: { $.a: ü }", nil),
  ])
  func `every Content-Type that comes must be acceptable`(
    types: [String],
    expect: String,
    refused: String?
  ) async throws {
    let server = try await FixtureServer.start { _ in
      FixtureResponse(
        200,
        headers: types.map { ("Content-Type", $0) },
        body: .bytes(Array(#"{"a": "ü"}"#.utf8))
      )
    }
    let text = "steps: [{ step: one, GET: /, expect: { \(expect) } }]"
    let run = try await EngineRun(scenario: text, base: server.url)
    await server.stop()
    #expect(run.hasPassed == (refused == nil))
    if let refused {
      #expect(run.problems.description.contains("unacceptable content-type: \(refused)"))
    }
  }

  @Test(arguments: [
    ("iso-8859-1", String.Encoding.isoLatin1, [UInt8]()), ("\"ISO-8859-1\"", .isoLatin1, []),
    ("latin1", .isoLatin1, []), ("utf-16", .utf16LittleEndian, [0xFF, 0xFE]),
    ("utf-16", .utf16BigEndian, [0xFE, 0xFF]), ("utf-16le", .utf16LittleEndian, []),
    ("UTF-16BE", .utf16BigEndian, []), ("utf-8", .utf8, []), ("utf8", .utf8, [0xEF, 0xBB, 0xBF]),
  ])
  func `the charset that is given decodes the body`(
    charset: String,
    encoding: String.Encoding,
    mark: [UInt8]
  ) async throws {
    let text = try #require(#"{"a": "ü"}"#.data(using: encoding))
    let run = try await run(
      type: "application/json; charset=\(charset)",
      body: mark + Array(text),
      "json: { $.a: ü, equals: { a: ü } }, that: [\"${response.json.a == 'ü'}\"]"
    )
    #expect(run.hasPassed, "\(run.problems)")
  }

  @Test(
    arguments: [
      ("utf-16", [0x7B, 0x00, 0x22, 0x00, 0x00, 0xD8, 0x22, 0x00, 0x7D, 0x00], "utf-16le"),
      ("utf-16le", [0x5B, 0x00, 0x5D, 0x00, 0x20], "utf-16le"),
      ("shift_jis", [0x22, 0xFF, 0x22], "shift_jis"), ("klingon", [0x7B, 0x7D], "klingon"),
    ] as [(String, [UInt8], String)]
  )
  func `a body that its charset does not decode is a failure`(
    charset: String,
    body: [UInt8],
    name: String
  ) async throws {
    let run = try await run(
      type: "application/json; charset=\(charset)",
      body: body,
      "json: { $: { exists: true } }"
    )
    guard case .failed(let outcomes)? = run.step("one")?.result else {
      Issue.record("expected a failure, got \(run.problems)")
      return
    }
    #expect(outcomes.contains { $0.message.contains(name) }, "\(outcomes.map(\.message))")
  }

  @Test func `an assertion on a body that is no JSON counts as one`() async throws {
    func count(_ body: String) async throws -> Int? {
      let run = try await run(type: "application/json", body: Array(body.utf8), "json: { $.a: 1 }")
      return run.steps.first?.attempts.last?.assertionCount
    }
    let good = try await count(#"{"a": 1}"#)
    #expect(good != nil)
    #expect(try await count("{") == good)
  }
}
