import Documents
import RunEvents

/// Writes all exchanges of a run as HAR 1.2: a page for each scenario that sent something, an entry for each request.
struct HARReporter: Reporter {
  let writer: any ReportWriter
  private let options: ReporterOptions
  private var pages: ScenarioSpool?
  private var entries: ScenarioSpool?
  private var running: Set<ScenarioDescription.ID> = []
  /// Pages of scenarios that have sent nothing yet: readers trip over a page without entries.
  private var waiting: [ScenarioDescription.ID: JSONValue] = [:]

  /// Makes a reporter.
  init(writer: any ReportWriter, options: ReporterOptions) {
    self.writer = writer
    self.options = options
  }

  mutating func prepare() throws(ReporterError) {
    try writer.prepare()
    guard pages == nil else { return }
    let spool = try writer.makeSpool()
    pages = ScenarioSpool(spool)
    entries = ScenarioSpool(spool)
  }

  mutating func consume(_ event: Event) throws(ReporterError) {
    try prepare()
    switch event {
    case .runStarted, .diagnostic, .runFinished: break
    case .scenarioStarted(let scenario):
      running.insert(scenario.id)
      let page: JSONValue = [
        "startedDateTime": .string(DateText.iso8601(scenario.startedAt)),
        "id": .string(Self.page(scenario.id)),
        "title": .string("\(scenario.path): \(scenario.title)"),
        "pageTimings": ["onContentLoad": -1, "onLoad": -1],
      ]
      waiting[scenario.id] = page
    case .stepFinished(let report):
      guard running.contains(report.scenario) else { return }
      for attempt in report.attempts {
        let entries = HAREntry.entries(
          of: attempt,
          page: Self.page(report.scenario),
          comment: report.step.name
        )
        if !entries.isEmpty, let page = waiting.removeValue(forKey: report.scenario) {
          try pages?.append(page.serialized(), to: report.scenario)
        }
        for entry in entries { try self.entries?.append(entry.serialized(), to: report.scenario) }
      }
    case .scenarioFinished(let report):
      running.remove(report.scenario.id)
      try pages?.close(report.scenario.id)
      try entries?.close(report.scenario.id)
      waiting.removeValue(forKey: report.scenario.id)
    }
  }

  mutating func finish() throws(ReporterError) {
    try prepare()
    let creator: JSONValue = ["name": "curlew", "version": .string(options.version)]
    try writer.write(#"{"log":{"version":"1.2","creator":"#)
    try writer.write(creator.serialized())
    try writer.write(#","pages":["#)
    try Self.write(&pages, to: writer)
    try writer.write("],\n\"entries\":[")
    try Self.write(&entries, to: writer)
    try writer.write("]}}\n")
    try writer.commit()
    pages = nil
    entries = nil
  }

  private static func write(
    _ spool: inout ScenarioSpool?,
    to writer: any ReportWriter
  ) throws(ReporterError) {
    var isFirst = true
    try spool?.forEachScenario { (pieces) throws(ReporterError) in
      try pieces.readEach { (_, bytes) throws(ReporterError) in
        try writer.write(isFirst ? "\n" : ",\n")
        try writer.write(bytes)
        isFirst = false
      }
    }
  }

  private static func page(_ id: ScenarioDescription.ID) -> String {
    "scenario-\(id.index)-\(id.attempt)"
  }
}

extension ReporterDefinition {
  /// The exchanges for tools that show HTTP traffic.
  public static let har = Self(
    name: "har",
    needsEverything: true,
    make: { HARReporter(writer: $0, options: $1) }
  )
}
