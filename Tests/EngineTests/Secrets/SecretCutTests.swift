import Diagnostics
import Documents
import RunEvents
import TestSupport
import Testing

@testable import Engine

/// A secret across the place where a message or a body is cut shows no part of itself.
@Suite(.timeLimit(.minutes(5))) struct SecretCutTests {
  private static let secret = "Zq7Xv9Kw3Jp5Ym1T"

  /// Every piece of the secret that is long enough to be told from chance.
  private static var pieces: [String] {
    let characters = Array(secret)
    return (0...(characters.count - 4)).map { String(characters[$0..<($0 + 4)]) }
  }

  @Test func `no cut of an excerpt or a value splits a secret`() async throws {
    let server = try await FixtureServer.start { request in
      let padding = String(repeating: "-", count: Int(request.queryValue("n") ?? "0") ?? 0)
      let value = padding + Self.secret + String(repeating: ".", count: 400)
      return .json("{\"first\": 1, \"\(value)\": [\"\(value)\"], \"value\": \"\(value)\"}")
    }
    let text = """
      scenario: s
      base: BASE
      steps:
        - each: ${range(40, 230)}
          GET: /?n=${item}
          continue: true
          expect:
            json:
              $.value: other
              $.first: 2
              equals: { first: 1 }
            text: { matches: '^nothing' }
            that: ["${response.json.value == 'x'}"]
      """
    let run = try await EngineRun(["s.scenario.yaml": text], base: server.url) {
      $0.secrets = ["TOKEN": Self.secret]
    }
    #expect(run.outcomes == [.failed])
    let all = String(describing: run.steps)
    #expect(all.contains("•••"))
    for piece in Self.pieces { #expect(!all.contains(piece), "\(piece)") }
    await server.stop()
  }

  @Test(arguments: [65_500, 65_520, 65_530, 65_536, 65_540, 131_060])
  func `no cut of a recorded body splits a secret`(count: Int) async throws {
    let body =
      String(repeating: "-", count: count) + Self.secret + String(repeating: ".", count: 90)
    let server = try await FixtureServer.start { _ in .text(body + Self.secret + body) }
    let run = try await EngineRun(scenario: "steps: [{ GET: / }]", base: server.url) {
      $0.secrets = ["TOKEN": Self.secret]
      $0.recording = .everything
    }
    let bytes = run.steps.first?.attempts.first?.exchange?.response?.body.bytes ?? []
    #expect(bytes.count > 60_000 && bytes.count <= 64 << 10)
    let all = String(decoding: bytes, as: UTF8.self)
    for piece in Self.pieces { #expect(!all.contains(piece), "\(piece)") }
    await server.stop()
  }

  @Test func `many secrets in the part that is kept bring in no other from behind it`() {
    let mask = SecretMask()
    mask.add(Self.secret)
    let bytes = Array(String(repeating: Self.secret, count: 1_000).utf8)
    for limit in 0..<200 {
      let (kept, isCut) = mask.masking(prefixOf: bytes, limit: limit)
      let text = String(decoding: kept, as: UTF8.self)
      #expect(isCut && kept.count <= limit)
      for piece in Self.pieces { #expect(!text.contains(piece)) }
    }
  }

  @Test func `the hint of a fault is masked like its message`() {
    let mask = SecretMask()
    mask.add(Self.secret)
    let fault = StepFault(.file, "no \(Self.secret)", hint: "did you mean \(Self.secret)?")
    let masked = mask.masking(fault)
    #expect(masked.message == "no •••" && masked.hint == "did you mean •••?")
  }
}
