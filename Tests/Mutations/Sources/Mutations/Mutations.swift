import Foundation

/// Writes slips into a copy of Curlew and counts those that its tests see.
@main struct Mutations {
  static func main() async {
    do {
      try await run(Settings(Array(CommandLine.arguments.dropFirst())))
    } catch let failure as Failure {
      print("mutations: \(failure.message)")
      exit(2)
    } catch {
      print("mutations: \(error)")
      exit(2)
    }
  }

  private static func run(_ settings: Settings) async throws {
    var progress = Progress()
    if settings.resumes || settings.triesAgain {
      progress = try Progress(from: settings.progress)
    } else {
      let places = try MutatedProject.places(settings)
      guard !places.isEmpty else { throw Failure("no place for a mutant in these targets") }
      // Some will not compile; those behind the wanted number stand in for them.
      let spare = settings.count + settings.count / 3 + 5
      let earlier = settings.drawsSame ? try Progress(from: settings.progress).mutants : []
      progress.mutants = Draw.choose(
        spare,
        of: places,
        seed: settings.seed,
        earlier: earlier.compactMap { $0?.identity }
      )
      if settings.listsOnly {
        for mutant in progress.mutants.prefix(settings.count) { mutant.map { print(line($0)) } }
        return
      }
      say("\(places.count) places, \(progress.mutants.count) drawn with seed \(settings.seed)")
    }
    var project = MutatedProject(settings, progress.mutants)
    if !progress.isBuilt {
      try project.build(report: say)
      progress.mutants = project.mutants
      progress.isBuilt = true
    } else if settings.triesAgain {
      let changed = try project.rebuildTests()
      // They are recorded below, as new ones are.
      progress.suites.removeAll { !$0.passes || changed.contains(" \($0.type) ") }
      progress.trials.removeAll { $0.verdict != .caught }
    }
    try progress.save(to: settings.progress)
    try await record(project, &progress)
    try await tryMutants(project, &progress)
    printScore(progress.trials)
  }

  /// Runs every suite that has no record yet.
  private static func record(
    _ project: MutatedProject,
    _ progress: inout Progress
  ) async throws {
    let known = Set(progress.suites.map(\.name))
    let names = try TestSuites.names(project).filter { !known.contains($0) }
    guard !names.isEmpty else { return }
    say("\(names.count) suites run once without a mutant")
    try await withThrowingTaskGroup(of: TestSuite.self) { group in
      var waiting = names[...]
      for name in waiting.prefix(project.settings.jobs) {
        group.addTask { try await onThread { try TestSuites.recorded(name, project) } }
      }
      waiting = waiting.dropFirst(project.settings.jobs)
      while let suite = try await group.next() {
        if !suite.passes { say("does not pass without a mutant, not used: \(suite.name)") }
        progress.suites.append(suite)
        try progress.save(to: project.settings.progress)
        if progress.suites.count % 50 == 0 { say("\(progress.suites.count) suites recorded") }
        guard let next = waiting.popFirst() else { continue }
        group.addTask { try await onThread { try TestSuites.recorded(next, project) } }
      }
    }
  }

  /// Waits for a process on a thread of its own, because there are only as many of the tasks as cores.
  private static func onThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
  }

  /// Tries every mutant that has no verdict yet.
  private static func tryMutants(
    _ project: MutatedProject,
    _ progress: inout Progress
  ) async throws {
    let settings = project.settings
    let equivalent = try equivalents(settings)
    let suites = TestSuites(project: project, suites: progress.suites)
    let known = Set(progress.trials.map(\.number))
    let chosen = project.usable.prefix(settings.count)
    try await withThrowingTaskGroup(of: Trial.self) { group in
      var waiting = chosen.filter { !known.contains($0.number) }[...]
      for next in waiting.prefix(settings.jobs) {
        group.addTask { try await onThread { try Trial(next.number, next.mutant, suites) } }
      }
      waiting = waiting.dropFirst(settings.jobs)
      while var trial = try await group.next() {
        let isUnseen = trial.verdict == .survived || trial.verdict == .unreached
        if isUnseen, equivalent.contains(trial.mutant.identity) { trial.verdict = .equivalent }
        progress.trials.append(trial)
        try progress.save(to: settings.progress)
        let count = "\(progress.trials.count)/\(chosen.count)"
        say("\(count) \(trial.verdict.rawValue) \(trial.suite ?? "")  \(line(trial))")
        guard let next = waiting.popFirst() else { continue }
        group.addTask { try await onThread { try Trial(next.number, next.mutant, suites) } }
      }
    }
  }

  /// The identities in `equivalent.txt`; a line there is an identity, ` | ` and the reason.
  private static func equivalents(_ settings: Settings) throws -> Set<String> {
    let path = "\(settings.project)/Tests/Mutations/equivalent.txt"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var identities: Set<String> = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard let end = line.range(of: " | ", options: .backwards) else { continue }
      identities.insert(String(line[..<end.lowerBound]))
    }
    return identities
  }

  private static func printScore(_ trials: [Trial]) {
    let unseen = trials.filter { $0.verdict != .caught && $0.verdict != .equivalent }
    print("\n| target | mutants | caught | crashed | hung | survived | unreached | equivalent |")
    print("|---|---|---|---|---|---|---|---|")
    for target in Set(trials.map(\.mutant.target)).sorted() {
      print(row(target, trials.filter { $0.mutant.target == target }))
    }
    print(row("all", trials))
    let counted = trials.count { $0.verdict != .equivalent }
    let caught = trials.count { $0.verdict == .caught }
    let score = counted == 0 ? 100 : Double(caught) * 100 / Double(counted)
    print("\nscore: \(String(format: "%.1f", score)) % caught by an assertion")
    for trial in unseen.sorted(by: { $0.mutant.identity < $1.mutant.identity }) {
      print("\(trial.verdict.rawValue): \(line(trial))")
    }
  }

  private static func row(_ name: String, _ trials: [Trial]) -> String {
    let verdicts: [Verdict] = [.caught, .crashed, .hung, .survived, .unreached, .equivalent]
    let counts = verdicts.map { verdict in "\(trials.count { $0.verdict == verdict })" }
    return "| \(name) | \(trials.count) | \(counts.joined(separator: " | ")) |"
  }

  private static func line(_ trial: Trial) -> String {
    "(\(trial.tried) of \(trial.reaching) suites) \(trial.number) \(line(trial.mutant))"
  }

  private static func line(_ mutant: Mutant) -> String {
    let place = "\(mutant.path):\(mutant.lines.lowerBound)"
    return "\(place) \(mutant.kind.rawValue): \(mutant.original) → \(mutant.changed)"
  }

  private static func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}
