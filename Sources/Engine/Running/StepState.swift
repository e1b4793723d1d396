import Documents
import Locks
import RunEvents
import Scenarios

/// What goes from step to step of one run of a scenario.
struct StepState: Sendable {
  /// Variables and captures.
  var variables: Variables
  /// What project and environment give: all that the steps of another file see beside their parameters.
  var projectValues: [String: JSONValue]
  /// The base of URLs.
  var base: String?
  /// Files, paths relative to the file whose steps run.
  var facts: ScenarioFacts
  /// The turn of the innermost loop, from 0.
  var turn: Int?
  /// What tells draws of random numbers from others': file, row, repeat, attempt, then step and turn.
  var randomPath: [UInt64]
  /// The part of the scenario that runs.
  var phase: StepDescription.Phase

  /// Begins a turn of a loop: what it draws is told from what every other turn draws, loops within loops included.
  mutating func enter(turn: Int) {
    self.turn = turn
    randomPath.append(UInt64(turn) + 1)
  }

  /// A copy for a sibling that runs at the same time.
  func fork() -> StepState {
    var copy = self
    copy.variables = variables.fork()
    return copy
  }
}

/// How a step ended, for those behind it.
enum StepVerdict: Sendable, Hashable {
  /// Everything held.
  case passed
  /// It was not run.
  case skipped
  /// Some assertion did not hold.
  case failed
  /// No verdict was reached.
  case errored

  /// Whether it keeps the steps behind it from running.
  var isBad: Bool { self == .failed || self == .errored }

  /// The worse of two.
  func joined(_ other: StepVerdict) -> StepVerdict {
    switch (self, other) {
    case (.errored, _), (_, .errored): .errored
    case (.failed, _), (_, .failed): .failed
    case (.passed, _), (_, .passed): .passed
    case (.skipped, .skipped): .skipped
    }
  }

  /// What a result means for the steps behind.
  init(_ result: StepResult) {
    switch result {
    case .passed: self = .passed
    case .failed: self = .failed
    case .errored: self = .errored
    case .skipped: self = .skipped
    }
  }
}
