import Diagnostics
import Scenarios

/// Compiles scenarios on every core at once, large ones in parts.
enum ParallelPlanning {
  /// How many steps a part of a scenario has at most.
  private static let partSize = 256
  /// Fewer steps and parts than this are not worth a second thread.
  private static let fewest = 24
  /// How many steps a task takes, counting each scenario as some.
  private static let share = 512
  private static let weightOfPart = 8

  /// Compiles scenarios.
  ///
  /// - Parameters:
  ///   - places: those of the scenarios among all that were read.
  ///   - compiler: compiles them.
  /// - Returns: what became of each, by its place; nothing where there are few.
  static func compile(
    _ places: [Int],
    with compiler: ScenarioCompiler
  ) async -> [Int: (PlannedScenario, [Diagnostic])] {
    let scenarios = compiler.loaded.scenarios
    let all = places.flatMap { place in
      compiler.parts(of: scenarios[place], at: place, size: partSize)
    }
    let weight = all.reduce(0) { $0 + self.weight(of: $1) }
    guard all.count >= fewest || weight >= 2 * share else { return [:] }
    let planned = await withTaskGroup(of: (Int, [ScenarioCompiler.PlannedPart]).self) { group in
      for range in shares(of: all) {
        group.addTask {
          (range.lowerBound, all[range].map { compiler.compile($0, of: scenarios[$0.scenario]) })
        }
      }
      var planned: [Int: [ScenarioCompiler.PlannedPart]] = [:]
      for await (first, parts) in group { planned[first] = parts }
      return planned.keys.sorted().flatMap { planned[$0] ?? [] }
    }
    var compiled: [Int: (PlannedScenario, [Diagnostic])] = [:]
    compiled.reserveCapacity(places.count)
    var next = 0
    for place in places {
      let first = next
      while next < all.count, all[next].scenario == place { next += 1 }
      compiled[place] = compiler.assemble(scenarios[place], Array(planned[first..<next]))
    }
    return compiled
  }

  private static func weight(of part: ScenarioCompiler.Part) -> Int {
    part.steps.count + weightOfPart
  }

  /// The parts dealt out in order, each share about as heavy.
  private static func shares(of parts: [ScenarioCompiler.Part]) -> [Range<Int>] {
    var shares: [Range<Int>] = []
    var (start, weight) = (0, 0)
    for place in parts.indices {
      weight += self.weight(of: parts[place])
      guard weight >= share || place == parts.count - 1 else { continue }
      shares.append(start..<(place + 1))
      (start, weight) = (place + 1, 0)
    }
    return shares
  }
}
