import RunEvents

/// An attempt at a scenario as a report shows it.
struct ReportedScenario {
  var description: ScenarioDescription
  var steps: [StepReport]
  var outcome: ScenarioReport.Outcome
  /// In seconds.
  var duration: Double
  var isFinal: Bool

  /// The events of it, as if it ran under another number.
  func events(index: Int) -> [Event] {
    var description = description
    description.id.index = index
    var events: [Event] = [.scenarioStarted(description)]
    for var step in steps {
      step.scenario = description.id
      events.append(.stepFinished(step))
    }
    events.append(
      .scenarioFinished(
        ScenarioReport(
          scenario: description,
          outcome: outcome,
          duration: duration,
          isFinal: isFinal
        )
      )
    )
    return events
  }
}
