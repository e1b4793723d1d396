import TestSupport
import Testing

/// What is run, and with which values.
@Suite(.timeLimit(.minutes(5))) struct SelectionTests {
  private let names = ["a", "b", "c", "d", "e"]

  private func project(base: String) throws -> CommandProject {
    try CommandProject([
      "curlew.yaml": """
      base: \(base)
      variables: { a: project, b: project, c: project, d: project, e: project }
      environments:
        there: { variables: { b: there, c: there, d: there, e: there } }

      """,
      "one.scenario.yaml": """
      scenario: one
      tags: [fast, shop]
      variables: { c: scenario, d: scenario, e: scenario, id: "${uuid()}" }
      steps:
        - GET: /echo/${a}-${b}-${c}-${d}-${e}?id=${id}&draw=${random(1, 1000000000)}

      """,
      "two.scenario.yaml": """
      scenario: two
      tags: [slow]
      steps:
        - GET: /status/204?two

      """,
    ])
  }

  @Test func `variables have their precedence`() async throws {
    let server = try await FixtureServer.start()
    var project = try project(base: server.url)
    project.environment["CURLEW_VAR_d"] = "process"
    project.environment["CURLEW_VAR_e"] = "process"
    let ending = try await project.run(
      "run",
      "one.scenario.yaml",
      "--environment",
      "there",
      "--var",
      "e=option"
    )
    #expect(ending.status == 0, "\(ending.all)")
    #expect(server.requests[0].path == "/echo/project-there-scenario-process-option")
    let typed = try await project.run(
      "run",
      "one.scenario.yaml",
      "--var",
      "a:=[1, 2]",
      "--var",
      "b=x=y"
    )
    #expect(typed.status == 0)
    #expect(server.requests[1].target.hasPrefix("/echo/%5B1%2C2%5D-x%3Dy-scenario-"))
    await server.stop()
  }

  @Test(arguments: [
    ("shop", ["/echo"]), ("slow", ["/status"]), ("fast or slow", ["/echo", "/status"]),
    ("not slow", ["/echo"]), ("shop and not fast", []),
  ])
  func `tags select`(tag: String, paths: [String]) async throws {
    let server = try await FixtureServer.start()
    let ending = try await project(base: server.url).run("run", ".", "--tag", tag)
    #expect(ending.status == (paths.isEmpty ? 4 : 0))
    #expect(Set(server.requests.map { "/" + $0.pathParts[0] }) == Set(paths))
    await server.stop()
  }

  @Test func `a dry run prints the plan and sends nothing`() async throws {
    let server = try await FixtureServer.start()
    let ending = try await project(base: server.url).run("run", ".", "--dry-run")
    #expect(ending.status == 0)
    #expect(ending.output.contains("one.scenario.yaml:1  one"))
    #expect(ending.output.contains("GET /status/204?two"))
    #expect(server.counts.connectionsAccepted == 0)
    await server.stop()
  }

  @Test func `what a data file holds does not steer a terminal`() async throws {
    let project = try CommandProject([
      "a.scenario.yaml": "scenario: a\ncases: { csv: rows.csv }\nsteps:\n  - log: x\n",
      "rows.csv": "name\n\"\u{1B}[2J\u{9B}1m\nx\"\n",
    ])
    for options in [["--dry-run"], ["--color", "never"]] {
      let ending = try await project.run(["run", "."] + options)
      #expect(ending.status == 0)
      #expect(!ending.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" })
      #expect(ending.output.contains("[2J"))
    }
  }

  @Test func `equal seeds give equal values, whatever runs beside`() async throws {
    let server = try await FixtureServer.start()
    let project = try project(base: server.url)
    _ = try await project.run("run", ".", "--seed", "7")
    _ = try await project.run("run", "one.scenario.yaml", "--seed", "7", "--var", "a=other")
    _ = try await project.run("run", "one.scenario.yaml", "--seed", "8")
    let queries = server.requests.filter { $0.path.hasPrefix("/echo") }.map(\.query)
    #expect(queries.count == 3)
    #expect(queries[0] == queries[1])
    #expect(queries[0] != queries[2])
    await server.stop()
  }

  @Test func `repeats run so often, each with values of its own, and are cases of their own`()
    async throws
  {
    let server = try await FixtureServer.start()
    let project = try project(base: server.url)
    let ending = try await project.run(
      "run",
      "one.scenario.yaml",
      "--repeat",
      "3",
      "--report",
      "junit=junit.xml"
    )
    #expect(ending.status == 0)
    #expect(Set(server.requests.map(\.query)).count == 3)
    let report = try project.junit()
    #expect(report.cases.count == 3)
    #expect(Set(report.cases.map { "\($0.classname) \($0.name)" }).count == 3)
    await server.stop()
  }

  @Test(arguments: [(["--fail-fast"], 1), (["--fail-fast", "2"], 2), ([], 6)])
  func `the run ends after so many failures`(options: [String], sent: Int) async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject()
    for index in 0..<6 {
      try project.folder.write(
        "scenario: s\nsteps:\n  - GET: \(server.url)/status/500\n",
        to: "\(index).scenario.yaml"
      )
    }
    let ending = try await project.run(
      ["run", ".", "--jobs", "1", "--report", "junit=junit.xml"] + options
    )
    #expect(ending.status == 1)
    #expect(server.counts.requests == sent)
    let report = try project.junit()
    #expect(report.cases.count { $0.verdict == "failure" } == sent)
    #expect(report.cases.count { $0.verdict == "skipped" } == 6 - sent)
    await server.stop()
  }

  @Test(arguments: [1, 4])
  func `two hundred files open no more connections than jobs`(jobs: Int) async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject()
    for index in 0..<200 {
      try project.folder.write(
        "scenario: s\nsteps:\n  - GET: \(server.url)/json?\(index)\n",
        to: "\(index).scenario.yaml"
      )
    }
    let ending = try await project.run("run", ".", "--jobs", "\(jobs)", "--quiet")
    #expect(ending.status == 0, "\(ending.all)")
    #expect(server.counts.requests == 200)
    #expect(Set(server.requests.map(\.target)).count == 200)
    #expect(server.counts.connectionsAccepted <= jobs)
    await server.stop()
  }

  @Test func `a run of nothing but a time limit that passed does not pass`() async throws {
    let project = try CommandProject([
      "a.scenario.yaml": "scenario: a\nsteps:\n  - wait: 20s\n",
      "b.scenario.yaml": "scenario: b\nsteps:\n  - wait: 1ms\n",
    ])
    let ending = try await project.run("run", ".", "--jobs", "1", "--timeout", "50ms")
    #expect(ending.status == 1, "\(ending.all)")
    #expect(ending.output.contains("not run"))
  }
}
