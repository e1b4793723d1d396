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
  /// The base of requests that belong to contracts: that of the project, or of the scenario where the project has none.
  var contractBase: String?
  /// Files, paths relative to the file whose steps run.
  var facts: ScenarioFacts
  /// The turn of the innermost loop, from 0.
  var turn: Int?
  /// Where random numbers are drawn: file, row, repeat, attempt, then turns.
  var randomPath: RandomPath
  /// The part of the scenario that runs.
  var phase: StepDescription.Phase
  /// What stands before the names of the steps: the names of the uses around them.
  var namePrefix = ""
  /// Whether the steps of other files see what is captured here, as those of `before-all`.
  var sharesCaptures = false

  /// What the steps of another file see beside their parameters.
  var valuesForUse: [String: JSONValue] {
    guard sharesCaptures else { return projectValues }
    return projectValues.merging(variables.captured) { $1 }
  }

  /// Begins a turn of a loop: its random numbers differ from those of every other turn, in loops within loops too.
  mutating func enter(turn: Int) {
    self.turn = turn
    randomPath.append(UInt64(turn) + 1)
  }

  /// A copy for a sibling that runs at the same time.
  func fork() -> StepState {
    var copy = self
    copy.projectValues = valuesForUse
    copy.variables = variables.fork()
    return copy
  }
}

/// How a step ended, for those behind it.
struct StepVerdict: Sendable, Hashable {
  /// Its result.
  enum Kind: Sendable, Hashable {
    /// Everything held.
    case passed
    /// It was not run.
    case skipped
    /// Some assertion did not hold.
    case failed
    /// No verdict was reached.
    case errored
  }

  /// Its result.
  let kind: Kind
  /// Whether it keeps the steps behind it from running; a failure that says `continue`, at whatever depth, does not.
  let stops: Bool

  static let passed = StepVerdict(kind: .passed, stops: false)
  static let skipped = StepVerdict(kind: .skipped, stops: false)
  static let failed = StepVerdict(kind: .failed, stops: true)
  static let errored = StepVerdict(kind: .errored, stops: true)

  /// Whether it failed or errored.
  var isBad: Bool { kind == .failed || kind == .errored }

  /// The same, with the steps behind it run.
  var withoutStopping: StepVerdict { StepVerdict(kind: kind, stops: false) }

  /// The worse of two; it stops what is behind it when either does.
  func joined(_ other: StepVerdict) -> StepVerdict {
    let kind: Kind =
      switch (kind, other.kind) {
      case (.errored, _), (_, .errored): .errored
      case (.failed, _), (_, .failed): .failed
      case (.passed, _), (_, .passed): .passed
      case (.skipped, .skipped): .skipped
      }
    return StepVerdict(kind: kind, stops: stops || other.stops)
  }

  /// What a result means for the steps behind.
  init(_ result: StepResult) {
    self =
      switch result {
      case .passed: .passed
      case .failed: .failed
      case .errored: .errored
      case .skipped: .skipped
      }
  }

  private init(kind: Kind, stops: Bool) {
    (self.kind, self.stops) = (kind, stops)
  }
}
