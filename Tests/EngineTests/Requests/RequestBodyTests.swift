import Diagnostics
import RunEvents
import TestSupport
import Testing

@testable import Engine
@testable import Scenarios

/// What the bodies of steps come to, seen from the server.
@Suite(.timeLimit(.minutes(5))) struct RequestBodyTests {
  @Test func `each kind of body that is read is sent`() {
    for kind in RequestBodyCatalogue.all { #expect(kind is any SentBody.Type, "\(kind.key.name)") }
  }

  @Test(arguments: [
    ("{ c: [x, y] }", ["x", "y"]), ("{ c: x, d: null }", ["x"]),
    (#"[{ name: c, value: [x, "${1 + 1}"] }, { name: d, value: null }]"#, ["x", "2"]),
    (#"{ c: "${split('a b', ' ')}" }"#, ["a", "b"]),
  ])
  func `a list is a part for each of its values, and null is none`(
    parts: String,
    values: [String]
  ) async throws {
    let server = try await FixtureServer.start()
    let text = """
      steps:
        - POST: /upload
          multipart: \(parts)
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    let sent = try #require(server.requests.first).text
    let contents = sent.split(separator: "\r\n\r\n").dropFirst().map {
      String($0.prefix { $0 != "\r\n" })
    }
    #expect(contents == values)
    #expect(sent.split(separator: "name=\"c\"").count == values.count + 1)
    #expect(!sent.contains("name=\"d\""))
    await server.stop()
  }

  @Test func `a template that is not UTF-8 is an error and sends nothing`() async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder("engine")
    try folder.write(Array("Gr".utf8) + [0xFC] + Array("n ${1 + 1}".utf8), to: "a.txt")
    let text = """
      steps:
        - step: send
          POST: /upload
          template: a.txt
      """
    let run = try await EngineRun(scenario: text, base: server.url, in: folder)
    guard case .errored(let fault) = run.step("send")?.result else {
      Issue.record("expected an error, got \(run.problems)")
      return
    }
    #expect(fault.kind == .file && fault.message.contains("a.txt is not UTF-8"))
    #expect(fault.range?.text == "a.txt")
    #expect(server.requests.isEmpty)
    await server.stop()
  }
}
