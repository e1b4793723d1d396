import Documents
import RunEvents

/// Writes each event as a line of JSON, as it comes (NDJSON).
///
/// Every line has `event`: `run-started`, `diagnostic`, `scenario-started`, `step-finished`, `scenario-finished`, `run-finished`; beside it stand the
/// members that `JSONReporter` documents: `run`, `diagnostic`, `scenario`, `step`, `summary`. A step and the end of a scenario name their scenario by
/// `{"index", "attempt"}`; `scenario-started` lists the steps that are to come.
struct EventsReporter: Reporter {
  let writer: any ReportWriter

  mutating func consume(_ event: Event) throws(ReporterError) {
    try writer.write(Self.line(of: event).serialized() + [UInt8(ascii: "\n")])
  }

  mutating func finish() throws(ReporterError) {
    try writer.commit()
  }

  private static func line(of event: Event) -> JSONValue {
    switch event {
    case .runStarted(let run): ["event": "run-started", "run": ReportJSON.run(run)]
    case .diagnostic(let diagnostic):
      ["event": "diagnostic", "diagnostic": ReportJSON.diagnostic(diagnostic)]
    case .scenarioStarted(let scenario):
      [
        "event": "scenario-started",
        "scenario": ReportJSON.scenario(scenario).adding([
          ("steps", .array(scenario.steps.map(step)))
        ]),
      ]
    case .stepFinished(let report):
      [
        "event": "step-finished", "scenario": id(report.scenario), "step": ReportJSON.step(report),
      ]
    case .scenarioFinished(let report):
      [
        "event": "scenario-finished",
        "scenario": id(report.scenario.id).adding(ReportJSON.ending(report)),
      ]
    case .runFinished(let summary):
      ["event": "run-finished", "summary": ReportJSON.summary(summary)]
    }
  }

  private static func id(_ id: ScenarioDescription.ID) -> JSONValue {
    .members([("index", .int(id.index)), ("attempt", .int(id.attempt))])
  }

  private static func step(_ step: StepDescription) -> JSONValue {
    .members([
      ("index", .int(step.index)), ("phase", .string(step.phase.rawValue)),
      ("name", .string(step.name)), ("action", .string(step.action.word)),
      ("place", ReportJSON.place(step.range)),
    ])
  }
}

extension ReporterDefinition {
  /// The stream of events for programs.
  public static let events = Self(
    name: "events",
    needsEverything: true,
    make: { writer, _ in EventsReporter(writer: writer) }
  )
}
