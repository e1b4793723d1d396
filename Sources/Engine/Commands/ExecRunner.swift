import Assertions
import Documents
import RunEvents
import Scenarios

/// Runs an `exec` step: a command in the folder of its file, what it writes as `stdout`, its exit status as `exit`.
///
/// Another status than 0 fails the step, unless the step captures something from `exit`: then the scenario judges it.
struct ExecRunner {
  let steps: StepRunner
  let step: PlannedStep
  let words: [TextTemplate]

  private var context: RunContext { steps.context }

  /// Runs the command and notes how it ended.
  func run(_ state: inout StepState) async -> StepVerdict {
    let startedAt = context.now()
    let ending: Command.Ending
    do throws(StepFault) {
      ending = try await execute(in: steps.scope(for: step, state))
    } catch {
      return steps.fail(step, error, startedAt: startedAt, in: state.phase)
    }
    let results = [
      ("stdout", JSONValue.string(ending.text)), ("exit", .number(JSONNumber(ending.status))),
    ]
    var captures: [StepReport.CapturedValue] = []
    for (name, value) in results {
      state.variables.capture(name, value)
      captures.append(context.captured(name, value))
    }
    let warnings: [String]
    do throws(StepFault) {
      let taken = try steps.takeCaptures(of: step, in: steps.scope(for: step, state), &state)
      captures += taken.captures
      warnings = taken.logs
    } catch {
      return steps.fail(step, error, startedAt: startedAt, in: state.phase)
    }
    // A secret that was captured just now is masked from the start.
    captures = captures.map { .init(name: $0.name, value: context.mask.masking($0.value)) }
    let result = judge(ending)
    steps.ledger.record(
      step.leaves.lowerBound,
      result,
      startedAt: startedAt,
      endedAt: context.now(),
      captures: captures,
      logs: warnings + (result.isGood ? [] : lines(of: ending.errors).suffix(20))
    )
    return StepVerdict(result)
  }

  private func execute(in scope: StepScope) async throws(StepFault) -> Command.Ending {
    let texts = try words.map { word throws(StepFault) in try scope.evaluate(word) }
    let command = Command(
      words: texts,
      folder: scope.scenario.files.folder,
      environment: context.environment
    )
    do throws(Command.Failure) {
      return try await CommandRunner.run(command)
    } catch {
      switch error {
      case .notStarted(let reason):
        throw StepFault(
          .exec,
          reason,
          at: words.first?.range,
          hint: "a command with pipes or wildcards needs a shell: exec: [sh, -c, \"…\"]"
        )
      case .tooMuchOutput:
        throw StepFault(
          .exec,
          "the command wrote more than \(Command.outputLimit >> 20) MiB and was ended",
          at: words.first?.range,
          hint: "send what is not needed to a file or to /dev/null"
        )
      case .cancelled:
        throw StepFault(steps.interruption, at: words.first?.range)
      }
    }
  }

  private func judge(_ ending: Command.Ending) -> StepResult {
    guard ending.status != 0, !looksAtExit else { return .passed }
    var message = "expected the command to exit with 0, got \(ending.status)"
    if let last = lines(of: ending.errors).last { message += ": \(ValueText.cut(last))" }
    let outcome = AssertionOutcome(
      verdict: .fails,
      subject: "exit",
      expected: "0",
      actual: String(ending.status),
      message: message,
      range: words.first?.range ?? step.step.range
    )
    return .failed([context.mask.masking(outcome)])
  }

  /// Whether the step itself captures from `exit`.
  private var looksAtExit: Bool {
    step.step.captures.contains { capture in
      guard case .value(let template) = capture.source else { return false }
      return template.expressions.contains { expression in
        expression.references.contains { $0.name == "exit" }
      }
    }
  }

  /// The lines of a text that are not empty; a secret of several lines is masked before they are parted.
  private func lines(of bytes: [UInt8]) -> [String] {
    let text = context.mask.masking(String(decoding: bytes, as: UTF8.self))
    return text.split(whereSeparator: \.isNewline).map(String.init)
  }
}

extension ExecStep: PlannedAction {
  func run(
    _ step: PlannedStep,
    by steps: StepRunner,
    _ state: inout StepState
  ) async -> StepVerdict {
    await ExecRunner(steps: steps, step: step, words: words).run(&state)
  }
}
