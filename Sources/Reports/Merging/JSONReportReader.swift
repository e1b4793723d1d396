import Diagnostics
import Documents
import RunEvents

/// Reads a JSON report, a scenario at a time.
///
/// Making one reads the whole file once and proves that it is a report; of each scenario only where it stands is kept. What a report may hold is said at
/// `JSONReporter`; members that are not known are passed over, values that a report cannot have are errors with their place.
struct JSONReportReader {
  /// Where an attempt at a scenario stands, and what distinguishes it from others.
  struct Entry {
    var extent: ReportSpool.Extent
    var id: ScenarioDescription.ID
    var kind: ScenarioDescription.Kind
    var key: Key
    var title: String
    var outcome: ScenarioReport.Outcome
    var isFinal: Bool
    /// How its steps ended.
    var steps: RunSummary.Counts
  }

  /// What stays the same from run to run of a scenario.
  struct Key: Hashable {
    var path: String
    var line: Int
    var column: Int
    var name: String
    var row: String?
    var rowNumber: Int?
    var turn: Int?
  }

  /// The file.
  let file: JSONReportFile
  /// The run.
  private(set) var run: RunDescription
  /// What it came to; counted anew when the run was cut short.
  private(set) var summary = RunSummary()
  /// Mistakes in files.
  private(set) var diagnostics: [Diagnostic] = []
  /// The attempts at scenarios, in the order of the file.
  private(set) var entries: [Entry] = []

  /// Reads a report.
  ///
  /// - Parameter path: a plain file.
  /// - Throws: when it is no report.
  init(path: String) throws(JSONReportError) {
    file = try JSONReportFile(path: path)
    var scanner = JSONReportScanner(file)
    var members = Members()
    var found: [Entry] = []
    var counted = RunSummary()
    try scanner.pass("{")
    if try !scanner.passed("}") {
      repeat {
        let key = try scanner.key()
        if key == "scenarios" {
          try Self.checkFormat(members, in: file, isWhole: false)
          try Self.readScenarios(&scanner, file, into: &found, &counted)
        } else {
          try members.set(key, scanner.value(), scanner)
        }
      } while try scanner.passed(",")
      try scanner.pass("}")
    }
    try scanner.end()
    try Self.checkFormat(members, in: file, isWhole: true)
    let described = try members.decoded("run", in: file) { (value) throws(ReportFault) in
      try ReportDecoder.run(value)
    }
    guard let described else {
      throw file.error(at: 0, "the report does not say which run it is of")
    }
    run = described
    var decoder = ReportDecoder()
    diagnostics =
      try members.decoded("diagnostics", in: file) { (value) throws(ReportFault) in
        try value.elements { (value) throws(ReportFault) in try decoder.diagnostic(value) }
      } ?? []
    if let summary = try members.decoded("summary", in: file, ReportDecoder.summary) {
      self.summary = summary
    } else {
      counted.interrupted = true
      counted.unreadableFileCount =
        Set(
          diagnostics.filter { $0.severity == .error }.compactMap(\.path)
        ).count
      summary = counted
    }
    entries = found
  }

  /// An attempt at a scenario.
  func scenario(_ entry: Entry) throws(JSONReportError) -> ReportedScenario {
    try Self.scenario(at: entry.extent, number: nil, JSONReportScanner(file), file)
  }

  /// The members of the report that are not its scenarios.
  private struct Members {
    static let known: Set = ["format", "version", "run", "summary", "diagnostics"]
    var values: [String: (value: JSONValue, offset: Int)] = [:]

    mutating func set(
      _ key: String,
      _ extent: ReportSpool.Extent,
      _ scanner: JSONReportScanner
    ) throws(JSONReportError) {
      guard Self.known.contains(key) else { return }
      values[key] = (try scanner.parse(extent), extent.offset)
    }

    /// What a member says; `nil` when it is absent or `null`.
    func decoded<T>(
      _ key: String,
      in file: JSONReportFile,
      _ read: (JSONValue) throws(ReportFault) -> T
    ) throws(JSONReportError) -> T? {
      guard let (value, offset) = values[key], !value.isNull else { return nil }
      do throws(ReportFault) {
        return try read(value)
      } catch {
        throw file.error(at: offset, "\(key)\(error.path): \(error.message)")
      }
    }
  }

  private static func checkFormat(
    _ members: Members,
    in file: JSONReportFile,
    isWhole: Bool
  ) throws(JSONReportError) {
    // Members may have been put in another order by a tool.
    guard isWhole || members.values["format"] != nil else { return }
    guard members.values["format"]?.value == .string("curlew-report") else {
      throw file.error(
        at: members.values["format"]?.offset ?? 0,
        "expected a JSON report, with \"format\": \"curlew-report\"",
        hint: "write one with --report json=PATH"
      )
    }
    guard isWhole || members.values["version"] != nil else { return }
    guard let version = members.values["version"], version.value == .number(1) else {
      throw file.error(
        at: members.values["version"]?.offset ?? 0,
        "expected a JSON report of version 1"
      )
    }
  }

  private static func readScenarios(
    _ scanner: inout JSONReportScanner,
    _ file: JSONReportFile,
    into entries: inout [Entry],
    _ counted: inout RunSummary
  ) throws(JSONReportError) {
    try scanner.pass("[")
    guard try !scanner.passed("]") else { return }
    var known: Set<ScenarioDescription.ID> = []
    repeat {
      let extent = try scanner.value()
      let reported = try scenario(at: extent, number: entries.count, scanner, file)
      let description = reported.description
      guard known.insert(description.id).inserted else {
        throw file.error(
          at: extent.offset,
          "the scenario \(description.title) is in the report twice"
        )
      }
      var steps = RunSummary.Counts()
      for step in reported.steps { steps.count(step.result) }
      if reported.isFinal, description.kind == .scenario {
        counted.scenarios.count(reported.outcome)
        counted.steps.add(steps)
      } else if reported.isFinal, reported.outcome.isBad {
        counted.failedOutsideCount += 1
      }
      let start = description.range.start
      let key = Key(
        path: description.path,
        line: start.line,
        column: start.column,
        name: description.name,
        row: description.row,
        rowNumber: description.rowNumber,
        turn: description.turn
      )
      entries.append(
        Entry(
          extent: extent,
          id: description.id,
          kind: description.kind,
          key: key,
          title: SafeText.line(description.title, limit: 200),
          outcome: reported.outcome,
          isFinal: reported.isFinal,
          steps: steps
        )
      )
    } while try scanner.passed(",")
    try scanner.pass("]")
  }

  private static func scenario(
    at extent: ReportSpool.Extent,
    number: Int?,
    _ scanner: JSONReportScanner,
    _ file: JSONReportFile
  ) throws(JSONReportError) -> ReportedScenario {
    let value = try scanner.parse(extent)
    var decoder = ReportDecoder()
    do throws(ReportFault) {
      return try decoder.scenario(value)
    } catch {
      let path = "scenarios" + (number.map { "[\($0)]" } ?? "") + error.path
      throw file.error(at: extent.offset, "\(path): \(error.message)")
    }
  }
}
