import Foundation
import Locks
import TestSupport
import Testing

/// Running again what did not pass: `--rerun-failed`, the line that the summary prints, `--retries`.
@Suite(.timeLimit(.minutes(5))) struct RerunTests {
  /// A server whose `/fails/NAME` fails until it is mended.
  private final class Service: Sendable {
    let isMended = Locked(false)

    func start() async throws -> FixtureServer {
      try await FixtureServer.start { request in
        let fails = request.pathParts.first == "fails" && !self.isMended.withLock(\.self)
        return .status(fails ? 500 : 200)
      }
    }

    func mend() { isMended.withLock { $0 = true } }
  }

  private func project(base: String) throws -> CommandProject {
    try CommandProject([
      "curlew.yaml": "environments: { here: { base: \"\(base)\" } }\n",
      "scenarios/good.scenario.yaml": "scenario: good\nsteps:\n  - GET: /ok\n",
      "scenarios/rows.scenario.yaml": """
      scenario: rows
      cases:
        - { name: one, path: ok }
        - { name: two, path: fails }
        - { name: three, path: ok }
      steps:
        - GET: /${path}/${name}?draw=${random(1, 1000000)}

      """,
      "scenarios/csv.scenario.yaml": """
      scenario: csv
      cases: { csv: rows.csv }
      steps:
        - GET: /${path}/${name}

      """,
      "scenarios/rows.csv": "name,path\nred,ok\ngreen,fails\n",
    ])
  }

  @Test func `a failure beside the scenarios is not taken for none`() async throws {
    let service = Service()
    let server = try await service.start()
    let project = try project(base: server.url)
    try project.folder.write(
      "environments: { here: { base: \"\(server.url)\" } }\nafter-all: [{ GET: \(server.url)/fails/x }]\n",
      to: "curlew.yaml"
    )
    let run = ["run", "scenarios/good.scenario.yaml", "--environment", "here"]
    let first = try await project.run(run + ["--report", "json=first.json"])
    #expect(first.status == 1, "\(first.all)")
    let again = try await project.run(run + ["--rerun-failed", "first.json"])
    #expect(again.status == 4, "\(again.all)")
    #expect(again.errors.contains("of first.json only after-all failed"), "\(again.all)")
    await server.stop()
  }

  @Test func `what did not pass is run again, rows and repeats told apart`() async throws {
    let service = Service()
    let server = try await service.start()
    let project = try project(base: server.url)
    let options = ["run", "--environment", "here", "--seed", "5", "--repeat", "2"]
    let first = try await project.run(options + ["--report", "json=first.json"])
    #expect(first.status == 1)
    let failed = ["csv [green] #1", "csv [green] #2", "rows [two] #1", "rows [two] #2"]
    #expect(
      first.output.contains(
        "rerun     curlew run --environment here --repeat 2 --seed 5 --rerun-failed first.json"
      ),
      "\(first.output)"
    )
    let again = try await project.run(
      options + ["--rerun-failed", "first.json", "--report", "json=second.json"]
    )
    #expect(again.status == 1)
    #expect(try project.report("second.json").endings == failed.map { "\($0) failed" })
    service.mend()
    let mended = try await project.run(
      options + ["--rerun-failed", "second.json", "--report", "json=third.json"]
    )
    #expect(mended.status == 0, "\(mended.all)")
    #expect(try project.report("third.json").titles == failed)
    // With the values that they had before.
    let draws = server.requests.filter { $0.path == "/fails/two" }.map(\.target)
    #expect(draws.count == 6 && Set(draws).count == 2)
    let count = server.counts.requests
    let nothing = try await project.run(
      options + ["--rerun-failed", "third.json", "--report", "junit=junit.xml"]
    )
    #expect(nothing.status == 0, "\(nothing.all)")
    #expect(nothing.errors.contains("nothing to rerun: no scenario of third.json"))
    #expect(server.counts.requests == count)
    await server.stop()
  }

  @Test func `of rows with one label only those run again that did not pass`() async throws {
    let service = Service()
    let server = try await service.start()
    let rows = "cases: { matrix: { sku: [A, B], path: [ok, fails, still] } }"
    let file = "scenario: a\nbase: \(server.url)\n\(rows)\nsteps: [{ GET: \"/${path}/${sku}\" }]\n"
    let project = try CommandProject(["a.scenario.yaml": file])
    let first = try await project.run(["run", ".", "--report", "json=first.json"])
    #expect(first.status == 1)
    let merged = try await project.run(["merge", "first.json", "--report", "json=merged.json"])
    #expect(merged.status == 1, "\(merged.all)")
    for report in ["first.json", "merged.json"] {
      let count = server.counts.requests
      let again = try await project.run(
        ["run", ".", "--rerun-failed", report, "--report", "json=second.json"]
      )
      #expect(again.status == 1, "\(again.all)")
      #expect(server.requests.dropFirst(count).map(\.path).sorted() == ["/fails/A", "/fails/B"])
    }
    // Where a row has moved, its label alone tells which it may be.
    try project.folder.write(file.replacing("[A, B]", with: "[B, A]"), to: "a.scenario.yaml")
    let count = server.counts.requests
    let moved = try await project.run(["run", ".", "--rerun-failed", "first.json"])
    #expect(moved.status == 1, "\(moved.all)")
    #expect(server.counts.requests == count + 6)
    await server.stop()
  }

  @Test func `the line of the summary runs it under the same conditions`() async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject(
      base: server.url,
      scenario: "steps:\n  - GET: /status/500\n"
    )
    let options = [
      "--jobs", "2", "--connections-per-host", "3", "--rate", "50/s", "--order", "random",
      "--timeout", "1m", "--grace", "1s", "--retries", "1", "--fail-on-flaky", "--seed", "9",
    ]
    // What it selects is told by the place, and reports and looks are not conditions.
    let selection = ["--tag", "not slow", "--fail-fast", "3", "--report", "tap=t.tap"]
    let ending = try await project.run(["run", "."] + options + selection)
    let line = ending.output.split(separator: "\n").first { $0.hasPrefix("rerun ") }
    let words = options.joined(separator: " ")
    #expect(line == "rerun     curlew run \(words) one.scenario.yaml:1", "\(ending.all)")
    let again = try await project.shell("$CURLEW run \(words) one.scenario.yaml:1")
    #expect(again.status == 1)
    #expect(server.requests.count == 4)
    await server.stop()
  }

  @Test func `what is not there any more is warned about`() async throws {
    let service = Service()
    let server = try await service.start()
    let project = try project(base: server.url)
    _ = try await project.run("run", "--environment", "here", "--report", "json=r.json")
    try project.folder.write("name,path\nblue,ok\n", to: "scenarios/rows.csv")
    let ending = try await project.run(
      "run",
      "--environment",
      "here",
      "--rerun-failed",
      "r.json"
    )
    #expect(ending.status == 1)
    #expect(
      ending.output.contains("warning: scenarios/csv.scenario.yaml \"csv\" [green] did not pass"),
      "\(ending.all)"
    )
    #expect(ending.output.contains("1 scenario: 1 failed"))
    await server.stop()
  }

  @Test func `a file with a mistake is run again once it has none`() async throws {
    let service = Service()
    let server = try await service.start()
    let project = try project(base: server.url)
    try project.folder.write("scenario: new\nstep: []\n", to: "scenarios/new.scenario.yaml")
    service.mend()
    let first = try await project.run("run", "--environment", "here", "--report", "json=r.json")
    #expect(first.status == 2)
    try project.folder.write(
      "scenario: new\nsteps:\n  - GET: /ok\n",
      to: "scenarios/new.scenario.yaml"
    )
    let ending = try await project.run(
      "run",
      "--environment",
      "here",
      "--rerun-failed",
      "r.json",
      "--report",
      "json=s.json"
    )
    #expect(ending.status == 0, "\(ending.all)")
    #expect(try project.report("s.json").titles == ["new"])
    await server.stop()
  }

  @Test func `the line of the summary runs what failed, and nothing else`() async throws {
    let service = Service()
    let server = try await service.start()
    let project = try project(base: server.url)
    let ending = try await project.run(
      "run",
      "--environment",
      "here",
      "--var",
      "x=a b",
      "--secret",
      "KEY=topsecret",
      "--seed",
      "9"
    )
    let line = try #require(
      ending.output.split(separator: "\n").first { $0.hasPrefix("rerun") }.map(String.init)
    )
    #expect(
      line
        == "rerun     curlew run --environment here --var 'x=a b' --secret KEY=••• --seed 9 'scenarios/csv.scenario.yaml#2' scenarios/rows.scenario.yaml:4"
    )
    let before = server.requests.map(\.target).filter { $0.contains("two") }
    let count = server.counts.requests
    let again = try await project.run(
      "run",
      "--environment",
      "here",
      "--seed",
      "9",
      "scenarios/rows.scenario.yaml:4"
    )
    #expect(again.status == 1)
    #expect(server.requests[count...].map(\.target) == before)
    await server.stop()
  }

  @Test(
    arguments: [
      ([], 0), (["--fail-on-flaky"], 1), (["--fail-on-flaky", "--no-fail-on-flaky"], 0),
    ] as [([String], Int32)]
  )
  func `a scenario that passes when it is run again is flaky`(
    options: [String],
    status: Int32
  ) async throws {
    let server = try await FixtureServer.start { .status($0.number % 3 == 2 ? 200 : 500) }
    let project = try CommandProject(base: server.url, scenario: "steps:\n  - GET: /json\n")
    let ending = try await project.run(
      ["run", ".", "--retries", "2", "--report", "json=report.json", "--report", "junit=junit.xml"]
        + options
    )
    #expect(ending.status == status, "\(ending.all)")
    if status < 2 {
      #expect(try project.report().endings == ["one failed", "one failed", "one flaky"])
      #expect(ending.output.contains("\(status == 0 ? "✓" : "✗") 1 scenario: 1 flaky"))
      #expect(try project.junit().cases.count == 1)
    }
    await server.stop()
  }

  @Test func `random order is that of the seed, and reports keep that of the source`() async throws
  {
    let server = try await FixtureServer.start()
    let project = try CommandProject()
    for index in 10..<30 {
      try project.folder.write(
        "scenario: s\(index)\nsteps:\n  - GET: \(server.url)/status/200?\(index)\n",
        to: "\(index).scenario.yaml"
      )
    }
    let options = [
      "run", ".", "--jobs", "1", "--order", "random", "--seed", "4", "--report", "json=report.json",
    ]
    _ = try await project.run(options)
    _ = try await project.run(options)
    let sent = server.requests.map(\.target)
    #expect(sent.count == 40 && Array(sent[..<20]) == Array(sent[20...]))
    #expect(Array(sent[..<20]) != sent[..<20].sorted())
    #expect(try project.report().titles == (10..<30).map { "s\($0)" })
    let dry = try await project.run(options + ["--dry-run"])
    let planned = dry.output.split(separator: "\n").filter { $0.contains("GET ") }
    #expect(planned.map { $0.suffix(2) } == sent[..<20].map { $0.suffix(2) })
    await server.stop()
  }
}
