import Foundation

/// The suites of the copy: how long each takes, and which mutants its tests reach.
struct TestSuites {
  struct Suite {
    /// Target and type, `EngineTests.RunnerTests`.
    var name: String
    /// In seconds, without a mutant.
    var time = 0.0
    var reached: Set<Int> = []

    var target: Substring { name.prefix { $0 != "." } }
  }

  /// Suites that pass without a mutant.
  private(set) var suites: [Suite] = []
  /// Suites that do not pass without a mutant, and are not used.
  private(set) var unusable: [String] = []

  /// Runs every suite once, one after the other.
  init(_ project: MutatedProject, report: (String) -> Void) throws {
    let listing = try Command.run(
      [project.tests, "--testing-library", "swift-testing", "--list-tests"],
      in: project.settings.copy
    )
    var names: Set<String> = []
    for line in listing.output.split(separator: "\n") {
      guard let slash = line.firstIndex(of: "/"), line.contains(".") else { continue }
      names.insert(String(line[..<slash]))
    }
    // The fences of the sources see a copy that is no tree of Curlew's.
    let wanted = names.filter { !$0.hasPrefix("SourceTests.") }.sorted()
    for (index, name) in wanted.enumerated() {
      var suite = Suite(name: name)
      let log = FileManager.default.temporaryDirectory.appending(path: "reached-\(UUID())").path
      defer { try? FileManager.default.removeItem(atPath: log) }
      let start = ContinuousClock.now
      let run = try Self.run(
        suite,
        project,
        environment: ["CURLEW_MUTANTS_REACHED": log],
        limit: 900
      )
      let time = ContinuousClock.now - start
      suite.time = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
      let lines = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      suite.reached = Set(lines.split(separator: "\n").compactMap { Int($0) })
      if run.status == 0 {
        suites.append(suite)
      } else {
        unusable.append(name)
      }
      if index % 50 == 49 { report("\(index + 1) of \(wanted.count) suites recorded") }
    }
  }

  /// The suites that reach a mutant: first those of its own target, then the quicker ones.
  func reaching(_ number: Int, of target: String) -> [Suite] {
    suites.filter { $0.reached.contains(number) }.sorted {
      let own = ($0.target == "\(target)Tests", $1.target == "\(target)Tests")
      return own.0 == own.1 ? $0.time < $1.time : own.0
    }
  }

  /// Runs one suite.
  static func run(
    _ suite: Suite,
    _ project: MutatedProject,
    environment: [String: String],
    limit: Double
  ) throws -> Command {
    let pattern = "^" + suite.name.replacing(".", with: "\\.") + "/"
    return try Command.run(
      [
        project.tests, "--testing-library", "swift-testing", "--no-parallel", "--filter", pattern,
      ],
      in: project.settings.copy,
      environment: environment,
      limit: limit
    )
  }
}
