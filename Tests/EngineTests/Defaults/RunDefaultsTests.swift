import Diagnostics
import Engine
import Scenarios
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RunDefaultsTests {
  private func read(
    _ run: String,
    environment: [String: String] = [:]
  ) throws -> (RunDefaults, [Diagnostic]) {
    let folder = try TemporaryFolder("defaults")
    try folder.write("environments: { local: {}, stage: {} }\nrun:\n\(run)\n", to: "curlew.yaml")
    try folder.write("scenario: a\nsteps:\n  - log: x\n", to: "a.scenario.yaml")
    var loaded = ScenarioLoader(vocabulary: .standard, workingFolder: folder.path).load(["."])
    let defaults = RunDefaults(
      of: loaded.project,
      environment: environment,
      diagnostics: &loaded.diagnostics
    )
    return (defaults, loaded.diagnostics)
  }

  @Test func `every option is read`() throws {
    let (defaults, diagnostics) = try read(
      """
        environment: "${env.STAGE ?? 'local'}"
        tag: [smoke, not slow]
        jobs: 3
        connections-per-host: 2
        rate: 10/s
        retries: 2
        fail-on-flaky: true
        fail-fast: true
        order: random
        repeat: 5
        seed: 9223372036854775807
        timeout: 10m
        grace: 500ms
        report: [junit=out/j.xml, console=-]
        junit-dialect: strict
        color: never
        quiet: true
        verbose: false
        curl: true
        demo: true
        insecure: false
        allow-empty: true
      """,
      environment: ["STAGE": "stage"]
    )
    #expect(diagnostics.isEmpty)
    #expect(defaults.environment == "stage")
    #expect(defaults.tags?.holds(of: ["smoke"]) == true)
    #expect(defaults.tags?.holds(of: ["smoke", "slow"]) == false)
    #expect(defaults.jobs == 3 && defaults.connectionsPerHost == 2)
    #expect(defaults.rate?.interval == 0.1)
    #expect(defaults.retries == 2 && defaults.failOnFlaky == true && defaults.failFast == 1)
    #expect(
      defaults.order == .random && defaults.repeats == 5
        && defaults.seed == 9_223_372_036_854_775_807
    )
    #expect(defaults.timeout == 600 && defaults.grace == 0.5)
    #expect(defaults.reports?.map(\.value).first?.hasSuffix("/out/j.xml") == true)
    #expect(defaults.reports?.map(\.value).last == "console=-")
    #expect(defaults.junitDialect == "strict" && defaults.color == "never")
    #expect(defaults.quiet == true && defaults.verbose == false && defaults.curl == true)
    #expect(defaults.demo == true && defaults.insecure == false && defaults.allowEmpty == true)
  }

  @Test(arguments: [
    ("jobs: 0", "jobs: expected a number from 1"), ("jobs: many", ""), ("jobz: 3", "jobz"),
    ("rate: 10", "expected a rate such as 10/s"), ("order: shuffled", ""),
    ("environment: stagee", "unknown environment \"stagee\""), ("timeout: 5", ""),
    ("tag: smoke and", "a tag is missing"), ("repeat: 0", "repeat: expected a number from 1"),
    ("report: junit=../x.xml", "outside the project's folder"),
    ("report: [junit=a.xml, json=/etc/x]", "\"/etc/x\" is outside"), ("quiet: 1", ""),
    ("fail-fast: 0", "fail-fast: expected true, false or a number from 1"),
    ("seed: -1", ""), ("allow-exec: true", "allow-exec"), ("shard: 1/2", "shard"),
    ("environment: \"${env.NO}\"", ""),
  ])
  func `a mistake has its place in the file`(line: String, part: String) throws {
    let (_, diagnostics) = try read("  \(line)")
    #expect(diagnostics.count == 1, "\(diagnostics.map(\.message))")
    #expect(
      part.isEmpty || diagnostics.first?.message.contains(part) == true,
      "\(diagnostics.map(\.message))"
    )
    #expect(diagnostics.first?.severity == .error)
    #expect(diagnostics.first?.range?.start.line == 3)
  }
}
