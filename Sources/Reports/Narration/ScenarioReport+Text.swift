import Diagnostics
import RunEvents

extension ScenarioReport.Outcome {
  /// The sign of an outcome, one column wide.
  var mark: String {
    switch self {
    case .passed: "✓"
    case .failed: "✗"
    case .errored: "!"
    case .skipped: "-"
    case .flaky: "~"
    case .notRun: "·"
    }
  }

  /// How an outcome is coloured.
  var role: TextStyle.Role {
    switch self {
    case .passed: .good
    case .failed, .errored: .bad
    case .flaky: .doubtful
    case .skipped, .notRun: .dim
    }
  }

  /// Why, where there is a reason.
  var reason: String? {
    switch self {
    case .skipped(let reason), .notRun(let reason): reason
    case .passed, .failed, .errored, .flaky: nil
    }
  }

  /// Whether it failed or errored.
  var isBad: Bool {
    switch self {
    case .failed, .errored: true
    case .passed, .skipped, .flaky, .notRun: false
    }
  }
}

extension ScenarioDescription {
  /// The title on one line, bounded and harmless.
  var shownTitle: String { SafeText.line(title, limit: 200) }

  /// The path on one line.
  var shownPath: String { SafeText.line(path, limit: 1_000) }

  /// Where to find it: `scenarios/orders.scenario.yaml:3`.
  var place: String { "\(path):\(range.start.line)" }

  /// What selects it alone: its line, or that of its data row; for a row that is not in the file its number.
  var rerunPlace: String {
    if let rowRange, rowRange.file.path == path { return "\(path):\(rowRange.start.line)" }
    if let rowNumber { return "\(path)#\(rowNumber)" }
    // A scenario whose name does not stand in its file is selected by the file: a line of it may be that of a step.
    return range.utf8.isEmpty ? path : "\(path):\(range.start.line)"
  }

  /// Its data row with place and values, on one line: `row 2 at data/errors.csv:3: sku: ABC-2, price: 5`.
  var rowLine: String? {
    guard let rowNumber else { return nil }
    var line = "row \(rowNumber)"
    if let rowRange { line += " at \(rowRange.file.path):\(rowRange.start.line)" }
    if let rowValues, !rowValues.isEmpty { line += ": \(rowValues)" }
    return SafeText.line(line, limit: 1_000)
  }
}

extension RunDescription {
  /// The seed; of a merged run each that its parts had.
  var seedText: String {
    var known: Set<UInt64> = []
    let seeds = (parts.isEmpty ? [self] : parts).map(\.seed).filter { known.insert($0).inserted }
    return seeds.map(String.init).joined(separator: ", ")
  }

  /// The shard, or the shards of a merged run some of which are missing; `nil` for a whole run.
  var shardText: String? {
    if let shard { return "\(shard.index)/\(shard.total)" }
    let shards = parts.compactMap(\.shard).sorted { $0.index < $1.index }
    guard let total = shards.first?.total, shards.count < total else { return nil }
    return shards.map { "\($0.index)/\($0.total)" }.joined(separator: ", ")
  }
}

extension ScenarioReport {
  /// What is said of a bad scenario none of whose steps is.
  static var unexpectedPass: String {
    "every step passed, which was not expected: is \"known-failure\" out of date?"
  }
}

extension RunSummary.Counts {
  /// The counts that are not zero: `10 passed, 1 failed`.
  var sentence: String {
    let parts = [
      (passed, "passed"), (failed, "failed"), (errored, "errored"), (flaky, "flaky"),
      (skipped, "skipped"), (notRun, "not run"),
    ]
    let told = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return told.isEmpty ? "none" : told.joined(separator: ", ")
  }
}
