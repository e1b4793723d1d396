import Foundation

/// What the suites made of one mutant.
enum Verdict: String, Codable {
  /// A test failed: the suite that saw it.
  case caught
  /// The process ended by a signal.
  case crashed
  /// A suite did not end within its time limit.
  case hung
  /// Every suite that was tried passed.
  case survived
  /// No suite reaches it.
  case unreached
  /// It survived, and the list of equivalent mutants says why.
  case equivalent
}

/// One mutant with its verdict.
struct Trial: Codable {
  var number: Int
  var mutant: Mutant
  var verdict: Verdict
  /// The suite that caught it, or that did not end as it should.
  var suite: String?
  /// How many suites reach it, and how many of them were tried.
  var reaching: Int
  var tried = 0

  /// Runs the suites that reach a mutant until an assertion of one of them fails.
  ///
  /// After a crash or a hang the others are still tried, because only an assertion counts.
  init(_ number: Int, _ mutant: Mutant, _ suites: TestSuites) throws {
    self.number = number
    self.mutant = mutant
    let all = suites.reaching(number, of: mutant.target)
    reaching = all.count
    verdict = all.isEmpty ? .unreached : .survived
    let settings = suites.project.settings
    var waiting = all[...]
    var time = 0.0
    var unsound = 0
    while let next = waiting.first, tried == 0 || time + next.time <= settings.budget, unsound < 2 {
      var batch: [TestSuite] = []
      var batchTime = 0.0
      while let next = waiting.first, batch.isEmpty || batchTime + next.time < settings.batch {
        batch.append(next)
        batchTime += next.time
        waiting.removeFirst()
      }
      time += batchTime
      tried += batch.count
      switch try suites.outcome(of: batch, number) {
      case .passed: continue
      case .failed(let suite):
        verdict = .caught
        self.suite = suite
        return
      case .broke(let how, let suite):
        unsound += 1
        if verdict == .survived {
          verdict = how
          self.suite = suite
        }
        // The suites behind the one that broke had no turn.
        if let index = batch.firstIndex(where: { $0.name == suite }) {
          waiting = (batch[(index + 1)...] + waiting)[...]
          tried -= batch.count - index - 1
        }
      }
    }
  }
}

/// How a process of suites ended with a mutant.
enum Outcome {
  case passed
  /// An assertion of this suite failed: with the mutant twice, without it not.
  case failed(suite: String)
  /// `crashed` or `hung`, and the suite in which it happened.
  case broke(Verdict, suite: String)
}

extension TestSuites {
  func outcome(of batch: [TestSuite], _ number: Int) throws -> Outcome {
    let environment = ["CURLEW_MUTANT": "\(number)"]
    let time = batch.reduce(0) { $0 + $1.time }
    let limit = max(project.settings.leastLimit, time * 5)
    let run = try Self.run(
      batch,
      project,
      environment: environment,
      limit: limit,
      stopsAtIssue: true
    )
    if run.status == 0 { return .passed }
    let lines = run.output.split(separator: "\n")
    let failure = lines.firstIndex { $0.contains(Self.issue) }
    let suite = Self.lastStarted(of: batch, lines[..<(failure ?? lines.endIndex)])
    // A test that fails by chance is no proof.
    let alone = max(project.settings.leastLimit, suite.time * 5)
    let without = try Self.run([suite], project, environment: [:], limit: alone)
    guard let failure, !lines[failure].contains("Time limit was exceeded") else {
      let isLate = failure != nil || run.status == 124 || run.status == 137
      // On a machine that is too busy the suite is late without the mutant as well.
      guard without.status == 0 else { return try rest(of: batch, behind: suite, number) }
      return .broke(isLate ? .hung : .crashed, suite: suite.name)
    }
    let again = try Self.run(
      [suite],
      project,
      environment: environment,
      limit: alone,
      stopsAtIssue: true
    )
    if without.status == 0, again.output.contains(Self.issue) { return .failed(suite: suite.name) }
    return try rest(of: batch, behind: suite, number)
  }

  private func rest(
    of batch: [TestSuite],
    behind suite: TestSuite,
    _ number: Int
  ) throws -> Outcome {
    let others = batch.drop { $0.name != suite.name }.dropFirst()
    return others.isEmpty ? .passed : try outcome(of: Array(others), number)
  }

  /// The suite that started last.
  private static func lastStarted(
    of batch: [TestSuite],
    _ lines: ArraySlice<Substring>
  ) -> TestSuite {
    for line in lines.reversed() where line.contains(" Suite ") {
      let words = line.split(separator: " ")
      guard words.last == "started.", let type = words.dropLast().last else { continue }
      if let suite = batch.first(where: { $0.type == type }) { return suite }
    }
    return batch[0]
  }
}
