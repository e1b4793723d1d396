import Assertions
import Documents
import Encodings
import RunEvents

extension ReportJSON {
  /// `StepReport`.
  static func step(_ report: StepReport) -> JSONValue {
    let captures = JSONValue.objects(report.captures) {
      [("name", .string($0.name)), ("value", .string($0.value))]
    }
    return JSONValue.members([
      ("index", .int(report.step.index)),
      ("phase", .string(report.step.phase.rawValue)),
      ("name", .string(report.step.name)),
      ("writtenName", .text(report.step.writtenName)),
      ("action", .string(report.step.action.word)),
      ("place", place(report.step.range)),
    ])
    .adding(result(report.result))
    .adding([
      ("startedAt", .string(DateText.iso8601(report.startedAt))),
      ("duration", .seconds(report.duration)),
      ("attemptCount", .int(report.attemptCount)),
      ("attempts", .array(report.attempts.map(attempt))),
      ("captures", captures),
      ("logs", .array(report.logs.map(JSONValue.string))),
    ])
  }

  private static func attempt(_ attempt: StepReport.Attempt) -> JSONValue {
    JSONValue.members([
      ("turn", attempt.turn.map(JSONValue.int)),
      ("number", .int(attempt.number)),
    ])
    .adding(result(attempt.result, withAssertions: false))
    .adding([
      ("startedAt", .string(DateText.iso8601(attempt.startedAt))),
      ("duration", .seconds(attempt.duration)),
      ("operation", .text(attempt.operation)),
      ("exchange", attempt.exchange.map { exchange($0) }),
      ("assertionCount", .int(attempt.assertionCount)),
      ("assertions", .array(attempt.shownAssertions.map(outcome))),
    ])
  }

  private static func result(
    _ result: StepResult,
    withAssertions: Bool = true
  ) -> [(String, JSONValue?)] {
    switch result {
    case .passed: [("result", "passed")]
    case .failed(let outcomes):
      [
        ("result", "failed"),
        ("assertions", withAssertions ? .array(outcomes.map(outcome)) : nil),
      ]
    case .errored(let fault):
      [
        ("result", "errored"),
        (
          "fault",
          .members([
            ("kind", .string(fault.kind.rawValue)),
            ("message", .string(fault.message)),
            ("place", fault.range.map(place)),
            ("hint", .text(fault.hint)),
          ])
        ),
        (
          "assertions",
          fault.outcomes.isEmpty ? nil : .array(fault.outcomes.map(outcome))
        ),
      ]
    case .skipped(let reason): [("result", "skipped"), ("reason", .string(reason))]
    }
  }

  private static func outcome(_ outcome: AssertionOutcome) -> JSONValue {
    let (verdict, reason): (String, String?) =
      switch outcome.verdict {
      case .holds: ("holds", nil)
      case .fails: ("fails", nil)
      case .warns: ("warns", nil)
      case .notEvaluated(let reason): ("not evaluated", reason)
      case .errored(let reason): ("errored", reason)
      }
    let differences = JSONValue.objects(outcome.differences) {
      [
        ("path", .string($0.path)), ("expected", .string($0.expected)),
        ("actual", .string($0.actual)),
      ]
    }
    let parts = JSONValue.objects(outcome.parts) {
      [("text", .string($0.text)), ("offset", .int($0.offset)), ("value", .string($0.value))]
    }
    return .members([
      ("verdict", .string(verdict)),
      ("reason", .text(reason)),
      ("subject", .string(outcome.subject)),
      ("expected", .string(outcome.expected)),
      ("actual", .text(outcome.actual)),
      ("message", outcome.message.isEmpty ? nil : .string(outcome.message)),
      ("isOfContract", outcome.isOfContract ? true : nil),
      ("place", outcome.range.map(place)),
      ("documentPlace", outcome.documentRange.map(place)),
      ("excerpt", .text(outcome.excerpt)),
      // A bare nil beside a value would be the value null.
      ("differences", outcome.differences.isEmpty ? JSONValue?.none : differences),
      ("parts", outcome.parts.isEmpty ? JSONValue?.none : parts),
    ])
  }

  private static func exchange(_ exchange: Exchange, isRedirect: Bool = false) -> JSONValue {
    // A redirect carries none of its own, whatever it says: the depth is one.
    let redirects = isRedirect ? [] : exchange.redirects.map { self.exchange($0, isRedirect: true) }
    return .members([
      (
        "request",
        .members([
          ("method", .string(exchange.request.method)),
          ("url", .string(exchange.request.url)),
          ("fields", fields(exchange.request.fields)),
          ("body", exchange.request.body.map(body)),
        ])
      ),
      ("response", exchange.response.map(response)),
      ("isHeadCut", exchange.isHeadCut ? true : nil),
      ("timings", timings(exchange.timings)),
      ("address", .text(exchange.address)),
      ("redirects", redirects.isEmpty ? nil : .array(redirects)),
      ("curl", .text(exchange.curl)),
    ])
  }

  private static func response(_ response: Exchange.Response) -> JSONValue {
    .members([
      ("status", .int(response.status)),
      ("reason", .string(response.reason)),
      ("version", .string(response.version)),
      ("fields", fields(response.fields)),
      ("body", body(response.body)),
    ])
  }

  private static func fields(_ fields: [Exchange.Field]) -> JSONValue {
    .array(fields.map { .array([.string($0.name), .string($0.value)]) })
  }

  private static func body(_ body: Exchange.Body) -> JSONValue {
    let text = String(validating: body.bytes, as: UTF8.self)
    return .members([
      ("text", .text(text)),
      ("base64", text == nil ? .string(Base64.encode(body.bytes)) : nil),
      ("count", body.count.map { .int(Int($0)) }),
      ("mediaType", .text(body.mediaType)),
      ("isCut", .bool(body.isCut)),
    ])
  }

  private static func timings(_ timings: Exchange.Timings) -> JSONValue {
    .members([
      ("nameLookup", .seconds(timings.nameLookup)),
      ("connect", .seconds(timings.connect)),
      ("tls", .seconds(timings.tls)),
      ("requestStart", .seconds(timings.requestStart)),
      ("responseStart", .seconds(timings.responseStart)),
      ("total", .seconds(timings.total)),
      ("reusedConnection", .bool(timings.reusedConnection)),
    ])
  }
}

extension StepReport.Attempt {
  /// The assertions, and those of the result that are not among them.
  fileprivate var shownAssertions: [AssertionOutcome] {
    guard case .failed(let outcomes) = result else { return assertions }
    if assertions.isEmpty { return outcomes }
    let known = Set(assertions)
    return assertions + outcomes.filter { !known.contains($0) }
  }
}
