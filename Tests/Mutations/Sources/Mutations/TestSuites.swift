import Foundation

/// The suites of the copy, and how they are run.
struct TestSuites {
  var project: MutatedProject
  var suites: [TestSuite]

  /// Suites that do not pass without a mutant, and are not used.
  var unusable: [String] { suites.filter { !$0.passes }.map(\.name) }

  /// The names of all suites of the copy.
  static func names(_ project: MutatedProject) throws -> [String] {
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
    return names.filter { !$0.hasPrefix("SourceTests.") }.sorted()
  }

  /// Runs one suite without a mutant, and records what it reaches.
  static func recorded(_ name: String, _ project: MutatedProject) throws -> TestSuite {
    var suite = TestSuite(name: name)
    let log = FileManager.default.temporaryDirectory.appending(path: "reached-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: log) }
    // A second try, because one failure of a busy machine must not cost the suite.
    for _ in 0..<2 where !suite.passes && suite.time < slowest {
      let start = ContinuousClock.now
      let environment = ["CURLEW_MUTANTS_REACHED": log]
      let run = try run([suite], project, environment: environment, limit: slowest)
      let time = (ContinuousClock.now - start).components
      suite.time = Double(time.seconds) + Double(time.attoseconds) / 1e18
      suite.passes = run.status == 0
    }
    let lines = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    suite.reached = Set(lines.split(separator: "\n").compactMap { Int($0) })
    return suite
  }

  /// The suites that reach a mutant, in the order in which they are tried: those of its own target first, and among
  /// them the quicker ones first.
  func reaching(_ number: Int, of target: String) -> [TestSuite] {
    let ownTests = "\(target)Tests".lowercased()
    return suites.filter { $0.passes && $0.reached.contains(number) }.sorted {
      let own = ($0.target.lowercased() == ownTests, $1.target.lowercased() == ownTests)
      return own.0 == own.1 ? $0.time < $1.time : own.0
    }
  }

  /// Runs some suites in one process, which may end when a test has failed.
  static func run(
    _ suites: [TestSuite],
    _ project: MutatedProject,
    environment: [String: String],
    limit: Double,
    stopsAtIssue: Bool = false
  ) throws -> Command {
    let names = suites.map { $0.name.replacing(".", with: "\\.") }
    return try Command.run(
      [
        project.tests, "--testing-library", "swift-testing", "--no-parallel", "--filter",
        "^(\(names.joined(separator: "|")))/",
      ],
      in: project.settings.copy,
      environment: environment,
      limit: limit,
      stopsAt: stopsAtIssue ? TestSuites.issue : nil
    )
  }

  /// How long a suite may take to be used, in seconds.
  private static let slowest = 180.0

  /// What the tests print for a failed assertion.
  static let issue = "recorded an issue"
}
