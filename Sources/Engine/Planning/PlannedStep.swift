import Assertions
import RunEvents
import Scenarios

/// A step with all defaults merged and all that is constant compiled.
///
/// Shared by reference: the runs of a scenario pass it on many times for each request.
final class PlannedStep: Sendable {
  /// The syntax.
  let step: Step
  /// What it does.
  let action: any PlannedAction
  /// Its request, when it is one.
  let request: PlannedRequest?
  /// What it captures and collects by expressions; a request has captures of its own.
  let captures: [PlannedCapture]
  /// Its leaves, as places in the scenario's descriptions.
  let leaves: Range<Int>
  /// Whether it has a time limit of its own.
  let isLimited: Bool
  /// Whether it is taken several times.
  let isLoop: Bool
  /// Whether its name, or that of a use around it, holds expressions.
  let hasComputedName: Bool
  /// Whether one of its captures uses a name that one before it gets.
  let capturesUseEachOther: Bool
  /// Whether its end means something else to the steps behind it than what its parts ended with.
  let isJudgedAsAWhole: Bool

  init(
    step: Step,
    action: any PlannedAction,
    captures: [PlannedCapture],
    leaves: Range<Int>,
    hasComputedName: Bool
  ) {
    self.step = step
    self.hasComputedName = hasComputedName
    self.action = action
    self.captures = captures
    request = action as? PlannedRequest
    self.leaves = leaves
    isLimited = step.timeout != nil
    isLoop = step.loop != nil
    capturesUseEachOther = Capture.useEachOther(step.captures)
    isJudgedAsAWhole = step.continues || step.knownFailure != nil
  }

  /// Whether it passes when a time limit cuts it off, as what must fail so.
  var expectsTimeout: Bool {
    guard let expected = request?.expectation.error?.value else { return false }
    return expected == StepFault.Kind.timeout.rawValue || expected == "any"
  }

  /// Whether it, or a step in it, uses the steps of another file.
  var usesSharedSteps: Bool {
    action is PlannedUse || children.contains(where: \.usesSharedSteps)
  }

  /// The steps inside it, also those of another file.
  var children: [PlannedStep] { action.children ?? [] }
}

/// Steps that run at once.
struct PlannedParallel: Sendable {
  /// The steps.
  let steps: [PlannedStep]
}

/// Steps that run one after the other, as one.
struct PlannedGroup: Sendable {
  /// The steps.
  let steps: [PlannedStep]
  /// How the group is tried again.
  let retry: RetryTemplate?
}

/// Values that are looked at.
struct PlannedAssert: Sendable {
  /// What must hold of them, in order.
  let assertions: [PlannedAssertion]
}

/// One of the things that an `assert` step says, its matcher compiled.
enum PlannedAssertion: Sendable {
  /// An expression that must be true.
  case condition(Expression)
  /// A value and what must hold of it.
  case value(ValueTemplate, Prepared<any Matcher>)
}

/// A request with what it expects, shared by reference as its step is.
final class PlannedRequest: Sendable {
  /// The request, defaults merged.
  let request: RequestStep
  /// What its options come to, when no expression stands in them.
  let settings: SharedSettings?
  /// What must come back.
  let expectation: PlannedExpectation
  /// What is captured.
  let captures: [PlannedCapture]
  /// What is gathered over the turns of a loop.
  let collect: [PlannedCapture]
  /// Whether an expectation uses a name that the step captures, so that it is captured before.
  let capturesFirst: Bool
  /// Whether it may be tried again.
  let isRetried: Bool
  /// Whether nothing needs the response's body as a whole, as far as can be told before it is sent.
  let canReadBodyInPieces: Bool
  /// Whether the exchange is checked against contracts.
  let isChecked: Bool
  /// Whether the server's certificate is looked at.
  let needsCertificate: Bool

  init(
    request: RequestStep,
    settings: SharedSettings? = nil,
    expectation: PlannedExpectation,
    captures: [PlannedCapture],
    collect: [PlannedCapture],
    isChecked: Bool = false
  ) {
    self.request = request
    self.settings = settings
    self.expectation = expectation
    self.captures = captures
    self.collect = collect
    let names = Set(captures.map(\.capture.name.value))
    capturesFirst =
      !names.isEmpty
      && request.expect?.expressionsBehindHead.contains { $0.uses(names) } == true
    isRetried = request.retry != nil
    self.isChecked = isChecked
    canReadBodyInPieces =
      !isChecked && request.retry?.until == nil && request.save == nil
      && expectation.canDoWithoutBody
      && captures.allSatisfy(\.canReadBodyInPieces) && collect.allSatisfy(\.canReadBodyInPieces)
    needsCertificate =
      !expectation.certificate.isEmpty
      || captures.contains { $0.takes(.certificate) }
      || collect.contains { $0.takes(.certificate) }
      || expectation.that.contains { $0.query?.takes(.certificate) == true }
  }
}

/// The steps of another file with what they are given.
struct PlannedUse: Sendable {
  /// The file as read.
  let shared: SharedSteps
  /// What they are given.
  let with: [VariableDefinition]
  /// Whether the caller gets what the file lists under `returns`.
  let takesReturns: Bool
  /// What the use is called, behind the names of the uses around it; used steps are called so and what they are.
  let name: String
  /// What stands before the names of its steps: the names of all uses around them, as written.
  let prefix: String
  /// Its steps.
  let steps: [PlannedStep]
  /// The project's files, paths relative to the used file.
  let files: ScenarioFiles
}
