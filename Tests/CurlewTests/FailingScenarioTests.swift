import TestSupport
import Testing

/// Scenarios that fail in each way there is.
@Suite(.timeLimit(.minutes(5))) struct FailingScenarioTests {
  /// What a file under `failing` comes to.
  struct Expected: Sendable {
    var name: String
    /// `failure` or `error`.
    var verdict = "failure"
    var type = "assertion"
    /// The name of the case.
    var step = "it fails"
    /// Where the report says it is, `line:column`.
    var place: String
    /// What the console must say of it.
    var says: [String]
  }

  static let all: [Expected] = [
    .init(name: "status", place: "6:23", says: ["expected 200", "Not Found (404)"]),
    .init(name: "content-type", place: "7:21", says: ["text/csv", "application/json"]),
    .init(name: "headers", place: "6:32", says: [#""two""#, #""one""#]),
    .init(name: "json-value", place: "6:42", says: ["Example", "Sample"]),
    .init(name: "json-partial", place: "6:32", says: ["true", "false"]),
    .init(name: "xml", place: "6:41", says: ["Two", "One & all"]),
    .init(name: "html", place: "6:29", says: ["Nothing", "Fixture"]),
    .init(name: "plist", place: "6:33", says: ["expected 4", "got 3"]),
    .init(name: "image", place: "6:31", says: ["expected 5", "got 4"]),
    .init(name: "text", place: "6:21", says: ["line 7"]),
    .init(name: "time", place: "6:21", says: ["20ms"]),
    .init(name: "capture", place: "6:16", says: ["author"]),
    .init(name: "that", place: "6:23", says: ["pages == 7", "|   1"]),
    .init(name: "retry", place: "7:42", says: ["Never", "Sample"]),
    .init(name: "until", place: "6:47", says: ["Never", "become true"]),
    .init(name: "expected-error", place: "6:22", says: ["timeout", "200"]),
    .init(name: "known-failure-passes", place: "5:20", says: ["issue 7"]),
    .init(
      name: "setup",
      verdict: "error",
      type: "setup",
      step: "prepare",
      place: "5:5",
      says: ["Internal Server Error (500)"]
    ),
    .init(
      name: "teardown",
      step: "tear down more",
      place: "10:5",
      says: ["Internal Server Error (500)"]
    ),
    .init(
      name: "unknown-value",
      verdict: "error",
      type: "expression",
      place: "6:45",
      says: ["NO_SUCH_VARIABLE"]
    ),
  ]

  @Test func `each file has its expectation`() {
    #expect(FixtureFiles.names(in: "failing") == Self.all.map(\.name).sorted())
  }

  @Test func `each failure is told with its place, and teardown runs`() async throws {
    let server = try await FixtureServer.start()
    var project = try CommandProject()
    project.environment["FIXTURE_URL"] = server.url
    let ending = try await project.run(
      "run",
      FixtureFiles.folder("failing"),
      "--report",
      "junit=\(project.folder.path("junit.xml"))"
    )
    #expect(ending.status == 1)
    let report = try project.junit()
    #expect(try report.countsAreRight())
    let errors = Self.all.count { $0.verdict == "error" }
    #expect(try report.count("failures") == Self.all.count - errors)
    #expect(try report.count("errors") == errors)
    for expected in Self.all {
      let path = FixtureFiles.path(expected.name, in: "failing")
      // From the line that names the scenario to the next one that does.
      let told = ending.output.split(separator: "\n\n").first {
        $0.hasPrefix("\(path)  \(expected.name)\n")
      }
      let text = try #require(told, "\(expected.name): \(ending.output)")
      for part in ["\(path):\(expected.place)\n"] + expected.says {
        #expect(text.contains(part), "\(text)")
      }
      let bad = report.cases.filter { own in
        own.suite == path && (own.verdict == "failure" || own.verdict == "error")
      }
      #expect(bad.count == 1, "\(expected.name)")
      let own = try #require(bad.first)
      #expect(own.verdict == expected.verdict, "\(own)")
      #expect(own.type == expected.type, "\(own)")
      #expect(own.name == expected.step)
      let line = expected.place.prefix { $0 != ":" }
      #expect(own.body.contains("\n  at \(path):\(line)\n"), "\(own.body)")
      #expect(own.body.hasPrefix(own.message))
      #expect(server.requests.contains { $0.target == "/status/204?teardown=\(expected.name)" })
    }
    await server.stop()
  }

  @Test(arguments: ["status", "capture", "setup", "teardown", "until"])
  func `a failure of any kind exits with 1`(name: String) async throws {
    let server = try await FixtureServer.start()
    var project = try CommandProject()
    project.environment["FIXTURE_URL"] = server.url
    #expect(try await project.run("run", FixtureFiles.path(name, in: "failing")).status == 1)
    await server.stop()
  }

  @Test func `a failed set-up skips the steps, a failed teardown step does not stop the next`()
    async throws
  {
    let server = try await FixtureServer.start()
    var project = try CommandProject()
    project.environment["FIXTURE_URL"] = server.url
    _ = try await project.run(
      "run",
      FixtureFiles.path("setup", in: "failing"),
      FixtureFiles.path("teardown", in: "failing"),
      "--report",
      "junit=\(project.folder.path("junit.xml"))"
    )
    let report = try project.junit()
    #expect(report.cases(named: "never reached").map(\.verdict) == ["skipped"])
    #expect(report.cases(named: "and the rest").map(\.verdict) == [nil])
    #expect(server.requests.contains { $0.target == "/status/204?rest=teardown" })
    await server.stop()
  }

  @Test(arguments: [
    ("known-failure", ["skipped", nil]), ("known-failure-of-scenario", ["skipped"]),
    ("skip", ["skipped"]), ("when-scenario", ["skipped"]), ("when-step", ["skipped", nil]),
    ("known-failure-of-set", ["skipped", nil]),
  ])
  func `what is excused is skipped and does not fail the run`(
    name: String,
    verdicts: [String?]
  ) async throws {
    let server = try await FixtureServer.start()
    var project = try CommandProject()
    project.environment["FIXTURE_URL"] = server.url
    let ending = try await project.run(
      "run",
      FixtureFiles.path(name, in: "excused"),
      "--report",
      "junit=\(project.folder.path("junit.xml"))"
    )
    #expect(ending.status == 0, "\(ending.all)")
    let report = try project.junit()
    #expect(report.cases.map(\.verdict) == verdicts, "\(report.text)")
    #expect(try report.countsAreRight())
    await server.stop()
  }
}
