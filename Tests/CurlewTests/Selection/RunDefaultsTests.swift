import TestSupport
import Testing

/// `run:` of `curlew.yaml`, and options that shape a run.
@Suite(.timeLimit(.minutes(5))) struct RunDefaultsTests {
  private func project(base: String, run: String) throws -> CommandProject {
    try CommandProject([
      "curlew.yaml": """
      environments:
        local: { base: "\(base)/local" }
        stage: { base: "\(base)/stage" }
      run:
      \(run)

      """,
      "scenarios/one.scenario.yaml": "scenario: one\ntags: [fast]\nsteps:\n  - GET: /x\n",
      "scenarios/two.scenario.yaml": "scenario: two\ntags: [slow]\nsteps:\n  - GET: /y\n",
    ])
  }

  private let run = """
      environment: local
      tag: fast
      repeat: 2
      report: [json=out/report.json]
      quiet: true
    """

  @Test func `defaults hold when nothing is given`() async throws {
    let server = try await FixtureServer.start { _ in .status(200) }
    let project = try project(base: server.url, run: run)
    let ending = try await project.run("run")
    #expect(ending.status == 0, "\(ending.all)")
    #expect(server.requests.map(\.target) == ["/local/x", "/local/x"])
    #expect(try project.report("out/report.json").titles == ["one #1", "one #2"])
    #expect(!ending.output.contains("seed"))
    await server.stop()
  }

  @Test func `what is given wins, lists as a whole`() async throws {
    let server = try await FixtureServer.start { _ in .status(200) }
    let project = try project(base: server.url, run: run)
    let ending = try await project.run(
      "run",
      "--environment",
      "stage",
      "--tag",
      "slow",
      "--repeat",
      "1",
      "--no-quiet",
      "--report",
      "junit=junit.xml"
    )
    #expect(ending.status == 0, "\(ending.all)")
    #expect(server.requests.map(\.target) == ["/stage/y"])
    #expect(throws: (any Error).self) { try project.report("out/report.json") }
    #expect(try project.junit().cases.count == 1)
    #expect(ending.output.contains("seed"))
    await server.stop()
  }

  @Test(arguments: [
    ("  jobs: 0", "curlew.yaml:5:9"), ("  environment: nope", "curlew.yaml:5:16"),
    ("  report: [nope=x]", "curlew.yaml:5:12"), ("  jbos: 3", "did you mean \"jobs\"?"),
    ("  rate: fast", "10/s"),
  ])
  func `a mistake is told with its place, by run and check, and nothing is sent`(
    line: String,
    part: String
  ) async throws {
    let server = try await FixtureServer.start()
    let project = try project(base: server.url, run: line)
    for command in ["run", "check"] {
      let ending = try await project.run(command, "scenarios", "--environment", "local")
      #expect(ending.status == 2, "\(ending.all)")
      #expect(ending.all.contains(part), "\(ending.all)")
    }
    #expect(server.counts.requests == 0)
    await server.stop()
  }

  @Test func `files with variables may be defaults`() async throws {
    let server = try await FixtureServer.start { _ in .status(200) }
    var project = try CommandProject([
      "curlew.yaml": """
      variables: { user: project }
      run: { variables: [values/first.yaml, values/second.json] }

      """,
      "values/first.yaml": "user: ada\nsize: 1\ncolor: red\n",
      "values/second.json": #"{"size": 2, "other": "x"}"#,
      "given.yaml": "user: grace\nsize: 3\ncolor: blue\nother: y\n",
      "scenarios/a.scenario.yaml": """
      scenario: a
      base: \(server.url)
      variables: { user: scenario }
      steps: [{ GET: "/${user}/${size}/${color}/${other}" }]

      """,
    ])
    project.environment["CURLEW_VAR_color"] = "green"
    #expect(try await project.run("check").status == 0)
    for options in [[], ["--var", "user=alan"], ["--variables", "given.yaml"]] {
      let ending = try await project.run(["run"] + options)
      #expect(ending.status == 0, "\(ending.all)")
    }
    // From a folder below, the files are the same.
    #expect(try await project.run(in: "values", ["run", "../scenarios"]).status == 0)
    #expect(
      server.requests.map(\.target)
        == ["/ada/2/green/x", "/alan/2/green/x", "/grace/3/green/y", "/ada/2/green/x"]
    )
    try project.folder.write("{ user: [ }", to: "values/first.yaml")
    for command in ["run", "check"] {
      let ending = try await project.run(command)
      #expect(ending.status == 2, "\(ending.all)")
      #expect(ending.all.contains("curlew.yaml:2:20"), "\(ending.all)")
      #expect(ending.all.contains("variables: values/first.yaml, line 1: "), "\(ending.all)")
    }
    #expect(server.counts.requests == 4)
    await server.stop()
  }

  @Test func `the demo API may be a default`() async throws {
    let project = try CommandProject([
      "curlew.yaml": "base: \"${demo.url}\"\nrun: { demo: true }\n",
      "scenarios/a.scenario.yaml": "scenario: a\nsteps:\n  - GET: /health\n",
    ])
    #expect(try await project.run("run").status == 0)
    #expect(try await project.run("run", "--no-demo").status == 1)
  }

  @Test func `an empty run that is allowed is no cross`() async throws {
    let project = try CommandProject(["a.scenario.yaml": "scenario: a\nsteps:\n  - log: x\n"])
    let allowed = try await project.run("run", ".", "--tag", "none", "--allow-empty")
    #expect(allowed.status == 0)
    #expect(allowed.output.contains("✓ nothing was run"))
    let empty = try await project.run("run", ".", "--tag", "none")
    #expect(empty.status == 4)
    #expect(empty.output.contains("✗ nothing was run"))
  }

  @Test func `of several endings the worst decides`() async throws {
    let server = try await FixtureServer.start { _ in .status(500) }
    let project = try project(base: server.url, run: "  environment: local")
    try project.folder.write("scenario: [\n", to: "scenarios/bad.scenario.yaml")
    #expect(try await project.run("run").status == 2)
    #expect(try await project.run("run", "--tag", "none").status == 2)
    #expect(try await project.run("run", "--report", "junit=/dev/null/x.xml").status == 3)
    #expect(try await project.run("run", "scenarios/one.scenario.yaml").status == 1)
    await server.stop()
  }

  @Test func `random values do not depend on how a file is named`() async throws {
    let server = try await FixtureServer.start { _ in .status(200) }
    let project = try project(base: server.url, run: "  environment: local\n  seed: 3")
    try project.folder.write(
      "scenario: one\nsteps:\n  - GET: /x?${random(1, 1000000000)}\n",
      to: "scenarios/one.scenario.yaml"
    )
    for path in ["scenarios/one.scenario.yaml", "./scenarios", project.folder.path("scenarios")] {
      #expect(try await project.run("run", path, "--name", "one").status == 0)
    }
    #expect(server.requests.count == 3)
    #expect(Set(server.requests.map(\.target)).count == 1)
    await server.stop()
  }

  @Test func `a rate holds over the whole run, and no time limit counts the waiting`() async throws
  {
    let server = try await FixtureServer.start { _ in .status(200) }
    let project = try CommandProject([
      "a.scenario.yaml": """
      scenario: a
      base: \(server.url)
      steps:
        - repeat: 12
          together: true
          GET: /x
          options: { timeout: 2s }

      """,
      "b.scenario.yaml": """
      scenario: b
      base: \(server.url)
      defaults: { options: { rate: 20/s } }
      steps:
        - { repeat: 6, GET: /y }
        - { GET: /y }

      """,
    ])
    let clock = ContinuousClock.now
    let whole = try await project.run("run", "a.scenario.yaml", "--rate", "4/s")
    #expect(whole.status == 0, "\(whole.all)")
    // Twelve requests are eleven pauses of 250 ms, more than the time that each has.
    #expect(ContinuousClock.now - clock > .milliseconds(2_740))
    let again = ContinuousClock.now
    let own = try await project.run("run", "b.scenario.yaml")
    #expect(own.status == 0, "\(own.all)")
    #expect(ContinuousClock.now - again > .milliseconds(290))
    await server.stop()
  }

  @Test(arguments: [("fast", 2), ("0/s", 2), ("10", 2), ("\"${'fast'}\"", 1)])
  func `a rate of a step that is none is told with its place, before the run if it can be`(
    rate: String,
    status: Int32
  ) async throws {
    let project = try CommandProject(
      base: "http://127.0.0.1:1",
      scenario: "steps:\n  - GET: /x\n    options: { rate: \(rate) }\n"
    )
    let ending = try await project.run("run", ".")
    #expect(ending.status == status)
    #expect(ending.output.contains("expected a rate such as 10/s"))
    #expect(ending.output.contains("one.scenario.yaml:5:"))
  }
}
