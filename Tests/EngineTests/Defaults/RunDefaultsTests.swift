import Diagnostics
import Documents
import Engine
import Scenarios
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RunDefaultsTests {
  private func read(
    _ run: String,
    environment: [String: String] = [:]
  ) throws -> (RunOptions, reports: [String]?, [Diagnostic]) {
    let folder = try TemporaryFolder("defaults")
    try folder.write("environments: { local: {}, stage: {} }\nrun:\n\(run)\n", to: "curlew.yaml")
    try folder.write("scenario: a\nsteps:\n  - log: x\n", to: "a.scenario.yaml")
    try folder.write("{ size: 3, user: ada }", to: "first.json")
    try folder.write("user: grace\ntext: ${size}\n", to: "second.yaml")
    try folder.write("a: 1\na: 2\n", to: "twice.yaml")
    try folder.write("[1]", to: "list.json")
    try folder.write("h.test\tFALSE\t/\tFALSE\t0\ta\tb\n", to: "cookies.txt")
    var loaded = ScenarioLoader(vocabulary: .standard, workingFolder: folder.path).load(["."])
    var options = RunOptions()
    options.processEnvironment = environment
    let defaults = RunDefaults(
      of: loaded.project,
      under: options,
      diagnostics: &loaded.diagnostics
    )
    return (defaults.options, defaults.reports?.map(\.value), loaded.diagnostics)
  }

  @Test func `every option is read`() throws {
    let (options, reports, diagnostics) = try read(
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
        junit-output: all
        color: never
        quiet: true
        verbose: true
        curl: true
        demo: true
        insecure: true
        allow-empty: true
        cookies-file: cookies.txt
        variables: [first.json, "${env.FILE}.yaml"]
      """,
      environment: ["STAGE": "stage", "FILE": "second"]
    )
    #expect(diagnostics.isEmpty)
    #expect(options.environment == "stage")
    #expect(options.tags?.holds(of: ["smoke"]) == true)
    #expect(options.tags?.holds(of: ["smoke", "slow"]) == false)
    #expect(options.jobs == 3 && options.connectionsPerHost == 2)
    #expect(options.rate?.interval == 0.1)
    #expect(options.retries == 2 && options.failsOnFlaky && options.failFast == 1)
    #expect(
      options.order == .random && options.repeats == 5
        && options.seed == 9_223_372_036_854_775_807
    )
    #expect(options.timeout == 600 && options.grace == 0.5)
    #expect(reports?.first?.hasSuffix("/out/j.xml") == true)
    #expect(reports?.last == "console=-")
    #expect(options.junitDialect == "strict" && options.junitOutput == "all")
    #expect(options.color == "never" && options.isQuiet && options.isVerbose)
    #expect(options.curlLines && options.startsDemo && options.insecure && options.allowsEmpty)
    #expect("\(options.cookies)".contains("name: \"a\""))
    #expect(options.overrides == ["size": 3, "user": "grace", "text": "${size}"])
  }

  @Test(arguments: [
    ("jobs: 0", "jobs: expected a number from 1 to 100000, got 0"), ("jobs: many", ""),
    ("jobz: 3", "jobz"),
    ("rate: 10", "expected a rate such as 10/s"), ("order: shuffled", ""),
    ("environment: stagee", "unknown environment \"stagee\""), ("timeout: 5", ""),
    ("tag: smoke and", "a tag is missing"), ("repeat: 0", "repeat: expected a number from 1"),
    ("report: junit=../x.xml", "outside the project's folder"),
    ("report: [junit=a.xml, json=/etc/x]", "\"/etc/x\" is outside"), ("quiet: 1", ""),
    ("fail-fast: 0", "fail-fast: expected a whole number from 1, got 0"),
    ("seed: -1", ""), ("allow-exec: true", "allow-exec"), ("shard: 1/2", "shard"),
    ("environment: \"${env.NO}\"", ""), ("variables: none.yaml", "no file"),
    ("variables: [first.json, twice.yaml]", "twice.yaml, line 2: "),
    ("variables: list.json", "list.json: expected a map of names and values"),
    ("variables: { user: ada }", "variables takes a path, got a map"),
    ("cookies-file: none.txt", "no file"), ("cookies-file: list.json", "line 1 is no cookie"),
    ("cookies-file: \"${'/etc/hostname'}\"", "outside the project's folder"),
    ("cookies-file: [cookies.txt]", "cookies-file takes a path, got a list"),
    ("save-cookies: x.txt", "save-cookies"),
    ("variables: ../x.yaml", ""), ("variables: null", ""),
    ("variables: \"${env.NO ?? '/etc/hostname'}\"", "outside the project's folder"),
  ])
  func `a mistake has its place in the file`(line: String, part: String) throws {
    let (_, _, diagnostics) = try read("  \(line)")
    #expect(diagnostics.count == 1, "\(diagnostics.map(\.message))")
    #expect(
      part.isEmpty || diagnostics.first?.message.contains(part) == true,
      "\(diagnostics.map(\.message))"
    )
    #expect(diagnostics.first?.severity == .error)
    #expect(diagnostics.first?.range?.start.line == 3)
  }
}
