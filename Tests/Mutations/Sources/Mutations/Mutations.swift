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
    let places = try MutatedProject.places(settings)
    guard !places.isEmpty else { throw Failure("no place for a mutant in these targets") }
    // Some will not compile; those behind the wanted number stand in for them.
    let spare = settings.count + settings.count / 3 + 5
    let chosen = Draw.choose(spare, of: places, seed: settings.seed)
    if settings.listsOnly {
      for mutant in chosen.prefix(settings.count) { print(line(mutant)) }
      return
    }
    say("\(places.count) places, \(chosen.count) drawn with seed \(settings.seed)")
    var project = MutatedProject(settings, chosen)
    try project.build(report: say)
    let tried = Array(project.usable.prefix(settings.count))
    say("\(tried.count) mutants built in; the suites run once without a mutant")
    let suites = try TestSuites(project, report: say)
    for name in suites.unusable { say("does not pass without a mutant, not used: \(name)") }
    let equivalent = try equivalents(settings)
    var trials: [Trial] = []
    let built = project
    try await withThrowingTaskGroup(of: Trial.self) { group in
      var waiting = tried[...]
      for _ in 0..<settings.jobs {
        guard let next = waiting.popFirst() else { break }
        group.addTask { try Trial(next.number, next.mutant, built, suites) }
      }
      while var trial = try await group.next() {
        let isUnseen = trial.verdict == .survived || trial.verdict == .unreached
        if isUnseen, equivalent.contains(trial.mutant.identity) { trial.verdict = .equivalent }
        trials.append(trial)
        let count = "\(trials.count)/\(tried.count)"
        say("\(count) \(trial.verdict.rawValue) \(trial.suite ?? "")  \(line(trial.mutant))")
        guard let next = waiting.popFirst() else { continue }
        group.addTask { try Trial(next.number, next.mutant, built, suites) }
      }
    }
    printScore(trials)
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
    let unseen = trials.filter { $0.verdict == .survived || $0.verdict == .unreached }
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
      print("\(trial.verdict.rawValue): \(line(trial.mutant))")
    }
  }

  private static func row(_ name: String, _ trials: [Trial]) -> String {
    let verdicts: [Verdict] = [.caught, .crashed, .hung, .survived, .unreached, .equivalent]
    let counts = verdicts.map { verdict in "\(trials.count { $0.verdict == verdict })" }
    return "| \(name) | \(trials.count) | \(counts.joined(separator: " | ")) |"
  }

  private static func line(_ mutant: Mutant) -> String {
    let place = "\(mutant.path):\(mutant.lines.lowerBound)"
    return "\(place) \(mutant.kind.rawValue): \(mutant.original) → \(mutant.changed)"
  }

  private static func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}
