import Assertions
import Cryptography
import Encodings
import RunEvents
import TestSupport
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct StreamedBodyTests {
  private static let kept = StreamedBody.keptBytes

  private func bytes(_ count: Int) -> [UInt8] { FixtureBody.patternBytes(0..<count) }

  private func feed(_ bytes: [UInt8], in size: Int, to body: StreamedBody) {
    var rest = bytes[...]
    while !rest.isEmpty {
      body.take(Array(rest.prefix(size)).span)
      rest = rest.dropFirst(size)
    }
  }

  @Test(arguments: [0, 1, kept - 1, kept])
  func `a short body is kept as it is`(count: Int) {
    let body = StreamedBody(digests: [.sha256])
    body.begin()
    feed(bytes(count), in: 16_000, to: body)
    #expect(body.facts() == nil)
    #expect(body.whole?.elementsEqual(bytes(count)) == true)
  }

  @Test(arguments: [kept + 1, 3 * kept + 7], [1_000, 16_384, kept + 1, 10 * kept])
  func `of a long body the length, the digests and the start are known`(
    count: Int,
    size: Int
  ) throws {
    let body = StreamedBody(digests: [.sha256, .md5])
    body.begin()
    feed(bytes(count), in: size, to: body)
    #expect(body.whole == nil)
    let facts = try #require(body.facts())
    #expect(facts.count == count)
    #expect(facts.start.elementsEqual(bytes(Self.kept)))
    #expect(facts.digests[.sha256] == (try DigestAlgorithm.sha256.digest(of: bytes(count))))
    #expect(facts.digests[.md5] == (try DigestAlgorithm.md5.digest(of: bytes(count))))
  }

  @Test func `a new beginning forgets what came before`() throws {
    let body = StreamedBody(digests: [.sha256])
    body.begin()
    feed(bytes(2 * Self.kept), in: 16_000, to: body)
    body.begin()
    #expect(body.whole == [])
    feed([1, 2, 3], in: 1, to: body)
    #expect(body.whole == [1, 2, 3])
  }
}

/// A long body in a run of the engine.
@Suite(.timeLimit(.minutes(5))) struct LongBodyTests {
  private static let count = 300_000

  private func run(_ expectation: String, more: String = "") async throws -> EngineRun {
    let count = Self.count
    let server = try await FixtureServer.start { request in
      request.target == "/moved"
        ? .redirect("/")
        : FixtureResponse(
          200,
          headers: [("Content-Type", "text/plain; charset=iso-8859-1")],
          body: .pattern(0..<count)
        )
    }
    return try await EngineRun(
      scenario:
        "steps:\n  - step: one\n    GET: /moved\n    options: { follow-redirects: 3 }\n    expect:\n\(expectation)\(more)",
      base: server.url
    )
  }

  private func digest() throws -> String {
    Hex.encode(try DigestAlgorithm.sha256.digest(of: FixtureBody.patternBytes(0..<Self.count)))
  }

  @Test(arguments: [
    "", "      bytes: { length: 300000, starts-with: 00010203 }\n",
    "      size: 300000\n", "      headers: { Content-Length: \"300000\" }\n",
    "      text: { contains: abc }\n", "      that: [\"${response.size == 300000}\"]\n",
    "      bytes: { length: \"${len}\" }\n", "      bytes: { length: \"${response.size}\" }\n",
  ])
  func `assertions hold whether or not the body is in memory`(expectation: String) async throws {
    let run = try await run(
      "      status: 200\n" + expectation,
      more: "variables: { len: 300000 }\n"
    )
    #expect(run.problems == "")
  }

  @Test func `a digest from a variable holds`() async throws {
    let run = try await run(
      "      bytes: { sha256: \"${sum}\" }\n",
      more: "variables: { sum: \(try digest()) }\n"
    )
    #expect(run.problems == "")
  }

  @Test func `a capture from the body has all of it`() async throws {
    let run = try await run(
      "      status: 200\n",
      more: "    capture: { size: \"${length(response.text)}\" }\n"
    )
    #expect(run.problems == "")
  }

  @Test func `the default of a capture has all of the body`() async throws {
    let run = try await run(
      "      status: 200\n",
      more:
        "    capture: { size: { header: X-None, default: { n: \"${length(response.text)}\" } } }\n"
    )
    #expect(run.problems == "")
    #expect(run.steps.first?.captures.map(\.value) == ["{\"n\":300000}"])
  }

  @Test func `an excerpt tells the length of the whole body`() async throws {
    let run = try await run("      status: 201\n")
    let step = try #require(run.steps.first)
    guard case .failed(let outcomes) = step.result else {
      Issue.record("it must fail: \(step.result)")
      return
    }
    let excerpt = try #require(outcomes.first?.excerpt)
    #expect(excerpt.hasPrefix("body in text/plain, 300000 bytes:"))
  }

  @Test func `a failure shows the start of the body and its length`() async throws {
    let run = try await run("      bytes: { length: 3 }\n")
    let step = try #require(run.steps.first)
    guard case .failed(let outcomes) = step.result else {
      Issue.record("it must fail: \(step.result)")
      return
    }
    #expect(outcomes.map(\.message) == ["expected 3, got 300000 bytes"])
    let body = try #require(step.attempts.last?.exchange?.response?.body)
    #expect(body.count == 300_000)
    #expect(body.bytes.count == 64 << 10)
    #expect(body.bytes.elementsEqual(FixtureBody.patternBytes(0..<(64 << 10))))
  }
}
