import Foundation
import TestSupport
import Testing

/// The recipes of `Documentation/Pipelines.md`: they can be read, and their commands run.
@Suite(.timeLimit(.minutes(5))) struct PipelineRecipeTests {
  private static func blocks(_ language: String) throws -> [String] {
    // The tests may be reached through a link; the recipes lie beside what it leads to.
    var root = URL(filePath: #filePath).resolvingSymlinksInPath()
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let page = root.appending(path: "Documentation/Pipelines.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    return text.components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
  }

  /// The commands of all recipes that run scenarios.
  private static func commands() throws -> [String] { try commands(of: "run") }

  private static func commands(of name: String) throws -> [String] {
    let lines = try (blocks("yaml") + blocks("groovy")).flatMap { $0.split(separator: "\n") }
    return lines.compactMap { line in
      guard let start = line.firstRange(of: "curlew \(name) ") else { return nil }
      return line[start.upperBound...].prefix { !"'\"".contains($0) || $0 == "$" }
        .trimmingCharacters(in: .whitespaces)
    }
  }

  /// A project of eight scenarios, of which one fails when told so.
  private static func project(failing: Int? = nil) throws -> CommandProject {
    var files = ["curlew.yaml": "environments:\n  staging: { base: \"http://127.0.0.1:1\" }\n"]
    for number in 0..<8 {
      let step = number == failing ? "GET: /x" : "log: x"
      let text = "scenario: n\(number)\nsteps:\n  - \(step)\n"
      files["scenarios/\(number).scenario.yaml"] = text
    }
    return try CommandProject(files)
  }

  /// A command whose volume is a folder of the project.
  private static func local(_ command: String) -> String {
    " \(command)".replacing("=/reports/", with: "=reports/")
      .replacing(" /reports/", with: " reports/")
  }

  @Test func `each is YAML`() async throws {
    let blocks = try Self.blocks("yaml")
    #expect(blocks.count == 5)
    for block in blocks {
      let project = try CommandProject(["a.scenario.yaml": "scenario: a\nsteps:\n  - log: x\n"])
      // An expression of GitHub's is none of ours.
      let yaml = block.replacing("${{", with: "{{")
      try project.folder.write(yaml, to: "recipe.yaml")
      let ending = try await project.run("run", ".", "--variables", "recipe.yaml")
      #expect(ending.status == 0, "\(ending.all)\n\(block)")
    }
  }

  @Test func `there is a recipe for each system`() throws {
    #expect(try Self.commands().count == 5)
    #expect(try Self.blocks("groovy").count == 1)
  }

  @Test(
    arguments: [
      ["GITHUB_ACTIONS": "true", "SHARD": "2"], ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"],
      ["CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "4"],
      ["JOB_COMPLETION_INDEX": "1", "CURLEW_SHARD_TOTAL": "4"], ["SHARD": "1"],
    ].enumerated().map { ($0.offset, $0.element) }
  )
  func `its command runs where the system's variables are set`(
    index: Int,
    variables: [String: String]
  ) async throws {
    let commands = try Self.commands()
    let command = try #require(commands.indices.contains(index) ? commands[index] : nil)
    var project = try Self.project()
    for (name, value) in variables { project.environment[name] = value }
    let ending = try await project.shell("exec $CURLEW run \(Self.local(command))")
    #expect(ending.status == 0, "\(command)\n\(ending.all)")
    #expect(ending.all.contains("shard "), "\(ending.all)")
    let reports = try await project.shell("find reports -type f").output
    let asked = command.components(separatedBy: "--report ").count - 1
    #expect(reports.split(separator: "\n").count == asked, "\(reports)")
  }

  @Test(arguments: [nil, 3])
  func `the shards of Kubernetes are merged as written`(failing: Int?) async throws {
    let run = try #require(try Self.commands().first { $0.contains("JOB_COMPLETION_INDEX") })
    let merges = try Self.commands(of: "merge")
    let merge = try #require(merges.first { $0.contains("/reports/*.json") && $0.contains("=/") })
    #expect(merges.count == 3)
    var project = try Self.project(failing: failing)
    project.environment["CURLEW_SHARD_TOTAL"] = "4"
    var failed = 0
    for pod in 0..<4 {
      project.environment["JOB_COMPLETION_INDEX"] = "\(pod)"
      let ending = try await project.shell("exec $CURLEW run \(Self.local(run))")
      #expect(ending.all.contains("shard \(pod + 1)/4: "), "\(ending.all)")
      failed += ending.status == 0 ? 0 : 1
    }
    #expect(failed == (failing == nil ? 0 : 1))
    project.environment["JOB_COMPLETION_INDEX"] = .some(nil)
    project.environment["CURLEW_SHARD_TOTAL"] = .some(nil)
    let ending = try await project.shell("exec $CURLEW merge \(Self.local(merge))")
    #expect(ending.status == (failing == nil ? 0 : 1), "\(ending.all)")
    #expect(ending.output.contains("8 scenarios: "), "\(ending.all)")
    let junit = try JUnitReport(try project.folder.read("reports/curlew.xml"))
    #expect(junit.cases.count == 8)
    #expect(try junit.countsAreRight())
    #expect(try junit.count("errors") == failed)
    #expect(Set(junit.cases.map(\.suite)).count == 8)
  }
}
