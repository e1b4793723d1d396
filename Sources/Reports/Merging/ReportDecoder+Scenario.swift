import Assertions
import Diagnostics
import Documents
import RunEvents

extension ReportDecoder {
  /// The events of an attempt at a scenario.
  mutating func scenario(_ value: JSONValue) throws(ReportFault) -> ReportedScenario {
    let index = try value.required("index", ReportValue.integer)
    let attempt = try value.required("attempt", ReportValue.count)
    let id = ScenarioDescription.ID(index: index, attempt: attempt)
    let reports = try value.required("steps") { (steps) throws(ReportFault) in
      try steps.elements { (value) throws(ReportFault) in try step(value, of: id) }
    }
    let description = ScenarioDescription(
      id: id,
      kind: try value.required("kind", ReportValue.named("a kind of scenario")),
      name: try value.required("name", ReportValue.text),
      path: try value.required("path", ReportValue.text),
      range: try place("place", of: value),
      summary: try value.optional("description", ReportValue.text),
      tags: try value.list("tags", ReportValue.text),
      row: try value.optional("row", ReportValue.text),
      rowNumber: try value.optional("rowNumber", ReportValue.count),
      rowRange: try optionalPlace("rowPlace", of: value),
      rowValues: try value.optional("rowValues", ReportValue.text),
      turn: try value.optional("turn", ReportValue.count),
      steps: reports.map(\.step).sorted { $0.index < $1.index },
      startedAt: try value.required("startedAt", ReportValue.moment)
    )
    return ReportedScenario(
      description: description,
      steps: reports,
      outcome: try Self.outcome(value),
      duration: try value.optional("duration", ReportValue.seconds) ?? 0,
      isFinal: try value.required("isFinal", ReportValue.flag)
    )
  }

  private static func outcome(_ value: JSONValue) throws(ReportFault) -> ScenarioReport.Outcome {
    let reason = try value.optional("reason", ReportValue.text) ?? ""
    return try value.required("outcome") { (value) throws(ReportFault) in
      switch try ReportValue.text(value) {
      case "passed": return .passed
      case "failed": return .failed
      case "errored": return .errored
      case "skipped": return .skipped(reason: reason)
      case "flaky": return .flaky
      case "not run": return .notRun(reason: reason)
      case _: throw ReportValue.unexpected(value, "an outcome")
      }
    }
  }

  private mutating func step(
    _ value: JSONValue,
    of scenario: ScenarioDescription.ID
  ) throws(ReportFault) -> StepReport {
    let step = StepDescription(
      index: try value.required("index", ReportValue.count),
      phase: try value.required("phase", ReportValue.named("setup, steps or teardown")),
      name: try value.required("name", ReportValue.text),
      writtenName: try value.optional("writtenName", ReportValue.text),
      range: try place("place", of: value),
      action: .init(word: try value.required("action", ReportValue.text))
    )
    return StepReport(
      scenario: scenario,
      step: step,
      result: try result(value, assertions: assertions(of: value)),
      startedAt: try value.required("startedAt", ReportValue.moment),
      duration: try value.required("duration", ReportValue.seconds),
      attempts: try value.list("attempts") { (value) throws(ReportFault) in try attempt(value) },
      attemptCount: try value.required("attemptCount", ReportValue.count),
      captures: try value.list("captures") { (value) throws(ReportFault) in
        StepReport.CapturedValue(
          name: try value.required("name", ReportValue.text),
          value: try value.required("value", ReportValue.text)
        )
      },
      logs: try value.list("logs", ReportValue.text)
    )
  }

  private mutating func attempt(_ value: JSONValue) throws(ReportFault) -> StepReport.Attempt {
    let assertions = try assertions(of: value)
    return StepReport.Attempt(
      turn: try value.optional("turn", ReportValue.count),
      number: try value.required("number", ReportValue.count),
      result: try result(value, assertions: assertions.filter { !$0.holds }),
      startedAt: try value.required("startedAt", ReportValue.moment),
      duration: try value.required("duration", ReportValue.seconds),
      exchange: try value.optional("exchange") { (value) throws(ReportFault) in
        try ExchangeDecoder.exchange(value)
      },
      assertions: assertions,
      assertionCount: try value.required("assertionCount", ReportValue.count),
      operation: try value.optional("operation", ReportValue.text)
    )
  }

  private mutating func result(
    _ value: JSONValue,
    assertions: [AssertionOutcome]
  ) throws(ReportFault) -> StepResult {
    switch try value.required("result", ReportValue.text) {
    case "passed": return .passed
    case "failed": return .failed(assertions)
    case "errored":
      return .errored(
        try value.required("fault") { (value) throws(ReportFault) in
          try fault(value, outcomes: assertions)
        }
      )
    case "skipped":
      return .skipped(reason: try value.optional("reason", ReportValue.text) ?? "")
    case let other:
      throw ReportValue.unexpected(.string(other), "passed, failed, errored or skipped")
        .below("result")
    }
  }

  private mutating func fault(
    _ value: JSONValue,
    outcomes: [AssertionOutcome]
  ) throws(ReportFault) -> StepFault {
    let kind = StepFault.Kind(rawValue: try value.required("kind", ReportValue.text))
    return StepFault(
      kind,
      try value.required("message", ReportValue.text),
      at: try optionalPlace("place", of: value),
      hint: try value.optional("hint", ReportValue.text),
      outcomes: kind == .setup ? outcomes : []
    )
  }

  private mutating func assertions(
    of value: JSONValue
  ) throws(ReportFault) -> [AssertionOutcome] {
    try value.list("assertions") { (value) throws(ReportFault) in try assertion(value) }
  }

  private mutating func assertion(_ value: JSONValue) throws(ReportFault) -> AssertionOutcome {
    let reason = try value.optional("reason", ReportValue.text) ?? ""
    let verdict: AssertionOutcome.Verdict
    switch try value.required("verdict", ReportValue.text) {
    case "holds": verdict = .holds
    case "fails": verdict = .fails
    case "warns": verdict = .warns
    case "not evaluated": verdict = .notEvaluated(reason: reason)
    case "errored": verdict = .errored(reason: reason)
    case let other:
      throw ReportValue.unexpected(.string(other), "a verdict").below("verdict")
    }
    return AssertionOutcome(
      verdict: verdict,
      subject: try value.required("subject", ReportValue.text),
      expected: try value.required("expected", ReportValue.text),
      actual: try value.optional("actual", ReportValue.text),
      message: try value.optional("message", ReportValue.text) ?? "",
      range: try optionalPlace("place", of: value),
      differences: try value.list("differences") { (value) throws(ReportFault) in
        Difference(
          path: try value.required("path", ReportValue.text),
          expected: try value.required("expected", ReportValue.text),
          actual: try value.required("actual", ReportValue.text)
        )
      },
      excerpt: try value.optional("excerpt", ReportValue.text),
      parts: try value.list("parts") { (value) throws(ReportFault) in
        AssertionOutcome.Part(
          text: try value.required("text", ReportValue.text),
          offset: min(try value.required("offset", ReportValue.count), 100_000),
          value: try value.required("value", ReportValue.text)
        )
      },
      isOfContract: try value.optional("isOfContract", ReportValue.flag) ?? false,
      documentRange: try optionalPlace("documentPlace", of: value)
    )
  }
}
