public import Diagnostics
public import RunEvents
import Scenarios

/// All that a run will do, compiled before anything is sent.
///
/// A value: it can be looked at, printed and tested without running anything.
///
/// ```swift
/// let plan = PlanCompiler(options: options).compile(loaded)
/// for diagnostic in plan.diagnostics { print(renderer.render(diagnostic)) }
/// let summary = await Runner(plan: plan, options: options).run(emittingTo: line)
/// ```
public struct RunPlan: Sendable {
  /// What is run, in the order of the source: paths, rows, repeats.
  public internal(set) var runs: [PlannedRun] = []
  /// The places in ``runs`` in the order in which they begin.
  public internal(set) var order: [Int] = []
  /// How many runs were selected before they were dealt out among shards.
  public internal(set) var selectedCount = 0
  /// Which part of the selection this is; knows how many runs the whole has.
  public internal(set) var shard: RunDescription.Shard?
  /// Mistakes and warnings of all files, in the order of their places.
  public internal(set) var diagnostics: [Diagnostic] = []
  /// How many scenario files were found, those that cannot be understood included.
  public internal(set) var fileCount = 0
  /// How many scenarios were found before selection.
  public internal(set) var foundCount = 0
  /// The folder below which steps save bodies, unless the options name another: that of the project.
  var folder = "."
  /// What exchanges are checked against.
  var contracts: [NamedContract] = []
  /// Whether scenarios were left out on purpose, so that what did not occur may still be there.
  var isPart = false
  /// The values of `secrets` of the project, by name.
  var secrets: [String: String] = [:]
  /// `before-all`.
  var beforeAll: PlannedScenario?
  /// `after-all`.
  var afterAll: PlannedScenario?

  /// The paths of files that cannot be understood, each once, in the order of their diagnostics.
  public var unusableFiles: [String] {
    var seen: Set<String> = []
    return diagnostics.filter { $0.severity == .error }.compactMap(\.path)
      .filter { seen.insert($0).inserted }
  }

  /// How many steps the selected scenarios have.
  public var stepCount: Int {
    runs.reduce(0) { $0 + $1.scenario.descriptions.count }
  }

  /// What would run, in the order in which it would begin, for `--dry-run`.
  ///
  /// ```
  /// scenarios/orders.scenario.yaml:2  Order lifecycle [ABC-1]
  ///   setup     login › get token
  ///   steps     create an order
  /// ```
  public var lines: [String] {
    // What a data file holds must not steer a terminal.
    var lines: [String] = []
    if let shard {
      let whole = shard.selectedCount ?? selectedCount
      lines.append(
        "shard \(shard.index)/\(shard.total): \(runs.count) of \(whole) scenario\(whole == 1 ? "" : "s")"
      )
    }
    for run in order.map({ runs[$0] }) {
      lines.append(TerminalText.escaped("\(run.place)  \(run.title)"))
      for step in run.scenario.descriptions {
        let phase = step.phase.rawValue
        let padding = String(repeating: " ", count: max(1, 10 - phase.count))
        lines.append(TerminalText.escaped("  \(phase)\(padding)\(step.name)"))
      }
    }
    return lines
  }
}
