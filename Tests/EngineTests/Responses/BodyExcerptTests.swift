import Assertions
import RunEvents
import TestSupport
import Testing

@testable import Engine

/// What a failure shows of a body.
@Suite(.timeLimit(.minutes(5))) struct BodyExcerptTests {
  @Test(
    arguments: [
      ("text/plain; charset=iso-8859-1", [0x63, 0x61, 0x66, 0xE9], "café"),
      ("text/plain; charset=windows-1252", [0x80, 0x31], "€1"),
      ("text/plain; charset=utf-16le", [0x61, 0, 0xE9, 0], "aé"),
      // What the header says is wrong, and the body is readable.
      ("text/plain; charset=iso-8859-1", Array("café".utf8), "café"),
      ("text/plain; charset=nonsense", [0x63, 0xE9], "cé"),
      ("text/plain", Array("café".utf8), "café"),
    ] as [(String, [UInt8], String)]
  )
  func `a body is shown in the charset that it has`(
    type: String,
    body: [UInt8],
    shown: String
  ) async throws {
    let server = try await FixtureServer.start { _ in
      FixtureResponse(200, headers: [("Content-Type", type)], body: .bytes(body))
    }
    let text = """
      steps:
        - step: look
          GET: /
          expect: { status: 201 }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    guard case .failed(let outcomes) = run.step("look")?.result else {
      Issue.record("expected a failure, got \(run.problems)")
      return
    }
    let excerpt = try #require(outcomes.first?.excerpt)
    #expect(excerpt.hasSuffix(":  \(shown)"), "\(excerpt)")
    await server.stop()
  }

  @Test(
    arguments: [
      ("text/html", Array("<h1>Sorry".utf8), "body in text/html, 9 bytes:  <h1>Sorry"),
      ("text/plain; charset=utf-16le", [0x61, 0], "body in text/plain, 2 bytes:  a"),
      ("image/png", [0x89, 0x50, 0, 0], nil),
    ] as [(String, [UInt8], String?)],
    [
      "equals: { hex: 89504e47 }", "starts-with: 89504e47", "hex: 89504e47", "length: 7",
      "sha256: { starts-with: xyz }", "md5: { starts-with: xyz }",
    ]
  )
  func `where other bytes are expected, a text is shown`(
    body: (type: String, bytes: [UInt8], shown: String?),
    check: String
  ) async throws {
    let server = try await FixtureServer.start { _ in
      FixtureResponse(200, headers: [("Content-Type", body.type)], body: .bytes(body.bytes))
    }
    let text = """
      steps:
        - { step: look, GET: /, expect: { bytes: { \(check) } } }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    guard case .failed(let outcomes) = run.step("look")?.result else {
      Issue.record("expected a failure, got \(run.problems)")
      return
    }
    #expect(outcomes.map(\.excerpt) == [body.shown])
    await server.stop()
  }
}
