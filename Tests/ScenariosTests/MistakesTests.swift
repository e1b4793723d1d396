import Diagnostics
import Foundation
import Testing

@testable import Scenarios

/// Files with mistakes, each beside what is said about it.
///
/// With `CURLEW_UPDATE_EXPECTED=1` in the environment the expectations are written anew; look at the difference before keeping it.
@Suite(.timeLimit(.minutes(5))) struct MistakesTests {
  @Test(arguments: names)
  func `each file with mistakes is told of as expected`(name: String) throws {
    let rendered =
      try diagnostics(of: name).map { DiagnosticRenderer().render($0) }
      .joined(separator: "\n\n")
      .replacing(Self.folder.path + "/", with: "") + "\n"
    let expectation = Self.folder.appendingPathComponent(
      name.replacing(".yaml", with: ".expected")
    )
    if ProcessInfo.processInfo.environment["CURLEW_UPDATE_EXPECTED"] == "1" {
      try rendered.write(to: expectation, atomically: true, encoding: .utf8)
    }
    #expect(rendered == (try? String(contentsOf: expectation, encoding: .utf8)))
  }

  @Test func `there are many files with mistakes and none without a diagnostic`() throws {
    #expect(Self.names.count >= 60)
    for name in Self.names {
      #expect(try !diagnostics(of: name).isEmpty, "\(name) has no diagnostic")
    }
  }

  private func diagnostics(of name: String) throws -> [Diagnostic] {
    let path = Self.folder.appendingPathComponent(name)
    if name.hasSuffix(".scenario.yaml") {
      return ScenarioLoader(vocabulary: .forTests, workingFolder: Self.folder.path)
        .load([name]).diagnostics
    }
    let file = SourceFile(path: name, utf8: Array(try Data(contentsOf: path)))
    let reader = ScenarioParser(vocabulary: .forTests).reader(of: file)
    if name.hasSuffix(".steps.yaml") { _ = reader.sharedStepsFile() } else { _ = reader.project() }
    return reader.sortedDiagnostics
  }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/Mistakes")

  static let names: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return all.filter { $0.hasSuffix(".yaml") && $0 != "curlew.yaml" }.sorted()
  }()
}
