import Documents
import Foundation
import Locks
import TestSupport
import Testing

/// However a run ends, all of its reports count alike, and so do those of its merge.
@Suite(.timeLimit(.minutes(5))) struct RunEndingTests {
  /// A run that ends in a way of its own.
  struct Run: Sendable, CustomTestStringConvertible {
    var name: String
    /// Path to content; BASE stands for the server.
    var files: [String: String]
    var options: [String] = []
    var status: Int32 = 1
    /// Name and count of outcomes of scenarios.
    var outcomes: [String: Int]
    /// How many of `before-all` and `after-all` did not succeed.
    var runErrors = 0
    var unreadable = 0
    /// How many mistakes there are besides the first of each file.
    var furtherMistakes = 0
    /// After how many requests the run is interrupted.
    var interruptedAfter: Int?
    /// Whether the time limit of the run passes.
    var timesOut = false
    var isInterrupted: Bool { interruptedAfter != nil || timesOut }

    var testDescription: String { name }
  }

  private static let kinds = [
    "json", "events", "junit", "html", "tap", "markdown", "github", "har", "console",
  ]
  private static let passing = "steps: [{ GET: BASE/json }, { GET: BASE/json }]\n"
  private static let failing = "steps: [{ GET: BASE/status/500 }, { GET: BASE/json }]\n"
  private static let flaky = "steps: [{ GET: BASE/once/ID }, { GET: BASE/json }]\n"
  private static let slow = "steps: [{ GET: BASE/fault/stallBeforeHead }, { GET: BASE/json }]\n"

  static let runs = [
    Run(
      name: "flaky",
      files: [
        "a": flaky, "b": passing, "c": failing, "d": "cases: [{ n: 1 }, { n: 2 }]\n" + flaky,
      ],
      options: ["--retries", "1", "--jobs", "1"],
      outcomes: ["flaky": 2, "passed": 2, "failed": 1]
    ),
    Run(
      name: "interrupted",
      files: ["a": passing, "b": slow, "c": passing, "d": "skip: no\n" + passing],
      options: ["--jobs", "1"],
      status: 130,
      outcomes: ["passed": 1, "errored": 1, "not run": 2],
      interruptedAfter: 3
    ),
    Run(
      name: "a broken before-all",
      files: [
        "curlew": "before-all: [{ GET: 'http://127.0.0.1:1/' }]\n", "a": passing, "b": passing,
      ],
      outcomes: ["not run": 2],
      runErrors: 1
    ),
    Run(
      name: "a before-all that does not hold",
      files: ["curlew": "before-all: [{ GET: BASE/status/500 }]\n", "a": passing],
      outcomes: ["not run": 1],
      runErrors: 1
    ),
    Run(
      name: "an after-all of two steps that fail, and a before-all that passes",
      files: [
        "curlew": "before-all: [{ GET: BASE/json }]\nafter-all:\n  - GET: BASE/status/500\n"
          + "    continue: true\n  - GET: 'http://127.0.0.1:1/'\n",
        "a": passing,
      ],
      outcomes: ["passed": 1],
      runErrors: 1
    ),
    Run(
      name: "a file with two mistakes",
      files: ["a": "steps: [{ GET: BASE/json, expects: 1, captures: 2 }]\n", "b": passing],
      status: 2,
      outcomes: ["passed": 1],
      unreadable: 1,
      furtherMistakes: 1
    ),
    Run(
      name: "a time limit that passes in the last teardown",
      files: ["a": passing + "teardown: [{ GET: BASE/delay/6000 }]\n"],
      options: ["--timeout", "4s"],
      outcomes: ["passed": 1],
      timesOut: true
    ),
    Run(
      name: "a time limit that passes in known failures",
      files: [
        "a": "known-failure: issue 7\n" + slow,
        "b": "steps: [{ GET: BASE/fault/stallBeforeHead, known-failure: issue 8 }]\n",
        "c": "known-failure: issue 9\nsteps: [{ wait: 1h }]\n",
        "d": "steps: [{ wait: 1h, known-failure: issue 10 }]\n",
        "e": "known-failure: issue 11\n" + passing + "teardown: [{ wait: 1h }]\n",
      ],
      options: ["--timeout", "4s", "--grace", "200ms"],
      outcomes: ["errored": 5],
      timesOut: true
    ),
    Run(
      name: "an unreadable file, and fail-fast with retries",
      files: ["a": "steps: 7\n", "b": failing, "c": passing, "d": passing],
      options: ["--retries", "1", "--fail-fast", "1", "--jobs", "1"],
      status: 2,
      outcomes: ["failed": 1, "not run": 2],
      unreadable: 1
    ),
    Run(
      name: "known failures of scenarios",
      files: [
        "a": "known-failure: issue 7\n" + failing, "b": "known-failure: issue 8\n" + passing,
        "c": "known-failure: issue 9\nsetup: [{ GET: 'http://127.0.0.1:1/' }]\n" + passing,
      ],
      outcomes: ["skipped": 1, "failed": 1, "errored": 1]
    ),
    Run(
      name: "rows, loops and turns of the run",
      files: [
        "a": "cases: [{ n: 1 }, { n: 2 }]\nsteps: [{ GET: BASE/json, repeat: 3 }]\n",
        "b": "steps: [{ GET: 'BASE/status/${n}', each: '${[200, 500, 404]}', as: n }]\n",
      ],
      options: ["--repeat", "2"],
      outcomes: ["passed": 4, "failed": 2]
    ),
  ]

  private func project(_ run: Run, _ server: FixtureServer) throws -> CommandProject {
    var files: [String: String] = [:]
    for (name, text) in run.files {
      let text = text.replacing("BASE", with: server.url).replacing("ID", with: name)
      if name == "curlew" {
        files["curlew.yaml"] = text
      } else {
        files["\(name).scenario.yaml"] = "scenario: \(name)\n\(text)"
      }
    }
    return try CommandProject(files)
  }

  /// The stock server, with paths that answer well from the second time on.
  private func server() async throws -> FixtureServer {
    let seen = Locked(Set<String>())
    let standard = FixtureRoutes.standard
    return try await FixtureServer.start(
      routes: FixtureRoutes(answersEarly: standard.answersEarly) { request in
        guard request.path.hasPrefix("/once/") else { return await standard.answer(request) }
        let isFirst = seen.withLock { $0.insert(request.path).inserted }
        return .status(isFirst ? 503 : 200)
      }
    )
  }

  @Test(arguments: runs, ["rich", "strict"])
  func `counts are equal in every report`(run: Run, dialect: String) async throws {
    let server = try await server()
    let project = try project(run, server)
    let reports = Self.kinds.flatMap { ["--report", "\($0)=out.\($0)"] }
    let arguments = ["run", ".", "--junit-dialect", dialect] + run.options + reports
    let ending: CommandProject.Ending
    if let count = run.interruptedAfter {
      let command = try project.start(arguments)
      _ = try await server.requests(count: count)
      command.send(2)
      ending = CommandProject.Ending(try await command.result())
    } else {
      ending = try await project.run(arguments)
    }
    #expect(ending.status == run.status, "\(ending.all)")
    try check(project, "out", run, dialect)

    let merged = Self.kinds.flatMap { ["--report", "\($0)=merged.\($0)"] }
    let merge = try await project.run(
      ["merge", "out.json", "--junit-dialect", dialect] + merged
    )
    // No signal ends the merge; what was interrupted has not passed.
    #expect(merge.status == (run.interruptedAfter == nil ? run.status : 1), "\(merge.all)")
    try check(project, "merged", run, dialect)
    await server.stop()
  }

  private func check(
    _ project: CommandProject,
    _ name: String,
    _ run: Run,
    _ dialect: String
  ) throws {
    func read(_ kind: String) throws -> [UInt8] { try project.folder.read("\(name).\(kind)") }
    func lines(_ kind: String) throws -> [Substring] {
      try project.folder.readText("\(name).\(kind)").split(separator: "\n")
    }
    let report = try JSONParser().parse(read("json"))
    let summary = try #require(report["summary"])
    func count(_ part: String, _ key: String) -> Int { summary[part]?[key]?.number?.int ?? -1 }
    func counted(_ outcomes: [String]) -> [String: Int] {
      Dictionary(outcomes.map { ($0, 1) }, uniquingKeysWith: +)
    }
    let told = [
      "passed": "passed", "failed": "failed", "errored": "errored", "skipped": "skipped",
      "flaky": "flaky", "notRun": "not run",
    ]
    for (key, shown) in told { #expect(count("scenarios", key) == run.outcomes[shown] ?? 0) }
    #expect(summary["unreadableFileCount"]?.number?.int == run.unreadable)
    #expect(summary["interrupted"]?.bool == run.isInterrupted)
    let runErrors = run.runErrors + (run.isInterrupted ? 1 : 0)
    #expect(summary["runErrorCount"]?.number?.int == runErrors)
    let final = (report["scenarios"]?.array ?? []).filter {
      $0["isFinal"]?.bool == true && $0["kind"]?.string == "scenario"
    }
    #expect(counted(final.compactMap { $0["outcome"]?.string }) == run.outcomes)
    let results = final.flatMap { $0["steps"]?.array ?? [] }.compactMap { $0["result"]?.string }
    for result in ["passed", "failed", "errored", "skipped"] {
      #expect(results.count { $0 == result } == count("steps", result), "\(result)")
    }

    let events = try lines("events").map { try JSONParser().parse(Array($0.utf8)) }
    #expect(events.last?["summary"] == summary)
    let page = try HTMLReport(read("html"))
    #expect(try page.summary() == summary)
    #expect(try counted(page.outcomes()) == run.outcomes)
    let har = try JSONParser().parse(read("har"))
    #expect(har["log"]?["entries"]?.array?.count == summary["requestCount"]?.number?.int)

    let junit = try JUnitReport(read("junit"))
    #expect(try junit.countsAreRight())
    let others = run.unreadable + runErrors
    #expect(try junit.count("failures") == count("steps", "failed"))
    #expect(try junit.count("errors") == count("steps", "errored") + others)
    #expect(junit.cases.count == results.count + others)
    #expect(junit.cases.count { $0.verdict == "skipped" } == count("steps", "skipped"))
    #expect(junit.text.ranges(of: "<flakyFailure ").count == run.outcomes["flaky"] ?? 0)
    if dialect == "strict" {
      #expect(try Self.schema?.validate(.xml(XMLDocument(parsing: read("junit")))) ?? [] == [])
    }

    let last = try lines("console").last ?? ""
    for shown in told.values {
      let number = run.outcomes[shown] ?? 0
      #expect(last.contains(" \(number) \(shown)") == (number > 0), "\(last)")
    }
    #expect(last.hasSuffix(", interrupted") == run.isInterrupted, "\(last)")
    let row = ["passed", "failed", "errored", "flaky", "skipped", "not run"]
      .map { " \(run.outcomes[$0] ?? 0) |" }.joined()
    #expect(try lines("markdown").contains { $0 == "| scenarios |" + row })
    let tap = try lines("tap")
    let bad = (run.outcomes["failed"] ?? 0) + (run.outcomes["errored"] ?? 0)
    #expect(tap.count { $0.hasPrefix("not ok ") } == bad + run.unreadable + run.runErrors)
    #expect(
      tap.count { $0.hasPrefix("ok ") && $0.hasSuffix(" (flaky)") } == run.outcomes["flaky"] ?? 0
    )
    #expect(
      tap.count { $0.hasPrefix("ok ") && $0.contains(" # SKIP") }
        == (run.outcomes["skipped"] ?? 0) + (run.outcomes["not run"] ?? 0)
    )
    let annotations = try lines("github")
    #expect(
      annotations.count { $0.hasPrefix("::error ") }
        == min(
          10,
          try (junit.count("failures") ?? 0) + (junit.count("errors") ?? 0) + run.furtherMistakes
        )
    )
  }

  @Test(
    .enabled(
      if: schemaBytes != nil,
      "there is no \(schemaPath): strict reports are not validated"
    )
  )
  func `strict reports are validated by a schema`() throws {
    #expect(Self.schema != nil)
  }

  /// The path of the schema of the Jenkins xUnit plugin, beside the project.
  private static let schemaPath: String = {
    let root = URL(filePath: ProjectPaths.root).resolvingSymlinksInPath()
    return root.deletingLastPathComponent()
      .appending(path: "shared/conformance/junit/junit-10.xsd").path(percentEncoded: false)
  }()

  private static let schemaBytes = FileManager.default.contents(atPath: schemaPath)

  /// The schema; `nil` when it is not there.
  private static let schema = schemaBytes.flatMap { try? XMLSchema(Array($0)) }
}
