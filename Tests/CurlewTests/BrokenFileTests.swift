import Foundation
import TestSupport
import Testing

/// Files that cannot be understood, beside one that can.
@Suite(.timeLimit(.minutes(5))) struct BrokenFileTests {
  /// A broken file.
  struct Broken: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    /// `line:column` and the message.
    var message: String

    var testDescription: String { name }
  }

  static let all: [Broken] = [
    .init(name: "yaml", text: "scenario: [x\n", message: ":1:11: error: this [ is never closed"),
    .init(
      name: "key",
      text: "scenario: k\nsteps:\n  - GET: BASE/json\n    expects: { status: 200 }\n",
      message: #":4:5: error: unknown key "expects""#
    ),
    .init(
      name: "name",
      text: "scenario: k\nvariables: { sku: 1 }\nsteps:\n  - GET: BASE/${skuu}\n",
      message: #"error: unknown name "skuu""#
    ),
    .init(
      name: "jsonpath",
      text: "scenario: k\nsteps:\n  - GET: BASE/json\n    expect: { json: { \"$.a[\": 1 } }\n",
      message: ":4:23: error: not a JSONPath"
    ),
    .init(
      name: "xpath",
      text: "scenario: k\nsteps:\n  - GET: BASE/xml\n    expect: { xml: { \"//a[\": 1 } }\n",
      message: ":4:22: error: not an XPath"
    ),
    .init(
      name: "pattern",
      text: "scenario: k\nsteps:\n  - GET: BASE/json\n    expect: { text: { matches: \"(a\" } }\n",
      message: ":4:32: error: not a regular expression"
    ),
    .init(
      name: "data",
      text: "scenario: k\ncases: { csv: nope.csv }\nsteps:\n  - GET: BASE/json\n",
      message: #":2:15: error: there is no file "nope.csv""#
    ),
    .init(
      name: "csv",
      text: "scenario: k\ncases: { csv: bad.csv }\nsteps:\n  - GET: BASE/json\n",
      message: ":2:15: error: bad.csv:2: expected 2 fields as in the header, got 3"
    ),
    .init(name: "empty", text: "", message: "error:"),
    .init(name: "marker", text: "---\n# later\n", message: ":1:1: error: the file is empty"),
    .init(name: "binary", text: "\u{0}\u{1}\u{2}", message: "error:"),
  ]

  private func project(_ files: [Broken], base: String) throws -> CommandProject {
    let project = try CommandProject([
      "good.scenario.yaml": "scenario: good\nsteps:\n  - GET: \(base)/json\n",
      "bad.csv": "a,b\n1,2,3\n",
    ])
    for file in files {
      try project.folder.write(
        file.text.replacing("BASE", with: base),
        to: "\(file.name).scenario.yaml"
      )
    }
    return project
  }

  @Test(arguments: all)
  func `a broken file is told with its place, and the others run`(_ file: Broken) async throws {
    let server = try await FixtureServer.start()
    let project = try project([file], base: server.url)
    let ending = try await project.run("run", ".", "--report", "junit=junit.xml")
    #expect(ending.status == 2, "\(ending.all)")
    let line = ending.all.split(separator: "\n").first {
      $0.hasPrefix("\(file.name).scenario.yaml")
    }
    #expect(line?.contains(file.message) == true, "\(ending.all)")
    let report = try project.junit()
    #expect(try report.countsAreRight())
    #expect(report.cases.count { $0.verdict == nil && $0.suite == "good.scenario.yaml" } == 1)
    let own = try #require(report.cases.first { $0.suite == "\(file.name).scenario.yaml" })
    #expect(own.verdict == "error")
    #expect(own.body.contains(file.message))
    #expect(server.requests.map(\.path) == ["/json"])
    await server.stop()
  }

  @Test func `what cannot be read is told, and the others run`() async throws {
    let server = try await FixtureServer.start()
    let project = try project([], base: server.url)
    try FileManager.default.createSymbolicLink(
      atPath: project.folder.path("dangling.scenario.yaml"),
      withDestinationPath: "/no/such/file"
    )
    let ending = try await project.run(
      "run",
      ".",
      "missing.scenario.yaml",
      "--report",
      "junit=junit.xml"
    )
    #expect(ending.status == 2)
    #expect(ending.all.contains("missing.scenario.yaml: error:"), "\(ending.all)")
    #expect(ending.all.contains("dangling.scenario.yaml: error:"), "\(ending.all)")
    let report = try project.junit()
    #expect(try report.count("errors") == 2)
    #expect(report.cases.count { $0.verdict == nil } == 1)
    await server.stop()
  }

  @Test func `check tells all mistakes of all files and sends nothing`() async throws {
    let server = try await FixtureServer.start()
    let project = try project(Self.all, base: server.url)
    try project.folder.write(
      "scenario: two\nsteps:\n  - GET: BASE/${a}\n    expects: {}\n  - PUTT: x\n",
      to: "two.scenario.yaml"
    )
    let ending = try await project.run("check", ".")
    #expect(ending.status == 2)
    for file in Self.all {
      #expect(
        ending.output.contains("\(file.name).scenario.yaml")
          && ending.output.contains(file.message),
        "\(file.name): \(ending.output)"
      )
    }
    #expect(ending.output.contains("two.scenario.yaml:3:"))
    #expect(ending.output.contains("two.scenario.yaml:5:"))
    #expect(!ending.output.contains("good.scenario.yaml"))
    #expect(server.counts.connectionsAccepted == 0)
    await server.stop()
  }

  @Test func `a mistake in the project's defaults is told once, and nothing runs`() async throws {
    let server = try await FixtureServer.start()
    let project = try project([], base: server.url)
    try project.folder.write(
      "scenario: other\nsteps:\n  - GET: \(server.url)/json\n  - GET: \(server.url)/xml\n",
      to: "other.scenario.yaml"
    )
    try project.folder.write(
      "defaults: { expect: { headers: { X: { matches: \"(a\" } } } }\n",
      to: "curlew.yaml"
    )
    let ending = try await project.run("run", ".")
    #expect(ending.status == 2)
    #expect(ending.all.components(separatedBy: "not a regular expression").count == 2)
    #expect(server.counts.requests == 0)
    await server.stop()
  }

  @Test func `an empty folder is nothing to check`() async throws {
    let ending = try await CommandProject().run("check", ".")
    #expect(ending.status == 4)
  }
}
