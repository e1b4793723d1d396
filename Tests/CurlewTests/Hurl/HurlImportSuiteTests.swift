import Foundation
import TestSupport
import Testing

/// The `.hurl` files of the fixtures, imported as scenarios in YAML, against the demo API.
@Suite(.timeLimit(.minutes(5))) struct HurlImportSuiteTests {
  @Test func `what is imported ends as the file does`() async throws {
    let project = try CommandProject()
    try FileManager.default.copyItem(
      atPath: "\(ProjectPaths.root)/Tests/Fixtures/HurlSuite",
      toPath: project.folder.path("suite")
    )
    let names = HurlSuiteTests.files.map(\.name)
    let imported = try await project.run(
      in: "suite",
      ["import", "hurl"] + names + ["--into", "yaml"]
    )
    #expect(imported.status == 0, "\(imported.all)")
    let scenarios = names.map { "yaml/\($0.dropLast(".hurl".count)).scenario.yaml" }
    let before = try await verdicts(of: names, in: project)
    let after = try await verdicts(of: scenarios, in: project)
    for (name, scenario) in zip(names, scenarios) {
      #expect(before[name]?.isEmpty == false, "\(name)")
      #expect(after[scenario] == before[name], "\(name)")
    }
  }

  /// How the steps of each file ended, in order.
  private func verdicts(
    of files: [String],
    in project: CommandProject
  ) async throws -> [String: [String]] {
    let report = "junit=\(project.folder.path("junit.xml"))"
    let ending = try await project.run(in: "suite", ["run"] + files + ["--report", report])
    #expect(ending.status == 1, "\(ending.all)")
    var verdicts: [String: [String]] = [:]
    for one in try project.junit().cases {
      verdicts[one.suite, default: []].append(one.verdict ?? "passed")
    }
    return verdicts
  }
}
