import Assertions
import Diagnostics
import Documents
import Encodings
import HTTPMessages
import RunEvents
import Scenarios

/// How one assertion is judged and noted.
extension ExpectationEvaluator {
  /// Judges a subject and notes the outcome, text made only when it is needed.
  func check(
    _ prepared: Prepared<any Matcher>,
    subject: Subject,
    named name: () -> String,
    detail: () -> String? = { nil },
    excerpt: () -> String? = { nil }
  ) throws(StepFault) {
    let matcher = try prepared.value(in: scope)
    evaluation.count += 1
    guard matcher.judge(subject) != .holds else {
      if recordsAll {
        evaluation.outcomes.append(
          AssertionOutcome(
            verdict: .holds,
            subject: matcher.name(of: name()),
            expected: matcher.expectation,
            range: prepared.range
          )
        )
      }
      return
    }
    let failure = matcher.failure(of: subject)
    var outcome = AssertionOutcome(failure, of: matcher.name(of: name()), at: prepared.range)
    // Each looks through the whole body: where thousands do not hold, the first ones are explained.
    let isExplained =
      evaluation.outcomes.count < Self.explainedLimit
      && evaluation.searchedBytes <= Self.searchLimit
    if isExplained { evaluation.searchedBytes += response.body.count }
    if isExplained, subject.isNothing, let detail = detail() { outcome.message += "; \(detail)" }
    outcome.excerpt = isExplained ? excerpt() : nil
    evaluation.outcomes.append(outcome)
  }

  /// How many assertions of a step are recorded before failures are reported without an excerpt.
  private static var explainedLimit: Int { 1_000 }
  /// How many bytes of bodies are searched for excerpts of a step, the first search excepted.
  private static var searchLimit: Int { 64 << 20 }

  /// Judges one subject with a known name.
  func check(
    _ prepared: Prepared<any Matcher>,
    named name: String,
    _ subject: Subject,
    excerpt: @autoclosure () -> String? = nil
  ) {
    attempt(at: prepared.range) { () throws(StepFault) in
      try check(
        prepared,
        subject: subject,
        named: { name },
        excerpt: { excerpt() }
      )
    }
  }

  /// Judges a field after the other.
  ///
  /// - Parameters:
  ///   - fields: names and matchers.
  ///   - prefix: what stands before the name in messages.
  ///   - detail: what to say beside about a name that stands for nothing.
  ///   - subject: what a name stands for.
  func check(
    _ fields: [PlannedExpectation.Field],
    prefix: String,
    detail: (String) -> String? = { _ in nil },
    subject: (String) -> Subject
  ) {
    for field in fields {
      attempt(at: field.name.range) { () throws(StepFault) in
        let name = try scope.evaluate(field.name)
        try check(
          field.matcher,
          subject: subject(name),
          named: { prefix + name },
          detail: { detail(name) }
        )
      }
    }
  }

  /// Notes an outcome that was made elsewhere.
  func note(_ outcome: AssertionOutcome) {
    evaluation.count += 1
    if recordsAll || !outcome.holds {
      evaluation.outcomes.append(outcome)
    }
  }

  /// Does something that may show that an assertion has no meaning, which keeps no other from being evaluated.
  ///
  /// - Returns: what the work says; `nil` when there was a fault.
  @discardableResult
  func attempt<Value>(
    at range: @autoclosure () -> SourceRange?,
    _ work: () throws(StepFault) -> Value
  ) -> Value? {
    _ = response.takeTextFailure()
    do throws(StepFault) {
      return try work()
    } catch {
      note(error, at: range())
      return nil
    }
  }

  func note(_ fault: StepFault, at range: SourceRange?) {
    // The service answered with text that is none: that is its failure and no mistake of the file.
    if let failure = response.takeTextFailure() {
      noteUndecodable("text", failure, at: fault.range ?? range)
      return
    }
    var fault = fault
    fault.range = fault.range ?? range
    if let name = fault.missingName, let reason = missingCaptures[name] {
      evaluation.outcomes.append(
        AssertionOutcome(
          verdict: .notEvaluated(reason: reason),
          subject: fault.range?.text ?? "",
          expected: "",
          message: "not evaluated: \(reason)",
          range: fault.range
        )
      )
      return
    }
    evaluation.count += 1
    // The service answered: an answer without what an expression needs is a verdict.
    let isVerdict = fault.kind == .response
    if !isVerdict { evaluation.fault = evaluation.fault ?? fault }
    evaluation.outcomes.append(
      AssertionOutcome(
        verdict: isVerdict ? .fails : .errored(reason: fault.message),
        subject: fault.range?.text ?? "",
        expected: isVerdict ? "a value" : "",
        actual: isVerdict ? "nothing" : nil,
        message: fault.messageWithHint,
        range: fault.range
      )
    )
  }

  /// Notes that a body is not what it should be.
  func noteUndecodable(
    _ kind: String,
    _ failure: ResponseContext.DecodingFailure,
    at range: SourceRange?
  ) {
    guard !failure.isLimit else {
      note(StepFault(.decoding, failure.message), at: range)
      return
    }
    evaluation.count += 1
    evaluation.canCaptureBody = false
    evaluation.outcomes.append(
      AssertionOutcome(
        verdict: .fails,
        subject: kind,
        expected: AssertionOutcome.decodableBody,
        actual: failure.message,
        message: failure.message,
        range: range,
        excerpt: BodyExcerpt.start(
          of: response.body,
          contentType: response.response.mimeType
        )
      )
    )
  }

  /// Notes that assertions on the body were not looked at.
  func skipBody(_ reason: String) {
    guard expectation.looksAtBody else { return }
    let range =
      expectation.documents.first?.range ?? expectation.image.first?.name.range ?? expectation.text?
      .range
      ?? expectation.bytes.first?.range ?? expectation.that.first?.range
    evaluation.outcomes.append(
      AssertionOutcome(
        verdict: .notEvaluated(reason: reason),
        subject: "body",
        expected: "",
        message: "assertions on the body were not evaluated: \(reason)",
        range: range
      )
    )
  }
}

extension Subject {
  /// Whether there is no value and no node.
  fileprivate var isNothing: Bool {
    switch content {
    case .absent: true
    case .nodes(let nodes): nodes.isEmpty
    case .single: false
    }
  }
}

extension StepFault {
  /// What happened and what to do about it, in one line.
  var messageWithHint: String { hint.map { "\(message); \($0)" } ?? message }
}
