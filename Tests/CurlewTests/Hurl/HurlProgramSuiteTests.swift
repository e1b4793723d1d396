import Foundation
import TestSupport
import Testing

/// The `.hurl` files of the fixtures, run by the program called as `hurl` against the demo API.
///
/// What the files expect is what ``HurlSuiteTests`` reads in them; a failure is 4, an error 3.
@Suite(.timeLimit(.minutes(5))) struct HurlProgramSuiteTests {
  /// The variables that `curlew.yaml` beside the files gives them.
  private static func variables(_ url: String) -> [String] {
    let port = url.split(separator: ":").last.map(String.init) ?? ""
    let values = [
      "host=\(url)", "value=a/b ü", "quoted=say \"hi\"", "price=9.99", "key=k", "index=1",
      "yes=true", "ok=ok", "seven=7", "segments=a/b", "pairs=c=d&e=f", "port=\(port)",
      "other=http://localhost:\(port)",
    ]
    return values.flatMap { ["--variable", $0] }
  }

  /// Runs a body with the address of a demo API that serves until it ends.
  private func withDemo(_ body: (String) async throws -> Void) async throws {
    let demo = try CommandRunner.curlew.start(["demo"])
    let url = try await demo.line(containing: "http://")
    try await body(url)
    demo.send(SIGTERM)
    _ = try await demo.result()
  }

  private func project() throws -> HurlProject {
    var project = try HurlProject()
    try FileManager.default.copyItem(
      atPath: "\(ProjectPaths.root)/Tests/Fixtures/HurlSuite",
      toPath: project.folder.path("suite")
    )
    project.workingFolder = "suite"
    return project
  }

  @Test func `the files that pass succeed together`() async throws {
    let project = try project()
    let files = HurlSuiteTests.files.filter(\.passes).map(\.name)
    try await withDemo { url in
      let ending = try await project.run(["--test"] + Self.variables(url) + files)
      #expect(ending.status == 0, "\(ending.errorText)")
      #expect(ending.errorText.contains("Succeeded files:   \(files.count) (100.0%)"))
    }
  }

  @Test func `the others end with 3 or 4, and name the lines that they say`() async throws {
    let project = try project()
    try await withDemo { url in
      for file in HurlSuiteTests.files where !file.passes {
        let ending = try await project.run(Self.variables(url) + [file.name])
        // A capture without a value is an error here, though the response came.
        let isError = !file.errs.isEmpty || file.name.contains("capture")
        #expect(ending.status == (isError ? 3 : 4), "\(file.name): \(ending.errorText)")
        #expect(ending.outputText == "")
        let errors = ending.errorText.components(separatedBy: "error: ").dropFirst()
        let lines = errors.compactMap { block -> Int? in
          let start = "  --> \(file.name):"
          let place = block.split(separator: "\n").first { $0.hasPrefix(start) }
          return place.flatMap { Int($0.dropFirst(start.count).prefix { $0 != ":" }) }
        }
        #expect(Set(lines) == file.fails.union(file.errs), "\(file.name): \(ending.errorText)")
      }
    }
  }
}
