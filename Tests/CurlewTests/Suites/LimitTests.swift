import TestSupport
import Testing

/// The command ends in time, and with a message, whatever it is given.
///
/// One that does not is killed by its runner, and its test fails.
@Suite(.fewAtATime, .serialized, .timeLimit(.minutes(5))) struct LimitTests {
  private static let slowXML: String = {
    let list = (0..<200_000).map { "<!ATTLIST a b\($0) CDATA \"x\">" }.joined()
    return "<!DOCTYPE a [\(list)]><a/>"
  }()

  private static let scenario = """
    steps:
      - step: slow
        GET: /
        expect: { xml: { count(//a): 1 } }
    """

  private func server() async throws -> FixtureServer {
    try await FixtureServer.start { _ in
      FixtureResponse(
        200,
        headers: [("Content-Type", "application/xml")],
        body: .bytes(Array(Self.slowXML.utf8))
      )
    }
  }

  @Test func `a signal ends a run that reads a document`() async throws {
    let server = try await server()
    let project = try CommandProject(base: server.url, scenario: Self.scenario)
    let command = try project.start("run", ".", "--report", "junit=junit.xml")
    _ = try await server.requests(count: 1)
    try await Task.sleep(for: .milliseconds(300))
    command.send(15)
    #expect(try await command.result().status == 143)
    #expect(try project.junit().cases(named: "slow").map(\.verdict) == ["error"])
    await server.stop()
  }

  @Test func `the time limit of a run ends the reading of a document`() async throws {
    let server = try await server()
    let project = try CommandProject(base: server.url, scenario: Self.scenario)
    let ending = try await project.run("run", ".", "--timeout", "1s")
    #expect(ending.status == 1, "\(ending.all)")
    #expect(ending.all.contains("the run's time limit passed"), "\(ending.all)")
    await server.stop()
  }

  @Test func `a second signal ends the writing of a million outcomes`() async throws {
    let server = try await FixtureServer.start()
    let url = "\(server.url)/fault/stallBeforeHead"
    let files = (0..<4).map { number in
      ("\(number).scenario.yaml", "scenario: s\(number)\nsteps: [{ GET: \(url) }]\n")
    }
    let project = try CommandProject(Dictionary(uniqueKeysWithValues: files))
    let command = try project.start(
      ["run", ".", "--repeat", "250000", "--report", "json=report.json", "--grace", "0s"]
    )
    _ = try await server.requests(count: 1)
    command.send(2)
    // All that are left are written as not run, which takes many minutes.
    try await Task.sleep(for: .seconds(1))
    command.send(15)
    #expect(try await command.result().status == 143)
    await server.stop()
  }

  @Test func `a pipe that nobody reads is an error`() async throws {
    let project = try CommandProject(["a.scenario.yaml": "scenario: a\nsteps: [{ log: x }]\n"])
    let ending = try await project.shell("mkfifo pipe && exec \"$CURLEW\" run . --report tap=pipe")
    #expect(ending.status == 3, "\(ending.all)")
    #expect(ending.errors.contains("nobody reads the pipe pipe"), "\(ending.all)")
    let read = try await project.shell(
      "mkfifo other && (cat other >read.tap &) && exec \"$CURLEW\" run . --report tap=other"
    )
    #expect(read.status == 0, "\(read.all)")
  }

  @Test func `too few open files for the demo API are an error, not a crash`() async throws {
    let project = try CommandProject([
      "a.scenario.yaml": "scenario: a\nbase: ${demo.url}\nsteps: [{ GET: / }]\n"
    ])
    for count in 24...34 {
      let ending = try await project.shell("ulimit -n \(count); exec \"$CURLEW\" run . --demo")
      #expect(ending.status == 3, "\(count): \(ending.all)")
      #expect(
        ending.errors.contains("only \(count) files may be open at once, and --demo needs 48"),
        "\(ending.all)"
      )
    }
    for count in [48, 64] {
      let ending = try await project.shell("ulimit -n \(count); exec \"$CURLEW\" run . --demo")
      #expect(ending.status == 0, "\(count): \(ending.all)")
    }
    let soft = try await project.shell("ulimit -Sn 24; exec \"$CURLEW\" run . --demo")
    #expect(soft.status == 0, "\(soft.all)")
  }

  @Test(arguments: [
    ["--jobs", "nothing"], ["--nonsense"], ["--jobs", "0"], ["--tag", "((("], ["--timeout", "x"],
    ["--order", "sideways"], ["--secret", "nothing"],
  ])
  func `no report of an earlier run survives a mistake in the command line`(
    mistake: [String]
  ) async throws {
    let project = try CommandProject(["a.scenario.yaml": "scenario: a\nsteps: [{ log: x }]\n"])
    for words in [
      ["run", ".", "--report", "junit=junit.xml", "--report=json=report.json"] + mistake,
      ["run"] + mistake + [".", "--report", "junit=junit.xml", "--report=json=report.json"],
    ] {
      try project.folder.write("<testsuites/>", to: "junit.xml")
      try project.folder.write("{}", to: "report.json")
      let ending = try await project.run(words)
      #expect(ending.status == 2, "\(ending.all)")
      #expect(try await project.shell("test ! -e junit.xml && test ! -e report.json").status == 0)
    }
  }

  @Test func `a report that is read, or of a run that is not begun, stays`() async throws {
    let project = try CommandProject(["a.scenario.yaml": "scenario: a\nsteps: [{ log: x }]\n"])
    let report = ["--report", "json=report.json"]
    #expect(try await project.run(["run", "."] + report).status == 0)
    #expect(try await project.run(["run", ".", "--dry-run"] + report).status == 0)
    #expect(try await project.run(["run", ".", "--help"] + report).status == 0)
    let again = try await project.run(
      ["run", ".", "--rerun-failed", "./report.json", "--report", "json=report.json"]
    )
    #expect(again.status == 0, "\(again.all)")
    #expect(again.errors.contains("nothing to rerun"), "\(again.all)")
  }

  @Test func `nohup keeps a run from ending by SIGHUP`() async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject(
      base: server.url,
      scenario: "steps: [{ GET: /fault/stallBeforeHead, options: { timeout: 2s } }]\n"
    )
    let ending = try await project.shell(
      "trap '' HUP; \"$CURLEW\" run . & id=$!; sleep 0.5; kill -HUP $id; wait $id"
    )
    #expect(ending.status == 1, "\(ending.all)")
    await server.stop()
  }

  @Test(arguments: ["check .", "run .", "run . --dry-run"])
  func `a system that gives too few threads is an error`(command: String) async throws {
    let project = try CommandProject(base: "http://127.0.0.1:1", scenario: "steps: [{ log: a }]")
    // Each thread wants 4 GB for its stack, and there are 8.
    let ending = try await project.shell(
      "ulimit -s 4000000 && ulimit -v 8000000 && exec \"$CURLEW\" \(command)"
    )
    #expect(ending.status == 3, "\(ending.all)")
    #expect(ending.errors.contains("threads; raise the limit of processes"), "\(ending.all)")
  }
}
