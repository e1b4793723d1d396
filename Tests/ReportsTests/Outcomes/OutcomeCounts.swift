import Documents
import Reports
import RunEvents

/// How many scenarios ended how, as a report has it.
struct OutcomeCounts: Equatable {
  var passed = 0
  var failed = 0
  var errored = 0
  var skipped = 0
  var flaky = 0
  var notRun = 0

  private static let names: [(String, any WritableKeyPath<OutcomeCounts, Int> & Sendable)] = [
    ("passed", \.passed), ("failed", \.failed), ("errored", \.errored), ("skipped", \.skipped),
    ("flaky", \.flaky), ("not run", \.notRun),
  ]

  init(_ counts: RunSummary.Counts) {
    passed = counts.passed
    failed = counts.failed
    errored = counts.errored
    skipped = counts.skipped
    flaky = counts.flaky
    notRun = counts.notRun
  }

  /// Counts names of outcomes.
  init(counting outcomes: [String]) {
    for outcome in outcomes {
      for (name, path) in Self.names where name == outcome { self[keyPath: path] += 1 }
    }
  }

  /// The counts of the rows of a page's list: of each scenario the last attempt.
  init(rows: JSONValue) {
    var last: [String: String] = [:]
    for row in rows.array ?? [] where row["kind"]?.string == "scenario" {
      let name = "\(row["kind"]?.string ?? "") \(row["index"]?.number?.int ?? 0)"
      last[name] = row["outcome"]?.string
    }
    self.init(counting: Array(last.values))
  }

  /// The counts of a console's last line: `✗ 6 scenarios: 1 passed, 1 failed in 1.50 s`.
  init(console text: String) {
    let line = text.split(separator: "\n").last ?? ""
    let told = line.split(separator: ": ").last ?? ""
    for part in told.replacing(" in ", with: ", ").split(separator: ", ") {
      for (name, path) in Self.names where part.hasSuffix(" \(name)") {
        self[keyPath: path] = Int(part.dropLast(name.count + 1)) ?? -1
      }
    }
  }

  /// The counts of a member `scenarios` of a summary in JSON.
  init(summary: JSONValue?) {
    for (name, path) in Self.names {
      let key = name == "not run" ? "notRun" : name
      self[keyPath: path] = summary?["scenarios"]?[key]?.number?.int ?? -1
    }
  }

  /// The counts of the row `scenarios` of the table.
  init(markdown text: String) {
    let row = text.split(separator: "\n").first { $0.hasPrefix("| scenarios |") } ?? ""
    let cells = row.split(separator: "|").map { $0.filter { $0 != " " } }
    let order: [WritableKeyPath<OutcomeCounts, Int>] = [
      \.passed, \.failed, \.errored, \.flaky, \.skipped, \.notRun,
    ]
    for (path, cell) in zip(order, cells.dropFirst()) { self[keyPath: path] = Int(cell) ?? -1 }
  }

  /// The counts of the test points that stand for scenarios.
  init(tap text: String) {
    let lines = text.split(separator: "\n")
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("ok ") {
        if line.contains(" # SKIP not run: ") {
          notRun += 1
        } else if line.contains(" # SKIP ") {
          skipped += 1
        } else if line.hasSuffix(" (flaky)") {
          flaky += 1
        } else {
          passed += 1
        }
      } else if line.hasPrefix("not ok "), lines.count > index + 2 {
        // What stands for a file says how severe it is in place of an outcome.
        switch lines[index + 2] {
        case #"  outcome: "failed""#: failed += 1
        case #"  outcome: "errored""#: errored += 1
        case _: break
        }
      }
    }
  }
}
