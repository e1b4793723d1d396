import Foundation

/// What the suites made of one mutant.
enum Verdict: String {
  /// A test failed: the suite that saw it.
  case caught
  /// The process ended by a signal.
  case crashed
  /// A suite did not end within its time limit.
  case hung
  /// Every suite that reaches it passed.
  case survived
  /// No suite reaches it.
  case unreached
  /// It survived, and the list of equivalent mutants says why.
  case equivalent
}

/// One mutant with its verdict.
struct Trial {
  var mutant: Mutant
  var verdict: Verdict
  /// The suite that caught it.
  var suite: String?

  /// Runs the suites that reach a mutant until one of them does not pass.
  init(_ number: Int, _ mutant: Mutant, _ project: MutatedProject, _ suites: TestSuites) throws {
    self.mutant = mutant
    let reaching = suites.reaching(number, of: mutant.target)
    verdict = reaching.isEmpty ? .unreached : .survived
    for suite in reaching {
      let run = try TestSuites.run(
        suite,
        project,
        environment: ["CURLEW_MUTANT": "\(number)"],
        limit: max(project.settings.leastLimit, suite.time * 5)
      )
      if run.status == 0 { continue }
      self.suite = suite.name
      if run.status == 124 || run.status == 137 {
        verdict = .hung
      } else if run.output.contains("recorded an issue") {
        verdict = .caught
      } else {
        verdict = .crashed
      }
      return
    }
  }
}
