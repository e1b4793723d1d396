import Assertions
import Diagnostics
import Documents
import HTTPMessages
import RunEvents
import Scenarios

/// What had arrived of a response before its transfer failed, and what is expected of it beside `error`.
struct CutAnswer {
  let expectation: PlannedExpectation
  /// The head, if one came whole.
  let head: SessionResponse?
  /// How long it took until the transfer failed.
  let milliseconds: JSONNumber
  let scope: StepScope

  /// Evaluates `status`, `headers` and `time`.
  ///
  /// What never came is expected in vain.
  ///
  /// - Returns: an outcome for each, and the first fault of an assertion without a meaning.
  func evaluate() -> (outcomes: [AssertionOutcome], fault: StepFault?) {
    var (outcomes, fault): ([AssertionOutcome], StepFault?) = ([], nil)
    func note(_ make: () throws(StepFault) -> AssertionOutcome) {
      do throws(StepFault) {
        outcomes.append(try make())
      } catch {
        fault = fault ?? error
      }
    }
    // Without `status` nothing is said about it: the status of a transfer that fails is seldom known.
    if expectation.status.template != nil {
      note { () throws(StepFault) in try statusOutcome() }
    }
    let headers = expectation.headers.fields(in: scope) { error, _ in fault = fault ?? error }
    for field in headers {
      note { () throws(StepFault) in
        let name = try scope.evaluate(field.name)
        let (matcher, range) = (try field.matcher.value(in: scope), field.matcher.range)
        let subject = "header \(name)"
        guard let head else {
          let expected = matcher.expectation
          return .outOfReach(matcher.name(of: subject), expected: expected, at: range)
        }
        return matcher.outcome(of: .texts(head.headers.values(name)), named: subject, at: range)
      }
    }
    for field in expectation.measures where field.name.constant == "time" {
      note { () throws(StepFault) in
        let subject = Subject.measure(.number(milliseconds), unit: "ms")
        let matcher = try field.matcher.value(in: scope)
        return matcher.outcome(of: subject, named: "time", at: field.matcher.range)
      }
    }
    return (outcomes, fault)
  }

  private func statusOutcome() throws(StepFault) -> AssertionOutcome {
    let matcher = try expectation.status.value(in: scope)
    guard let head else {
      return .outOfReach("status", expected: matcher.expectation, at: expectation.status.range)
    }
    return matcher.outcome(
      of: head.status,
      reason: head.reason.isEmpty ? head.statusPhrase : head.reason,
      at: expectation.status.range
    )
  }
}

extension AssertionOutcome {
  /// The outcome of what is expected of a response of which no head came.
  fileprivate static func outOfReach(
    _ subject: String,
    expected: String,
    at range: SourceRange?
  ) -> AssertionOutcome {
    AssertionOutcome(
      verdict: .fails,
      subject: subject,
      expected: expected,
      actual: "no response",
      message: "expected \(expected), got no response",
      range: range
    )
  }
}
