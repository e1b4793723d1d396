import TestSupport
import Testing

/// Rows of data that are named, selected and run again one by one.
@Suite(.timeLimit(.minutes(5))) struct RowSelectionTests {
  private func service() async throws -> FixtureServer {
    try await FixtureServer.start { .status($0.pathParts.first == "fails" ? 500 : 200) }
  }

  private func project(_ server: FixtureServer) throws -> CommandProject {
    func scenario(_ name: String, _ cases: String) -> String {
      "scenario: \(name)\nbase: \(server.url)\n\(cases)steps:\n"
        + "  - step: ask ${path}\n    GET: /${path}?\(name)=${id}\n"
    }
    return try CommandProject([
      "a/csv.scenario.yaml": scenario("csv", "cases: { csv: ../data/errors.csv }\n"),
      "a/typed.scenario.yaml": scenario(
        "typed",
        "cases: { csv: ../data/errors.csv, types: json }\n"
      ),
      "b/json.scenario.yaml": scenario("json", "cases: { json: ../data/rows.json }\n"),
      "b/matrix.scenario.yaml": scenario(
        "matrix",
        "cases: { matrix: { path: [ok, fails], id: [1, 2] } }\n"
      ),
      "b/plain.scenario.yaml": scenario("plain", "variables: { path: ok, id: 1 }\n"),
      "data/errors.csv": "path,id,note\nok,1,\nok,2,\"over\ntwo lines\"\nfails,3,\nok,4,\n",
      "data/rows.json":
        "[\n  { \"path\": \"ok\", \"id\": 1 },\n  { \"path\": \"fails\",\n    \"id\": 2 }\n]\n",
      "data/other.csv": "path,id\nok,1\n",
      "curlew.yaml": "",
    ])
  }

  private func targets(
    _ server: FixtureServer,
    _ body: () async throws -> Void
  ) async throws
    -> [String]
  {
    let count = server.counts.requests
    try await body()
    return server.requests.dropFirst(count).map(\.target).sorted()
  }

  @Test(arguments: [
    ("a/csv", "csv [fails]", "row 3 at data/errors.csv:5: path: fails, id: 3, note: ", 1),
    ("b/json", "json [fails]", "row 2 at data/rows.json:3: path: fails, id: 2", 1),
    ("b/matrix", "matrix [fails #2]", "row 4: path: fails, id: 2", 2),
  ])
  func `a row that fails is shown with its values, and the line of the summary runs it alone`(
    file: String,
    title: String,
    row: String,
    failing: Int
  ) async throws {
    let server = try await service()
    let project = try project(server)
    let first = try await project.run("run", "\(file).scenario.yaml", "--jobs", "1")
    #expect(first.status == 1)
    #expect(
      first.output.contains("\(file).scenario.yaml  \(title)\n  \(row)\n✗ ask fails  GET"),
      "\(first.all)"
    )
    let line = try #require(first.output.split(separator: "\n").first { $0.hasPrefix("rerun") })
    let words = line.dropFirst("rerun     curlew".count)
    let again = try await targets(server) {
      let ending = try await project.shell("$CURLEW \(words)")
      #expect(ending.status == 1, "\(ending.all)")
    }
    #expect(again.count == failing && again.allSatisfy { $0.hasPrefix("/fails") }, "\(line)")
    await server.stop()
  }

  @Test(arguments: [
    (["data/errors.csv:5"], ["/fails?csv=3", "/fails?typed=3"]),
    (
      ["data/errors.csv:3", "data/errors.csv:2"],
      ["/ok?csv=1", "/ok?csv=2", "/ok?typed=1", "/ok?typed=2"]
    ),
    (["data/errors.csv:4"], ["/ok?csv=2", "/ok?typed=2"]),
    (["a/typed.scenario.yaml", "data/errors.csv:6"], ["/ok?typed=4"]),
    ([".", "data/rows.json:4"], ["/fails?json=2"]),
    (["b", "data/rows.json:2"], ["/ok?json=1"]),
    (
      ["b/plain.scenario.yaml:1", "a/csv.scenario.yaml", "data/errors.csv:2"],
      ["/ok?csv=1", "/ok?plain=1"]
    ),
    (["a/csv.scenario.yaml#4", "b/matrix.scenario.yaml#1"], ["/ok?csv=4", "/ok?matrix=1"]),
    (["a/csv.scenario.yaml#4", "a/csv.scenario.yaml#1"], ["/ok?csv=1", "/ok?csv=4"]),
    (["a/csv.scenario.yaml#4", "data/errors.csv:2"], ["/ok?csv=1", "/ok?csv=4"]),
  ])
  func `a line of a data file runs its row in each scenario that reads it`(
    paths: [String],
    sent: [String]
  ) async throws {
    let server = try await service()
    let project = try project(server)
    let found = try await targets(server) {
      let ending = try await project.run(["run"] + paths)
      #expect(ending.status == (sent.contains { $0.hasPrefix("/fails") } ? 1 : 0), "\(ending.all)")
    }
    #expect(found == sent)
    await server.stop()
  }

  @Test(arguments: [
    (["data/errors.csv:1"], "data/errors.csv:1: error: no data row stands at line 1"),
    (["data/errors.csv:99"], "the rows stand at lines 2 to 6"),
    (["data/other.csv:2"], "data/other.csv:2: error: no scenario reads this file"),
    (["b", "data/errors.csv:2"], "no scenario reads this file"),
    (["a/csv.scenario.yaml#5"], "there is no data row 5: the scenario has 4"),
    (["b/plain.scenario.yaml#1"], "there is no data row 1: the scenario has none"),
    (["a/csv.scenario.yaml#0"], "there is no such file or folder"),
    (["data/none.csv:2"], "there is no such file or folder"),
  ])
  func `a place where no row stands is a mistake, and nothing is sent`(
    paths: [String],
    says: String
  ) async throws {
    let server = try await service()
    let project = try project(server)
    for command in ["run", "check"] {
      let ending = try await project.run([command] + paths)
      #expect(ending.status == 2, "\(command) \(ending.all)")
      #expect(ending.all.contains(says), "\(command) \(ending.all)")
    }
    #expect(server.counts.requests == 0)
    await server.stop()
  }

  @Test func `every report shows the row of a failure, without its secrets`() async throws {
    let server = try await service()
    let project = try CommandProject(
      base: server.url,
      scenario:
        "cases: { csv: rows.csv }\nsteps:\n  - step: as ${user}\n    GET: /fails/${user}?${secret.KEY}\n"
    )
    try project.folder.write("user,key\nada,geheim-1\nada,geheim-1\n", to: "rows.csv")
    let kinds = ["console", "junit", "json", "html", "events", "tap", "markdown", "github"]
    let ending = try await project.run(
      ["run", "one.scenario.yaml#2", "--secret", "KEY=geheim-1"]
        + kinds.flatMap { ["--report", "\($0)=\($0).out"] }
    )
    #expect(ending.status == 1, "\(ending.all)")
    for kind in kinds {
      // Markdown and TAP escape marks of theirs.
      let text = try project.folder.readText("\(kind).out").replacing("\\", with: "")
        .replacing("&#58;", with: ":")
      #expect(text.contains("ada #2"), "\(kind) \(text)")
      #expect(text.contains("user: ada, key: •••"), "\(kind)")
      #expect(!text.contains("geheim"), "\(kind)")
      let isData = ["json", "html", "events"].contains(kind)
      #expect(text.contains(isData ? "rows.csv" : "row 2 at rows.csv:3"), "\(kind)")
      #expect(text.contains("as ada"), "\(kind)")
    }
    let merged = try await project.run("merge", "json.out", "--report", "junit=merged.xml")
    #expect(merged.status == 1)
    #expect(merged.output.contains("  row 2 at rows.csv:3: user: ada, key: •••"), "\(merged.all)")
    let names = try ["merged.xml", "junit.out"].map { try project.folder.readText($0) }
    for text in names { #expect(text.contains("name=\"as ${user} [ada #2]\""), "\(text)") }
    await server.stop()
  }
}
