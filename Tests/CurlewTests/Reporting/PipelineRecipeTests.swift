import Foundation
import TestSupport
import Testing

/// The recipes of `CI.md`: they can be read, and their commands run.
@Suite struct PipelineRecipeTests {
  private static func blocks(_ language: String) throws -> [String] {
    // The tests may be reached through a link; the recipes lie beside what it leads to.
    var root = URL(filePath: #filePath).resolvingSymlinksInPath()
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let text = try String(contentsOf: root.appending(path: "CI.md"), encoding: .utf8)
    return text.components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
  }

  /// The commands of all recipes that run scenarios.
  private static func commands() throws -> [String] {
    let lines = try (blocks("yaml") + blocks("groovy")).flatMap { $0.split(separator: "\n") }
    return lines.compactMap { line in
      guard let start = line.firstRange(of: "curlew run ") else { return nil }
      return line[start.upperBound...].prefix { !"'\"".contains($0) || $0 == "$" }
        .trimmingCharacters(in: .whitespaces)
    }
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
      ["GITHUB_ACTIONS": "true"], ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"],
      ["CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "4"],
      ["JOB_COMPLETION_INDEX": "1", "CURLEW_SHARD_TOTAL": "4"], ["BUILD_NUMBER": "1"],
    ].enumerated().map { ($0.offset, $0.element) }
  )
  func `its command runs where the system's variables are set`(
    index: Int,
    variables: [String: String]
  ) async throws {
    let commands = try Self.commands()
    guard commands.indices.contains(index) else { return }
    let command = commands[index]
    var files = ["curlew.yaml": "environments:\n  staging: { base: \"http://127.0.0.1:1\" }\n"]
    for number in 0..<8 {
      files["scenarios/\(number).scenario.yaml"] = "scenario: n\(number)\nsteps:\n  - log: x\n"
    }
    var project = try CommandProject(files)
    for (name, value) in variables { project.environment[name] = value }
    let help = try await project.run("help", "run").output
    guard !command.contains("--shard") || help.contains("--shard") else {
      print("skipped: this command has no --shard")
      return
    }
    let local = command.replacing("/reports/", with: "reports/")
      .replacing("=reports/reports/", with: "=reports/")
    let ending = try await project.shell("exec $CURLEW run \(local)")
    #expect(ending.status == 0, "\(command)\n\(ending.all)")
    let reports = try await project.shell("find reports -type f").output
    #expect(reports.split(separator: "\n").count == 1, "\(reports)")
  }
}
