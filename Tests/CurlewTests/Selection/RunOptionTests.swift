import TestSupport
import Testing

/// An option means the same as a flag and as a key of `run:`.
@Suite(.timeLimit(.minutes(5))) struct RunOptionTests {
  @Test(arguments: [
    ("jobs", "0", "expected a number from 1 to 100000, got 0"),
    ("jobs", "100001", "expected a number from 1 to 100000, got 100001"),
    ("connections-per-host", "0", "expected a number from 1 to 100000, got 0"),
    ("retries", "-1", "expected a number from 0 to 1000, got -1"),
    ("retries", "1001", "expected a number from 0 to 1000, got 1001"),
    ("repeat", "0", "expected a number from 1 to 1000000, got 0"),
    ("repeat", "1000001", "expected a number from 1 to 1000000, got 1000001"),
    ("fail-fast", "0", "expected a whole number from 1, got 0"),
    ("timeout", "0s", "expected a duration above 0 such as 10m, got \"0s\""),
    ("rate", "0/s", "expected a rate such as 10/s or 90/m, got \"0/s\""),
    ("rate", "10", "expected a rate such as 10/s or 90/m, got \"10\""),
  ])
  func `a value out of bounds has one message as flag and as key`(
    name: String,
    value: String,
    message: String
  ) async throws {
    let project = try CommandProject(["a.scenario.yaml": "scenario: a\nsteps: [{ log: x }]\n"])
    let flag = try await project.run("run", ".", "--\(name)=\(value)")
    #expect(flag.status == 2)
    #expect(flag.errors == "Error: --\(name): \(message)\n")
    try project.folder.write("run: { \(name): \(value) }\n", to: "curlew.yaml")
    let key = try await project.run("check", ".")
    #expect(key.status == 2)
    #expect(key.output.contains("error: \(name): \(message)\n"), "\(key.all)")
  }

  @Test(arguments: [
    ("jobs", "4"), ("connections-per-host", "100000"), ("retries", "0"), ("retries", "1000"),
    ("fail-fast", "1"), ("repeat", "1"), ("seed", "0"), ("seed", "9223372036854775807"),
    ("timeout", "10m"), ("grace", "0s"), ("rate", "0.5/s"), ("order", "random"),
    ("color", "never"), ("junit-dialect", "strict"), ("junit-output", "all"),
  ])
  func `a value within bounds is taken as flag and as key`(
    name: String,
    value: String
  ) async throws {
    let project = try CommandProject(["a.scenario.yaml": "scenario: a\nsteps: [{ log: x }]\n"])
    let flag = try await project.run("run", ".", "--\(name)", value)
    #expect(flag.status == 0, "\(flag.all)")
    try project.folder.write("run: { \(name): \(value) }\n", to: "curlew.yaml")
    let key = try await project.run("run", ".")
    #expect(key.status == 0, "\(key.all)")
  }

  @Test(arguments: ["demo", "insecure", "quiet", "verbose", "curl", "allow-empty", "fail-on-flaky"])
  func `what a file turns on is turned off by a flag`(name: String) async throws {
    let project = try CommandProject([
      "curlew.yaml": "run: { \(name): true, seed: 1 }\n",
      "a.scenario.yaml": "scenario: a\nsteps: [{ log: x }]\n",
    ])
    let ending = try await project.run("run", ".", "--no-\(name)", "--report", "json=report.json")
    #expect(ending.status == 0, "\(ending.all)")
    #expect(ending.output.contains("rerun") == false)
    let again = try await project.run("run", ".", "--no-\(name)", "--\(name)")
    #expect(again.status == 0, "\(again.all)")
  }

  @Test func `the flag wins over the file, and a mistake in the file is one all the same`()
    async throws
  {
    let project = try CommandProject([
      "curlew.yaml": "run: { repeat: 3, curl: true, report: [nope=x] }\n",
      "a.scenario.yaml": "scenario: a\nsteps: [{ log: x }]\n",
    ])
    let wrong = try await project.run("run", ".", "--repeat", "2", "--report", "json=r.json")
    #expect(wrong.status == 2 && wrong.all.contains("curlew.yaml:1:40"), "\(wrong.all)")
    try project.folder.write("run: { repeat: 3, jobs: \"${1 - 1}\" }\n", to: "curlew.yaml")
    let bounds = try await project.run("run", ".", "--jobs", "2")
    #expect(bounds.status == 2)
    #expect(bounds.all.contains("jobs: expected a number from 1 to 100000, got 0"), "\(bounds.all)")
    try project.folder.write("run: { repeat: 3 }\n", to: "curlew.yaml")
    let twice = try await project.run("run", ".", "--repeat", "2", "--quiet")
    #expect(twice.output.contains("2 scenarios: 2 passed"), "\(twice.all)")
    let thrice = try await project.run("run", ".", "--quiet")
    #expect(thrice.output.contains("3 scenarios: 3 passed"), "\(thrice.all)")
  }

  /// Command lines with every form of option, of which one without `--` is read without the parser of options.
  static let lines = [
    "a b", "--jobs 1 a --seed=7 b --repeat 2", "a -n one --name=o -H X-A:1 --header X-B:2 -0 -4",
    "--no-demo --insecure -k a --no-insecure --seed 1 --seed 2 --var a=b --var c:=1 --var=d==e",
    "--insecure --no-insecure --insecure b a=b --tag x --tag y --no-github --quiet", "--dry-run",
    "--report json=r.json a --report=junit=r.xml", "--jobs", "--jobs= a", "--jobs --quiet a",
    "--quiet=true a", "--nope a", "---quiet a", "-name one a", "- a", "--no-jobs a",
    "--no-dry-run a", "--fail-fast 2 a", "-H -x a", "a --version",
  ]

  @Test func `options mean the same whether or not the parser reads them`() async throws {
    let project = try CommandProject(["curlew.yaml": "run: { seed: 5, jobs: 1 }\n"])
    for path in ["a", "b", "a=b", "scenarios"] {
      let text = "scenario: one\ntags: [x]\nsteps: [{ assert: \"${1 == 2}\" }]\n"
      try project.folder.write(text, to: "\(path)/a.scenario.yaml")
    }
    for line in Self.lines {
      let words = ["run"] + line.split(separator: " ").map(String.init)
      var endings: [CommandProject.Ending] = []
      for words in [words, words.contains("--") ? words : words + ["--"]] {
        endings.append(try await project.run(words))
      }
      // What differs between two runs of the same.
      let texts = endings.map { $0.all.replacing(#/[0-9.]+ (ms|s)\b/#, with: "…") }
      #expect(texts[0] == texts[1])
      #expect(endings[0].status == endings[1].status, "\(line)")
    }
  }

  @Test func `all that was given and shapes the run stands in the line that repeats it`()
    async throws
  {
    let server = try await FixtureServer.start()
    let project = try CommandProject(
      base: server.url,
      scenario: "tags: [x]\nsteps:\n  - GET: /status/500\n"
    )
    try project.folder.write("{}", to: "v.json")
    try project.folder.write("A=1", to: "v.env")
    try project.folder.write("", to: "jar.txt")
    let given = [
      "--var", "a=b", "--variables", "v.json", "--env-file", "v.env", "--secret", "k=hidden-value",
      "--allow-exec",
      "--no-demo", "--insecure", "--jobs", "3", "--connections-per-host", "2", "--rate", "100/s",
      "--order", "random", "--timeout", "1m", "--grace", "1s", "--retries", "0",
      "--no-fail-on-flaky", "--repeat", "1", "--seed", "7", "--cookies-file", "jar.txt",
    ]
    let others = ["--tag", "x", "--name", "o", "--fail-fast", "--color", "never", "--no-github"]
    let ending = try await project.run(["run", "."] + others + given)
    #expect(ending.status == 1)
    let line = try #require(ending.output.split(separator: "\n").first { $0.hasPrefix("rerun") })
    let words = given.map { $0 == "k=hidden-value" ? "k=•••" : $0 }.joined(separator: " ")
    #expect(line.hasPrefix("rerun     curlew run \(words) one.scenario.yaml:1"), "\(line)")
    await server.stop()
  }
}
