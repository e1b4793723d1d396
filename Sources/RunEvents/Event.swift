public import Diagnostics

/// Everything that a report can know of a run, in one line.
///
/// A run emits its events from many tasks; one consumer puts them in a line, and every reporter folds over the same line. For each scenario
/// `scenarioStarted` comes first, then `stepFinished` for every step it has, run or not, then `scenarioFinished`. Events of scenarios that
/// run at the same time are mixed. `runStarted` is the first event of a run, `runFinished` the last.
public indirect enum Event: Sendable {
  /// The run is about to begin; everything that is known before the first request.
  case runStarted(RunDescription)
  /// A mistake in a file, or a warning about one. Comes right after `runStarted`.
  case diagnostic(Diagnostic)
  /// A scenario, or one more attempt at it, has begun.
  case scenarioStarted(ScenarioDescription)
  /// A step has ended, or it is certain that it will not run.
  case stepFinished(StepReport)
  /// A scenario, or one attempt at it, has ended; its teardown too.
  case scenarioFinished(ScenarioReport)
  /// Everything has ended.
  case runFinished(RunSummary)
}
