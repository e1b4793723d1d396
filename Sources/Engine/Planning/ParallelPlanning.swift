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

  /// What a share of the work comes to.
  private enum Planned: Sendable {
    /// A scenario, all parts of which were in the share.
    case whole(PlannedScenario, [Diagnostic])
    /// A part of one that others have parts of, too.
    case part(ScenarioCompiler.PlannedPart, of: Int)
  }

  /// Compiles scenarios.
  ///
  /// - Parameters:
  ///   - places: those of the scenarios among all that were read.
  ///   - compiler: compiles them.
  /// - Returns: the result for each, in order; nothing where there are few.
  static func compile(
    _ places: [Int],
    with compiler: ScenarioCompiler
  ) async -> [(PlannedScenario, [Diagnostic])] {
    let scenarios = compiler.loaded.scenarios
    let all = places.flatMap { place in
      compiler.parts(of: scenarios[place], at: place, size: partSize)
    }
    let weight = all.reduce(0) { $0 + self.weight(of: $1) }
    guard all.count >= fewest || weight >= 2 * share else { return [] }
    let planned = await withTaskGroup(of: (Int, [Planned]).self) { group in
      for range in shares(of: all) {
        group.addTask { (range.lowerBound, plan(range, of: all, with: compiler)) }
      }
      var planned: [Int: [Planned]] = [:]
      for await (first, share) in group { planned[first] = share }
      return planned.keys.sorted().flatMap { planned[$0] ?? [] }
    }
    var compiled: [(PlannedScenario, [Diagnostic])] = []
    compiled.reserveCapacity(places.count)
    var next = planned.startIndex
    while next < planned.endIndex {
      switch planned[next] {
      case .whole(let scenario, let diagnostics):
        compiled.append((scenario, diagnostics))
        next += 1
      case .part(_, of: let place):
        var parts: [ScenarioCompiler.PlannedPart] = []
        while next < planned.endIndex, case .part(let part, of: place) = planned[next] {
          parts.append(part)
          next += 1
        }
        compiled.append(compiler.assemble(scenarios[place], parts))
      }
    }
    return compiled
  }

  /// Compiles a share, and puts together the scenarios that lie wholly in it.
  private static func plan(
    _ range: Range<Int>,
    of all: [ScenarioCompiler.Part],
    with compiler: ScenarioCompiler
  ) -> [Planned] {
    var planned: [Planned] = []
    planned.reserveCapacity(range.count)
    var next = range.lowerBound
    while next < range.upperBound {
      let (first, place) = (next, all[next].scenario)
      let scenario = compiler.loaded.scenarios[place]
      var parts: [ScenarioCompiler.PlannedPart] = []
      while next < range.upperBound, all[next].scenario == place {
        parts.append(compiler.compile(all[next], of: scenario))
        next += 1
      }
      let isWhole =
        (first == all.startIndex || all[first - 1].scenario != place)
        && (next == all.endIndex || all[next].scenario != place)
      if isWhole {
        let (scenario, diagnostics) = compiler.assemble(scenario, parts)
        planned.append(.whole(scenario, diagnostics))
      } else {
        planned += parts.map { .part($0, of: place) }
      }
    }
    return planned
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
