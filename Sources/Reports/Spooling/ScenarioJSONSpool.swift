import Documents
import RunEvents

/// The scenarios of a run as JSON, each with its steps, kept until they are written in the order of the source.
///
/// The JSON report and the page for a browser hold the same objects, each in bytes of its own kind.
struct ScenarioJSONSpool {
  /// A scenario that has not ended yet.
  private struct Running {
    var description: ScenarioDescription
    /// Which of its steps were reported.
    var told: [Bool]

    /// The other steps, so that a report of a run that was cut short has them, too.
    var untold: [StepReport] {
      description.steps.enumerated().filter { !told[$0.offset] }.map { _, step in
        StepReport(
          scenario: description.id,
          step: step,
          result: .skipped(reason: "the run was cut short"),
          startedAt: description.startedAt,
          duration: 0
        )
      }
    }
  }

  private var pieces: ScenarioSpool
  private let encode: (JSONValue) -> [UInt8]
  private let stepMembers: (StepReport) -> [(String, JSONValue?)]
  private var running: [ScenarioDescription.ID: Running] = [:]

  /// Makes an empty one.
  ///
  /// - Parameters:
  ///   - spool: keeps the bytes.
  ///   - encode: makes bytes of a value; those of an object must begin and end with its braces.
  ///   - stepMembers: what the object of a step has besides.
  init(
    _ spool: ReportSpool,
    encode: @escaping (JSONValue) -> [UInt8],
    stepMembers: @escaping (StepReport) -> [(String, JSONValue?)] = { _ in [] }
  ) {
    pieces = ScenarioSpool(spool)
    self.encode = encode
    self.stepMembers = stepMembers
  }

  /// Begins a scenario.
  mutating func start(_ scenario: ScenarioDescription) throws(ReporterError) {
    let told = [Bool](repeating: false, count: scenario.steps.count)
    running[scenario.id] = Running(description: scenario, told: told)
    try pieces.append(encode(ReportJSON.scenario(scenario)), to: scenario.id)
  }

  /// Adds a step to a scenario that runs.
  mutating func add(_ report: StepReport) throws(ReporterError) {
    guard let known = running[report.scenario]?.told.indices else { return }
    if known.contains(report.step.index) {
      running[report.scenario]?.told[report.step.index] = true
    }
    let step = ReportJSON.step(report).adding(stepMembers(report))
    try pieces.append(encode(step), to: report.scenario)
  }

  /// Ends a scenario.
  mutating func end(_ report: ScenarioReport) throws(ReporterError) {
    try end(report.scenario.id, .members(ReportJSON.ending(report)))
  }

  /// Ends what still runs, because the run was cut short.
  mutating func endAll() throws(ReporterError) {
    let cut = JSONValue.members([
      ("outcome", "not run"), ("reason", "the run was cut short"), ("isFinal", true),
    ])
    for (id, scenario) in running.sorted(by: { $0.key < $1.key }) {
      for step in scenario.untold { try add(step) }
      try end(id, cut)
    }
  }

  /// Hands out the scenarios, each attempt by itself.
  ///
  /// - Parameter body: gets which scenario it is, how many were before it, and what writes its object.
  /// - Throws: what `body` throws, and when the spool cannot be read.
  mutating func forEachScenario(
    _ body: (
      _ id: ScenarioDescription.ID, _ number: Int,
      _ write: (any ReportWriter) throws(ReporterError) -> Void
    ) throws(ReporterError) -> Void
  ) throws(ReporterError) {
    var number = 0
    try pieces.forEachScenario { (pieces) throws(ReporterError) in
      try body(pieces.id, number) { (writer) throws(ReporterError) in
        try Self.write(pieces, to: writer)
      }
      number += 1
    }
  }

  private mutating func end(
    _ id: ScenarioDescription.ID,
    _ ending: JSONValue
  ) throws(ReporterError) {
    guard running.removeValue(forKey: id) != nil else { return }
    try pieces.append(encode(ending), to: id)
    try pieces.close(id)
  }

  /// Head, steps and ending are objects in the spool, and one in the report.
  private static func write(
    _ pieces: ScenarioSpool.Pieces,
    to writer: any ReportWriter
  ) throws(ReporterError) {
    try pieces.readEach { (index, bytes) throws(ReporterError) in
      switch index {
      case 0:
        try writer.write(Array(bytes.dropLast()))
        try writer.write(",\"steps\":[")
      case pieces.count - 1:
        try writer.write("],")
        try writer.write(Array(bytes.dropFirst()))
      default:
        try writer.write(index > 1 ? ",\n" : "\n")
        try writer.write(bytes)
      }
    }
  }
}
