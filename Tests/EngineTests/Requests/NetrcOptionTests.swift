import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// `options.netrc` on the wire.
@Suite(.timeLimit(.minutes(5))) struct NetrcOptionTests {
  private static let text = "machine 127.0.0.1 login ada password lovelace\n"
  private static let sent = "Basic YWRhOmxvdmVsYWNl"

  private func run(
    _ option: String,
    _ rest: String = "",
    url: String = "/echo",
    home: Bool = true,
    server: FixtureServer
  ) async throws -> EngineRun {
    let folder = try TemporaryFolder("netrc")
    let user = try TemporaryFolder("home")
    if home { try user.write(Self.text, to: ".netrc") }
    try folder.write(Self.text, to: "test.netrc")
    try folder.write("machine other.test login a password b", to: "other.netrc")
    try folder.write("machine 127.0.0.1 login \"a", to: "broken.netrc")
    let text = """
      steps:
        - step: it
          GET: "\(url)"
          options: { netrc: \(option) }
          \(rest)
      """
    return try await EngineRun(scenario: text, base: server.url, in: folder) {
      $0.processEnvironment["HOME"] = user.path
      $0.recording = .everything
      $0.curlLines = true
    }
  }

  @Test(arguments: [
    ("true", sent as String?), ("optional", sent), ("test.netrc", sent),
    ("\"${'test' + '.netrc'}\"", sent),
    ("false", nil), ("other.netrc", nil),
  ])
  func `the login of the host goes with the first request`(
    option: String,
    field: String?
  ) async throws {
    let server = try await FixtureServer.start()
    let run = try await run(option, server: server)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.map { $0.header("Authorization") } == [field])
    await server.stop()
  }

  @Test(arguments: [
    ("auth: none", "/echo", nil as String?), ("auth: { bearer: abc }", "/echo", "Bearer abc"),
    ("headers: { Authorization: own }", "/echo", "own"),
    ("headers: { Authorization: null }", "/echo", nil),
    ("", "http://u:p@127.0.0.1:PORT/echo", "Basic dTpw"),
  ])
  func `what the step says itself wins`(
    rest: String,
    url: String,
    field: String?
  ) async throws {
    let server = try await FixtureServer.start()
    let url = url.replacing("PORT", with: "\(server.port)")
    let run = try await run("true", rest, url: url, server: server)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.map { $0.header("Authorization") } == [field])
    await server.stop()
  }

  @Test(arguments: [
    ("true", "/.netrc\""), ("broken.netrc", "\"broken.netrc\", line 1: a quoted word does not end"),
  ])
  func `a file that is missing or broken is an error at the option`(
    option: String,
    part: String
  ) async throws {
    let server = try await FixtureServer.start()
    let run = try await run(option, home: false, server: server)
    guard case .errored(let fault) = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(fault.kind == .request && fault.range?.text == option)
    #expect(fault.message.contains(part), "\(fault.message)")
    #expect(server.counts.requests == 0)
    let optional = try await self.run("optional", home: false, server: server)
    #expect(optional.hasPassed, "\(optional.problems)")
    #expect(server.requests.map { $0.header("Authorization") } == [nil])
    await server.stop()
  }

  @Test func `the password is masked in every output`() async throws {
    let server = try await FixtureServer.start()
    let run = try await run("true", "expect: { json: { $.none: x } }", server: server)
    #expect(run.outcomes == [.failed])
    #expect(server.requests.first?.header("Authorization") == Self.sent)
    let told = "\(run.steps)"
    #expect(told.contains("•••"))
    for leak in ["lovelace", Self.sent, "bG92ZWxhY2"] { #expect(!told.contains(leak), "\(leak)") }
  }

  @Test func `a redirect to another host takes no login along`() async throws {
    let other = try await FixtureServer.start()
    let server = try await FixtureServer.start { _ in .redirect(other.url + "/echo") }
    let run = try await run(
      "true, follow-redirects: true",
      server: server
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.map { $0.header("Authorization") } == [Self.sent])
    #expect(other.requests.map { $0.header("Authorization") } == [nil])
    await server.stop()
    await other.stop()
  }
}
