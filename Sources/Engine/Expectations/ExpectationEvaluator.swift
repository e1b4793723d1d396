import Assertions
import Diagnostics
import Documents
import RunEvents
import Scenarios
import SessionCore

/// Looks at a response: every assertion of a step, in the order of the reports.
///
/// Status and content type come first; when one of them is not acceptable, or the body cannot be decoded, assertions on the body are not evaluated and say so.
/// Nothing is built for an assertion that holds unless all are to be recorded. An object, for what is done with each assertion refers to it.
final class ExpectationEvaluator {
  let planned: PlannedRequest
  let response: ResponseContext
  let scope: StepScope
  /// Whether assertions that hold are recorded too.
  let recordsAll: Bool

  init(planned: PlannedRequest, response: ResponseContext, scope: StepScope, recordsAll: Bool) {
    self.planned = planned
    self.response = response
    self.scope = scope
    self.recordsAll = recordsAll
  }

  // By reference, for a copy would count every value of the step up and down again.
  var expectation: PlannedExpectation { planned.expectation }

  /// What became of the assertions of a step.
  struct Evaluation {
    /// Those that do not hold, and all others when they are recorded.
    var outcomes: [AssertionOutcome] = []
    /// How many were evaluated.
    var count = 0
    /// How many bytes of bodies were searched for excerpts.
    var searchedBytes = 0
    /// Why an assertion could not be made, if one could not.
    var fault: StepFault?

    /// Those that do not hold.
    var failures: [AssertionOutcome] { outcomes.filter { !$0.holds } }
  }

  /// Evaluates every assertion.
  func evaluate() -> Evaluation {
    var evaluation = Evaluation()
    let isStatusAcceptable = verdict(&evaluation, at: expectation.status.range) {
      (evaluation: inout Evaluation) throws(StepFault) -> Bool in
      let matcher = try expectation.status.value(in: scope)
      let status = response.response.status
      guard !matcher.accepts(status) || recordsAll else {
        evaluation.count += 1
        return true
      }
      let outcome = matcher.outcome(
        of: status,
        reason: response.reason,
        at: expectation.status.range ?? expectation.range,
        excerpt: start
      )
      note(outcome, &evaluation)
      return outcome.holds
    }
    let isTypeAcceptable = checkContentType(&evaluation)
    check(
      expectation.headers,
      &evaluation,
      prefix: "header ",
      detail: { response.namesOfFields(insteadOf: $0) },
      subject: { .texts(response.response.headers.values($0)) }
    )
    for cookie in expectation.cookies { check(cookie, &evaluation) }
    check(expectation.measures, &evaluation, prefix: "") { measure($0) }
    checkCertificate(&evaluation)
    guard isStatusAcceptable, isTypeAcceptable else {
      let reason =
        isStatusAcceptable
        ? "the content type is not acceptable" : "the status is not acceptable"
      skipBody(reason, &evaluation)
      return evaluation
    }
    checkBody(&evaluation)
    return evaluation
  }

  private func checkContentType(_ evaluation: inout Evaluation) -> Bool {
    let header = response.response.headers["Content-Type"]
    if let prepared = expectation.contentType {
      return verdict(&evaluation, at: prepared.range) {
        (evaluation: inout Evaluation) throws(StepFault) -> Bool in
        let outcome = try prepared.value(in: scope).outcome(
          of: header,
          at: prepared.range,
          excerpt: start
        )
        note(outcome, &evaluation)
        return outcome.holds
      }
    }
    for matcher in expectation.decodingTypes where !matcher.accepts(header) {
      note(
        matcher.outcome(
          of: header,
          at: expectation.trees.first?.range ?? expectation.markup.first?.range
            ?? expectation.image.first?.name.range,
          excerpt: start
        ),
        &evaluation
      )
      return false
    }
    return true
  }

  private func checkBody(_ evaluation: inout Evaluation) {
    for tree in expectation.trees { check(tree, &evaluation) }
    for document in expectation.markup { check(document, &evaluation) }
    if !expectation.image.isEmpty { checkImage(&evaluation) }
    if let prepared = expectation.text {
      let text = response.text
      check(prepared, named: "text", .text(text), &evaluation, excerpt: start)
    }
    for prepared in expectation.bytes {
      attempt(&evaluation, at: prepared.range) {
        (evaluation: inout Evaluation) throws(StepFault) in
        let assertion = try prepared.value(in: scope)
        let outcome = response.facts.map(assertion.outcome(of:))
        note(outcome ?? assertion.outcome(of: response.body), &evaluation)
      }
    }
    for expression in expectation.that { check(expression, &evaluation) }
  }

