/// A `testcase`: a step of a scenario and data row, or something about the run as a whole.
struct JUnitCase: Sendable, Hashable {
  /// Why a case did not pass.
  struct Problem: Sendable, Hashable {
    /// Stable from version to version.
    var type: String
    /// One sentence.
    var message: String
    /// The sentence and all that explains it.
    var body: String
  }

  /// How a case ended.
  enum Verdict: Sendable, Hashable {
    case passed
    case skipped(String)
    case failure(Problem)
    case error(Problem)
  }

  /// How many cases ended how.
  struct Counts: Sendable, Hashable {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0
    /// The time of all, in milliseconds.
    var milliseconds = 0

    mutating func add(_ other: Counts) {
      tests += other.tests
      failures += other.failures
      errors += other.errors
      skipped += other.skipped
      milliseconds += other.milliseconds
    }

    mutating func count(_ verdict: Verdict, milliseconds: Int) {
      tests += 1
      self.milliseconds += milliseconds
      switch verdict {
      case .passed: break
      case .skipped: skipped += 1
      case .failure: failures += 1
      case .error: errors += 1
      }
    }
  }

  /// The name without an ordinal.
  var name: String
  /// Which it is among cases of its name in its scenario, from 1.
  var ordinal = 1
  /// The dotted class.
  var classname: String
  /// The path of its file, where that is not the scenario's.
  var file: String?
  /// The line in its file.
  var line: Int
  /// When it began, in seconds since 1970.
  var startedAt: Double
  /// How long it took.
  var milliseconds: Int
  /// How it ended.
  var verdict: Verdict
  /// What was sent and seen, for `system-out`.
  var output = ""
}

extension JUnitCase {
  /// The case as bytes, for a spool.
  var encoded: [UInt8] {
    let (kind, fields) =
      switch verdict {
      case .passed: ("passed", [String]())
      case .skipped(let reason): ("skipped", [reason])
      case .failure(let problem): ("failure", [problem.type, problem.message, problem.body])
      case .error(let problem): ("error", [problem.type, problem.message, problem.body])
      }
    return SpoolRecord.encoded(
      [
        name, String(ordinal), classname, String(line), String(startedAt), String(milliseconds),
        output, file ?? "", kind,
      ] + fields
    )
  }

  /// Reads what `encoded` wrote.
  init(decoding bytes: [UInt8]) throws(ReporterError) {
    let fields = SpoolRecord.decoded(bytes) ?? []
    guard fields.count >= 9, let ordinal = Int(fields[1]), let line = Int(fields[3]),
      let startedAt = Double(fields[4]), let milliseconds = Int(fields[5])
    else { throw ReportSpool.unreadable }
    let rest = fields[9...]
    switch (fields[8], rest.count) {
    case ("passed", 0): verdict = .passed
    case ("skipped", 1): verdict = .skipped(fields[9])
    case ("failure", 3):
      verdict = .failure(Problem(type: fields[9], message: fields[10], body: fields[11]))
    case ("error", 3):
      verdict = .error(Problem(type: fields[9], message: fields[10], body: fields[11]))
    case _: throw ReportSpool.unreadable
    }
    name = fields[0]
    self.ordinal = ordinal
    classname = fields[2]
    self.line = line
    self.startedAt = startedAt
    self.milliseconds = milliseconds
    output = fields[6]
    file = fields[7].isEmpty ? nil : fields[7]
  }
}
