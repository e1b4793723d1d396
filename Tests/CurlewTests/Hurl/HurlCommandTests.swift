import TestSupport
import Testing

/// `.hurl` files beside scenarios in YAML: found, checked, selected and reported in the same way.
@Suite(.timeLimit(.minutes(5))) struct HurlCommandTests {
  private let project: CommandProject

  init() throws {
    project = try CommandProject([
      "curlew.yaml": "run: { demo: true }\nvariables: { host: \"${demo.url}\" }\n",
      "suite/one.scenario.yaml": "scenario: one\nbase: ${demo.url}\nsteps: [{ GET: /health }]\n",
      "suite/two.hurl":
        "# tags: smoke, slow\n\n# looks at its health\nGET {{host}}/health\nHTTP 200\n",
      "suite/three.hurl": "GET {{host}}/status/500\nHTTP 200\n\nGET {{host}}/health\n",
    ])
  }

  @Test func `a folder has both kinds`() async throws {
    let ending = try await project.run("run", "suite", "--report", "junit=junit.xml")
    #expect(ending.status == 1, "\(ending.all)")
    #expect(ending.output.contains("\n  suite/three.hurl:2:6\n"), "\(ending.output)")
    let report = try project.junit()
    #expect(Set(report.cases.map(\.suite)).count == 3)
    #expect(report.cases(named: "looks at its health").count == 1)
    #expect(report.cases(named: "GET {{host}}/status/500").map(\.verdict) == ["failure"])
    #expect(report.cases(named: "GET {{host}}/health").map(\.verdict) == ["skipped"])
  }

  @Test(arguments: ["", "\u{FEFF}"])
  func `a file that is read in pieces has its places, behind a byte order mark too`(
    mark: String
  ) async throws {
    let entry = "GET http://127.0.0.1:1/\nHTTP 200\n"
    let text = mark + String(repeating: entry, count: 6_000) + entry
    try project.folder.write(text + "[Asserts]\njsonpath \"abc\" == 1\n", to: "large.hurl")
    let ending = try await project.run("run", "large.hurl")
    #expect(ending.status == 2, "\(ending.all)")
    #expect(ending.all.contains("large.hurl:12004:10: error: a JSONPath"), "\(ending.all)")
  }

  @Test func `tags and lines select`() async throws {
    let smoke = try await project.run("run", "suite", "--tag", "smoke")
    #expect(smoke.status == 0, "\(smoke.all)")
    #expect(smoke.all.contains("1 scenario"), "\(smoke.all)")
    let line = try await project.run("run", "suite/two.hurl:4", "suite/one.scenario.yaml")
    #expect(line.status == 0, "\(line.all)")
    #expect(line.all.contains("2 scenarios"), "\(line.all)")
  }

  @Test func `a line runs a file up to its entry`() async throws {
    try project.folder.write(
      "GET {{host}}/health\nHTTP 200\n\nGET {{host}}/status/500\nHTTP 500\n\nGET {{host}}/health\nHTTP 404\n",
      to: "suite/entries.hurl"
    )
    for (place, requests) in [(":1", 1), (":2", 1), (":4", 2), (":5", 2), (":7", 3), ("", 3)] {
      let path = "suite/entries.hurl\(place)"
      let ending = try await project.run("run", path, "--report", "junit=junit.xml")
      #expect(ending.status == (requests < 3 ? 0 : 1), "\(path): \(ending.all)")
      #expect(try project.junit().cases.count == requests, "\(path): \(ending.all)")
    }
    let whole = try await project.run("run", "suite/entries.hurl:3")
    #expect(whole.status == 1, "\(whole.all)")
    // The line of the first entry would select it alone.
    let rerun = whole.output.split(separator: "\n").first { $0.hasPrefix("rerun ") }
    #expect(rerun?.hasSuffix(" suite/entries.hurl") == true, "\(whole.all)")
    let beyond = try await project.run("run", "suite/entries.hurl:9")
    #expect(beyond.status == 2, "\(beyond.all)")
    #expect(beyond.all.contains("there is no line 9: the file has 8"), "\(beyond.all)")
  }

  @Test func `one broken file hides no other`() async throws {
    try project.folder.write("GET\n", to: "suite/four.hurl")
    try project.folder.write(
      "GET {{nobody}}/a\n[Options]\nuser: ada\nHTTP *\n[Captures]\n{{a}}: status\n",
      to: "suite/five.hurl"
    )
    let check = try await project.run("check", "suite")
    #expect(check.status == 2)
    for place in ["four.hurl:1:4", "five.hurl:1:5", "five.hurl:3:7", "five.hurl:6:1"] {
      #expect(check.all.contains("suite/\(place): error: "), "\(check.all)")
    }
    let run = try await project.run("run", "suite", "--report", "junit=junit.xml")
    #expect(run.status == 2, "\(run.all)")
    #expect(run.all.contains("2 unreadable files"), "\(run.all)")
    #expect(try project.junit().cases(named: "looks at its health").count == 1)
  }

  @Test(arguments: [
    ["--report", "junit=suite/two.hurl"], ["--save-cookies", "suite/two.hurl"],
    ["--save-cookies", "suite/one.scenario.yaml"], ["--save-cookies", "curlew.yaml"],
  ])
  func `nothing that is written replaces a source`(words: [String]) async throws {
    let path = words[1].replacing("junit=", with: "")
    let before = try project.folder.read(path)
    let ending = try await project.run(["run", "suite/two.hurl"] + words)
    #expect(ending.status == 2, "\(ending.all)")
    #expect(ending.errors.contains(path), "\(ending.all)")
    #expect(try project.folder.read(path) == before)
  }

  @Test func `a folder without scenarios names both kinds`() async throws {
    try project.folder.write("", to: "empty/a.txt")
    let ending = try await project.run("run", "empty")
    #expect(ending.status == 4, "\(ending.all)")
    let message = "nothing to run: no *.scenario.yaml and no *.hurl in empty\n"
    #expect(ending.errors == message, "\(ending.all)")
  }
}