  private func check(_ tree: PlannedExpectation.Tree, _ evaluation: inout Evaluation) {
    let document: JSONValue
    do throws(ResponseContext.DecodingFailure) {
      document = tree.kind == .json ? try response.json() : try response.propertyList()
    } catch {
      noteUndecodable(tree.kind.rawValue, error, at: tree.range, &evaluation)
      return
    }
    for query in tree.queries {
      attempt(&evaluation, at: query.query.template.range) {
        (evaluation: inout Evaluation) throws(StepFault) in
        let compiled = try query.query.value(in: scope)
        let subject: Subject
        do throws(QueryError) {
          subject = try compiled.subject(in: document)
        } catch {
          throw StepFault(.expression, error.message, at: query.query.template.range)
        }
        try check(
          query.matcher,
          subject: subject,
          named: { query.query.text(in: scope) },
          &evaluation,
          detail: { compiled.isSingular ? compiled.missDetail(in: document) : nil },
          excerpt: {
            tree.kind == .json
              ? compiled.excerpt(
                of: document,
                body: response.body,
                contentType: response.response.mimeType
              )
              : start
          }
        )
      }
    }
    for prepared in tree.whole {
      attempt(&evaluation, at: prepared.range) {
        (evaluation: inout Evaluation) throws(StepFault) in
        try check(
          prepared,
          subject: .json(document),
          named: { tree.kind.rawValue },
          &evaluation,
          excerpt: { start }
        )
      }
    }
  }

  private func checkImage(_ evaluation: inout Evaluation) {
    let image: ImageInfo
    do throws(ResponseContext.DecodingFailure) {
      image = try response.image()
    } catch {
      noteUndecodable("image", error, at: expectation.image[0].name.range, &evaluation)
      return
    }
    check(expectation.image, &evaluation, prefix: "image ") { name in
      switch name {
      case "format": .measure(.string(image.format.rawValue))
      case "width": .measure(.number(JSONNumber(image.width)), unit: "pixels")
      case "height": .measure(.number(JSONNumber(image.height)), unit: "pixels")
      case "frames": .measure(.number(JSONNumber(image.frames)))
      case _: .measure(nil)
      }
    }
  }

  private func check(_ cookie: PlannedExpectation.Cookie, _ evaluation: inout Evaluation) {
    attempt(&evaluation, at: cookie.name.range) {
      (evaluation: inout Evaluation) throws(StepFault) in
      let name = try StepRunner.evaluate(cookie.name, in: scope)
      let found = response.setCookies.last { $0.name == name }
      if let matcher = cookie.matcher {
        try check(
          matcher,
          subject: .text(found?.value),
          named: { "cookie \(name)" },
          &evaluation
        )
      }
      check(cookie.attributes, &evaluation, prefix: "cookie \(name) ") { attribute in
        guard let found else { return .text(nil) }
        return found.subject(ofAttribute: attribute)
      }
    }
  }

  private func check(_ expression: Expression, _ evaluation: inout Evaluation) {
    attempt(&evaluation, at: expression.range) {
      (evaluation: inout Evaluation) throws(StepFault) in
      guard try !StepRunner.isTrue(expression, in: scope) else {
        evaluation.count += 1
        if recordsAll {
          evaluation.outcomes.append(
            AssertionOutcome(
              verdict: .holds,
              subject: expression.source,
              expected: "true",
              range: expression.range
            )
          )
        }
        return
      }
      evaluation.count += 1
      evaluation.outcomes.append(
        AssertionOutcome(
          verdict: .fails,
          subject: expression.source,
          expected: "true",
          actual: "false",
          message: "expected \(expression.source) to be true",
          range: expression.range,
          parts: parts(of: expression)
        )
      )
    }
  }

  private func parts(of expression: Expression) -> [AssertionOutcome.Part] {
    let start = expression.range.start
    return expression.explain(in: scope).map { part in
      let place = part.range.start
      return AssertionOutcome.Part(
        text: part.range.text,
        offset: place.line == start.line ? place.column - start.column : 0,
        value: part.value
      )
    }
  }

  /// The start of the body, for a message.
  var start: String {
    BodyExcerpt.start(
      of: response.body,
      count: response.bodyCount,
      contentType: response.response.mimeType
    )
  }
}
