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

  @Test(arguments: [
    ("multipart/mixed", "multipart/mixed; boundary=", "attachment"),
    (
      "Multipart/Related; type=text/xml", "Multipart/Related; type=text/xml; boundary=",
      "attachment"
    ),
    ("multipart/form-data; x=1", "multipart/form-data; x=1; boundary=", "form-data"),
    ("application/json", "multipart/form-data; boundary=", "form-data"),
  ])
  func `a multipart type of the step's own gets the boundary`(
    own: String,
    sent: String,
    disposition: String
  ) async throws {
    let server = try await FixtureServer.start()
    let text = """
      steps:
        - POST: /upload
          headers: { Content-Type: "\(own)" }
          multipart: { c: x }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    let request = try #require(server.requests.first)
    let type = try #require(request.header("Content-Type"))
    #expect(type.hasPrefix(sent))
    let boundary = type.dropFirst(sent.count)
    let start =
      "--\(boundary)\r\nContent-Disposition: \(disposition); name=\"c\"\r\n\r\nx\r\n--\(boundary)--"
    #expect(String(decoding: request.body, as: UTF8.self).hasPrefix(start))
    await server.stop()
  }

  @Test func `a boundary of the step's own is an error and sends nothing`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      steps:
        - step: send
          POST: /upload
          headers: { Content-Type: "multipart/mixed; Boundary=a" }
          multipart: { c: x }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    guard case .errored(let fault) = run.step("send")?.result else {
      Issue.record("expected an error, got \(run.problems)")
      return
    }
    #expect(fault.kind == .request)
    #expect(fault.message == "the Content-Type beside multipart has a boundary")
    #expect(server.requests.isEmpty)
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
