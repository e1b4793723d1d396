import Foundation
import TestSupport
import Testing

/// The `.hurl` files of the fixtures, run by the real command against the demo API.
///
/// Each file states its own result: `# fails: 3, 4` are the lines where assertions do not hold, `# errs: 3` those of entries without a
/// verdict; any other file passes.
@Suite(.timeLimit(.minutes(5))) struct HurlSuiteTests {
  private static let folder = "\(ProjectPaths.root)/Tests/Fixtures/HurlSuite"

  /// One copy for all runs, which write nothing there: it takes longer to make than a run of one file.
  private static let copy = Result {
    let copy = try TemporaryFolder("suite")
    try FileManager.default.copyItem(atPath: folder, toPath: copy.path("suite"))
    return copy
  }

  /// A file and what it says of itself.
  struct File: Sendable, CustomTestStringConvertible {
    var name: String
    var fails: Set<Int>
    var errs: Set<Int>

    var passes: Bool { fails.isEmpty && errs.isEmpty }
    var testDescription: String { name }
  }

  static let files: [File] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".hurl") }.sorted().map { name in
      let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
      func lines(_ word: String) -> Set<Int> {
        let line = text.split(separator: "\n").first { $0.hasPrefix("# \(word): ") }
        let numbers = line?.dropFirst(word.count + 4).split(separator: ", ") ?? []
        return Set(numbers.compactMap { Int($0) })
      }
      return File(name: name, fails: lines("fails"), errs: lines("errs"))
    }
  }()

  /// Runs the command in the folder of the files, which their options name files from.
  private func run(_ words: [String]) async throws -> CommandProject.Ending {
    let project = try CommandProject()
    return try await run(words, in: project)
  }

  private func run(
    _ words: [String],
    in project: CommandProject
  ) async throws -> CommandProject.Ending {
    try FileManager.default.createSymbolicLink(
      atPath: project.folder.path("suite"),
      withDestinationPath: Self.copy.get().path("suite")
    )
    return try await project.run(in: "suite", words)
  }

  /// The lines of a file at which a run reports failures or errors.
  private func reportedLines(of file: File, in output: String) -> Set<Int> {
    let start = "  \(file.name):"
    let places = output.split(separator: "\n").filter { $0.hasPrefix(start) }
    return Set(places.compactMap { Int($0.dropFirst(start.count).prefix { $0 != ":" }) })
  }

  @Test func `there are files that pass, fail and err`() {
    #expect(Self.files.count >= 40)
    #expect(Self.files.contains { $0.passes })
    #expect(Self.files.contains { !$0.fails.isEmpty })
    #expect(Self.files.contains { !$0.errs.isEmpty })
  }

  @Test func `the files that pass do so together`() async throws {
    let ending = try await run(["run"] + Self.files.filter(\.passes).map(\.name))
    #expect(ending.status == 0, "\(ending.all)")
  }

  @Test func `the other files report failures at their lines and nowhere else`() async throws {
    let project = try CommandProject()
    let files = Self.files.filter { !$0.passes }
    let junit = "junit=\(project.folder.path("junit.xml"))"
    let ending = try await run(["run"] + files.map(\.name) + ["--report", junit], in: project)
    #expect(ending.status == 1, "\(ending.all)")
    for file in files {
      #expect(
        reportedLines(of: file, in: ending.output) == file.fails.union(file.errs),
        "\(file.name): \(ending.output)"
      )
    }
    let report = try project.junit()
    for file in files {
      let verdicts = Set(report.cases.filter { $0.suite == file.name }.compactMap(\.verdict))
      #expect(verdicts.contains(file.errs.isEmpty ? "failure" : "error"), "\(file.name)")
    }
  }

  @Test(arguments: files.filter { !$0.passes })
  func `each of them fails the run by itself`(file: File) async throws {
    let ending = try await run(["run", file.name])
    #expect(ending.status == 1, "\(ending.all)")
  }

  @Test func `check finds nothing wrong with any of them`() async throws {
    let ending = try await run(["check", "."])
    #expect(ending.status == 0, "\(ending.all)")
    #expect(ending.output.contains("0 errors"), "\(ending.all)")
  }
}
