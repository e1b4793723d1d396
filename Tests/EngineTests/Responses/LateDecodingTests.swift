import Engine
import RunEvents
import TestSupport
import Testing

/// `decoding: late`: the coding of a body is undone by what looks at it, and only that fails when it cannot be.
@Suite(.timeLimit(.minutes(5))) struct LateDecodingTests {
  /// A body in a coding that nobody knows, one that is damaged, and one that ends in its middle.
  private static func answer(_ request: FixtureRequest) -> FixtureResponse {
    let (coding, bytes): (String, [UInt8]) =
      switch request.path {
      case "/unknown": ("rot13", Array("uryyb".utf8))
      case "/damaged": ("gzip", Array("no gzip at all".utf8))
      case "/short": ("gzip", [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3])
      case _: ("identity", Array("hello".utf8))
      }
    return FixtureResponse(200, headers: [("Content-Encoding", coding)], body: .bytes(bytes))
  }

  private func run(_ step: String) async throws -> EngineRun {
    let server = try await FixtureServer.start(routes: FixtureRoutes { Self.answer($0) })
    let run = try await EngineRun(
      scenario: "defaults: { options: { decoding: late } }\nsteps: [{ \(step) }]",
      base: server.url
    )
    await server.stop()
    return run
  }

  @Test(arguments: ["/unknown", "/damaged", "/short"])
  func `what does not look at the body passes`(path: String) async throws {
    let run = try await run("GET: \(path), expect: { status: 200 }")
    #expect(run.hasPassed, "\(run.problems)")
  }

  @Test(arguments: [
    ("/unknown", "the content encoding rot13 is not known"),
    ("/damaged", "the content encoding gzip cannot be undone"),
    ("/short", "the gzip body ended too early"),
  ])
  func `what looks at the body fails and says why`(path: String, reason: String) async throws {
    let looks = [
      "expect: { text: { contains: h } }", "expect: { text: { not: { contains: zzz } } }",
      "expect: { bytes: { length: { gte: 0 } } }",
      "expect: { content-type: any, json: { $.a: { exists: false } } }",
      "expect: { that: [{ bytes: sha256, not: { equals: a } }] }",
      "expect: { that: [\"${length(response.text) >= 0}\"] }",
    ]
    for look in looks {
      let run = try await run("GET: \(path), \(look)")
      #expect(run.outcomes == [.failed], "\(look): \(run.problems)")
      #expect(run.problems.contains(reason), "\(look): \(run.problems)")
    }
  }

  @Test func `the bytes as they came are there whatever they mean`() async throws {
    let run = try await run(
      "GET: /unknown, expect: { that: [{ bytes: raw, equals: \"7572797962\" }] }"
    )
    #expect(run.hasPassed, "\(run.problems)")
  }
}
