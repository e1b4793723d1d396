import Glibc
import TestSupport
import Testing

/// `exec` by the real command.
@Suite(.timeLimit(.minutes(5))) struct ExecCommandTests {
  @Test func `a command runs only with --allow-exec`() async throws {
    let project = try CommandProject([
      "one.scenario.yaml": """
      scenario: one
      steps:
        - step: makes
          exec: [sh, -c, "echo made > made.txt; echo 42"]
        - step: says
          log: "it said ${stdout}"

      """
    ])
    let without = try await project.run("run", ".")
    #expect(without.status == 2)
    #expect(without.all.contains("one.scenario.yaml:3:5: error: a step runs a command"))
    #expect(without.all.contains("--allow-exec"))
    #expect((try? project.folder.readText("made.txt")) == nil)
    let with = try await project.run("run", ".", "--allow-exec")
    #expect(with.status == 0, "\(with.all)")
    #expect(with.output.contains("it said 42"))
    #expect(try project.folder.readText("made.txt") == "made\n")
  }

  @Test func `an interrupt ends a command with all it has started`() async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject([
      "one.scenario.yaml": """
      scenario: one
      base: \(server.url)
      steps:
        - GET: /json
        - exec: [sh, -c, "trap '' TERM INT; sleep 300 & sleep 300; sleep 300"]
      teardown:
        - DELETE: /status/204

      """
    ])
    let command = try project.start("run", ".", "--allow-exec")
    _ = try await server.requests(count: 1)
    try await Task.sleep(for: .milliseconds(300))
    command.send(2)
    let result = try await command.result()
    #expect(result.status == 130, "\(result.outputText)\(result.errorText)")
    #expect(server.requests.map(\.method) == ["GET", "DELETE"])
    await server.stop()
  }

  @Test func `a second signal leaves no command behind`() async throws {
    let project = try CommandProject([
      "one.scenario.yaml": """
      scenario: one
      steps:
        - exec: [sh, -c, "trap '' TERM INT; echo $$ > pid.part; mv pid.part pid; sleep 30; sleep 30"]

      """
    ])
    let command = try project.start("run", ".", "--allow-exec")
    var number: pid_t?
    while number == nil {
      try await Task.sleep(for: .milliseconds(10))
      number = (try? project.folder.readText("pid")).flatMap { pid_t($0.dropLast()) }
    }
    command.send(2)
    command.send(15)
    #expect(try await command.result().status == 143)
    let group = try #require(number)
    while kill(-group, 0) == 0 { try await Task.sleep(for: .milliseconds(10)) }
  }
}
