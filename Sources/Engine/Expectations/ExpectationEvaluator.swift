import Assertions
import Diagnostics
import Documents
import HTTPMessages
import RunEvents
import Scenarios

/// Looks at a response: every assertion of a step, in the order of the reports.
///
/// Status and content type come first; when one of them is not acceptable, or the body cannot be decoded, assertions on the body are not evaluated and say so.
/// Nothing is built for an assertion that holds unless all are to be recorded. An object, for what is done with each assertion refers to it.
final class ExpectationEvaluator {
  let planned: PlannedRequest
  let response: ResponseContext
  private(set) var scope: StepScope
  /// Whether assertions that hold are recorded too.
  let recordsAll: Bool
  /// Whether redirects were to be followed.
  private let followsRedirects: Bool

  /// Takes what the step captures, when an expectation uses it: gives the scope that has it, and why names have no value.
  typealias CaptureTaking = (Evaluation) -> (scope: StepScope, missing: [String: String])
  private let takesCaptures: CaptureTaking?
  /// The captured names without a value, and why they have none.
  private(set) var missingCaptures: [String: String] = [:]

  init(
    planned: PlannedRequest,
    response: ResponseContext,
    scope: StepScope,
    recordsAll: Bool,
    followsRedirects: Bool,
    takesCaptures: CaptureTaking? = nil
  ) {
    self.followsRedirects = followsRedirects
    self.takesCaptures = takesCaptures
    self.planned = planned
    self.response = response
    self.scope = scope
    self.recordsAll = recordsAll
  }

  // By reference, for a copy would count every value of the step up and down again.
  var expectation: PlannedExpectation { planned.expectation }

  /// The results of the assertions of a step.
  struct Evaluation {
    /// Those that do not hold, and all others when they are recorded.
    var outcomes: [AssertionOutcome] = []
    /// How many were evaluated.
    var count = 0
    /// How many bytes of bodies were searched for excerpts.
    var searchedBytes = 0
    /// Why an assertion could not be made, if one could not.
    var fault: StepFault?
    /// Whether anything is captured: not from a response whose status is not acceptable.
    var canCapture = true
    /// Whether what needs the body is captured: not from one that is not acceptable or that an expectation could not decode.
    var canCaptureBody = true

    /// Those that do not hold, without those that only warn.
    var failures: [AssertionOutcome] { outcomes.filter { !$0.isAcceptable } }
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
      var outcome = matcher.outcome(
        of: status,
        reason: response.reason,
        at: expectation.status.range ?? planned.request.method.range,
        excerpt: start
      )
      if !outcome.holds, let target = unfollowedTarget {
        outcome.message += " to \(target) (follow-redirects is off)"
      }
      // A proxy may come from the environment, which no file shows.
      if !outcome.holds, status == 407 { outcome.message += "; \(StepFault.proxyLoginHint)" }
      note(outcome, &evaluation)
      return outcome.holds
    }
    let isTypeAcceptable = checkContentType(&evaluation)
    evaluation.canCapture = isStatusAcceptable
    evaluation.canCaptureBody = isStatusAcceptable && isTypeAcceptable
    guard let takesCaptures else {
      evaluateRest(&evaluation, isStatusAcceptable, isTypeAcceptable)
      return evaluation
    }
    (scope, missingCaptures) = takesCaptures(evaluation)
    // A secret may have been captured.
    scope.context.mask.redacting {
      evaluateRest(&evaluation, isStatusAcceptable, isTypeAcceptable)
    }
    return evaluation
  }

  /// Where a redirect leads that is not followed.
  private var unfollowedTarget: String? {
    guard !followsRedirects, (300..<400).contains(response.response.status) else { return nil }
    return response.response.headers["Location"].map { ValueText.quoted($0) }
  }

  /// Evaluates all but status and content type.
  private func evaluateRest(
    _ evaluation: inout Evaluation,
    _ isStatusAcceptable: Bool,
    _ isTypeAcceptable: Bool
  ) {
    _ = response.takeTextFailure()
    let headers = expectation.headers.fields(in: scope) { fault, range in
      note(fault, &evaluation, at: range)
    }
    check(
      headers,
      &evaluation,
      prefix: "header ",
      detail: { response.namesOfFields(insteadOf: $0) },
      subject: { .texts(response.response.headers.values($0)) }
    )
    for cookie in expectation.cookies { check(cookie, &evaluation) }
    check(expectation.measures, &evaluation, prefix: "") { response.measure($0) }
    for hop in expectation.hops { check(hop, &evaluation) }
    checkCertificate(&evaluation)
    guard isStatusAcceptable, isTypeAcceptable else {
      let reason =
        isStatusAcceptable
        ? "the content type is not acceptable" : "the status is not acceptable"
      skipBody(reason, &evaluation)
      return
    }
    checkBody(&evaluation)
  }

  private func checkContentType(_ evaluation: inout Evaluation) -> Bool {
    let fields = response.response.headers.values("Content-Type")
    if let prepared = expectation.contentType {
      return verdict(&evaluation, at: prepared.range) {
        (evaluation: inout Evaluation) throws(StepFault) -> Bool in
        let matcher = try prepared.value(in: scope)
        let (isAcceptable, type) = judge(fields, matcher)
        guard !isAcceptable || recordsAll else {
          evaluation.count += 1
          return true
        }
        note(matcher.outcome(of: type, at: prepared.range, excerpt: start), &evaluation)
        return isAcceptable
      }
    }
    for matcher in expectation.decodingTypes {
      let (isAcceptable, type) = judge(fields, matcher)
      guard !isAcceptable else { continue }
      note(
        matcher.outcome(
          of: type,
          at: expectation.documents.first?.range ?? expectation.image.first?.name.range,
          advice: "content-type: any takes every type",
          excerpt: start
        ),
        &evaluation
      )
      return false
    }
    return true
  }

  /// Judges fields called Content-Type: of several, each must be acceptable, since nobody can say which of them counts.
  ///
  /// - Returns: whether they are acceptable, and the one to show.
  private func judge(
    _ fields: [String],
    _ matcher: MediaTypeMatcher
  ) -> (isAcceptable: Bool, shown: String?) {
    guard let first = fields.first else { return (matcher.accepts(nil), nil) }
    let refused = fields.first { !matcher.accepts($0) }
    return (refused == nil, refused ?? first)
  }

  private func checkBody(_ evaluation: inout Evaluation) {
    for document in expectation.documents { check(document, &evaluation) }
    if !expectation.image.isEmpty { checkImage(&evaluation) }
    if let prepared = expectation.text {
      do throws(ResponseContext.DecodingFailure) {
        check(prepared, named: "text", .text(try response.text()), &evaluation, excerpt: start)
      } catch {
        noteUndecodable("text", error, at: prepared.range ?? expectation.range, &evaluation)
      }
    }
    for prepared in expectation.bytes {
      attempt(&evaluation, at: prepared.range) {
        (evaluation: inout Evaluation) throws(StepFault) in
        let assertion = try prepared.value(in: scope)
        if case .failure(let failure)? = response.coded?.decoded {
          return noteUndecodable("bytes", failure, at: prepared.range, &evaluation)
        }
        var outcome =
          response.facts.map(assertion.outcome(of:)) ?? assertion.outcome(of: response.body)
        // Text where other bytes are expected is mostly a page that reports an error.
        if !outcome.holds, !response.shownStart.prefix(512).contains(0) { outcome.excerpt = start }
        note(outcome, &evaluation)
      }
    }
    guard !expectation.that.isEmpty else { return }
    let taker = CaptureTaker(captures: [], scope: scope, response: response, allowsNothing: true)
    for assertion in expectation.that {
      switch assertion {
      case .condition(let condition): check(condition, &evaluation)
      case .query(let query, let matcher): check(query, by: taker, matcher, &evaluation)
      }
    }
  }

  /// Looks at a body as its format decodes it: queries first, then the whole document.
  private func check(_ document: PlannedExpectation.Document, _ evaluation: inout Evaluation) {
    let (format, namespaces) = (document.format, document.namespaces)
    let body: DecodedBody
    do throws(ResponseContext.DecodingFailure) {
      body = try response.decoded(as: format, document.options)
    } catch {
      noteUndecodable(format.name, error, at: document.range, &evaluation)
      return
    }
    for planned in document.queries {
      attempt(&evaluation, at: planned.query.template.range) {
        (evaluation: inout Evaluation) throws(StepFault) in
        let query = try planned.query.value(in: scope)
        let subject = try StepFault.ofQuery(
          at: planned.query.template.range,
          query.subject(in: body, of: format, namespaces: namespaces)
        )
        try check(
          planned.matcher,
          subject: subject,
          named: { planned.query.text(in: scope) },
          &evaluation,
          detail: { query.missDetail(in: body, namespaces: namespaces) },
          excerpt: {
            query.excerpt(of: body, as: format, from: response.source(document.options)) ?? start
          }
        )
      }
    }
    switch body.content {
    case .tree(let value):
      let subject = Subject(.single(value), nature: format.holdsTexts ? .texts : .json)
      for prepared in document.whole {
        check(prepared, named: format.name, subject, &evaluation, excerpt: start)
      }
    case .markup(let markup):
      for prepared in document.wholeMarkup {
        attempt(&evaluation, at: prepared.range) {
          (evaluation: inout Evaluation) throws(StepFault) in
          let assertion = try prepared.value(in: scope)
          let outcome = try StepFault.ofQuery(
            at: prepared.range,
            assertion.outcome(of: markup, named: format.name, excerpt: start)
          )
          note(outcome, &evaluation)
        }
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
    check(expectation.image, &evaluation, prefix: "image ") { image.property($0) }
  }

  private func check(_ cookie: PlannedExpectation.Cookie, _ evaluation: inout Evaluation) {
    attempt(&evaluation, at: cookie.name.range) {
      (evaluation: inout Evaluation) throws(StepFault) in
      let name = try scope.evaluate(cookie.name)
      let change = response.cookieChanges.last { $0.name == name }
      let isDeleted = change.map(response.isDeletion) ?? false
      let found = isDeleted ? nil : change
      var looksAtDeletion = false
      if let deleted = cookie.deleted {
        let matcher = try deleted.value(in: scope)
        looksAtDeletion = matcher.judge(.measure(true)) == .holds
        try check(
          deleted,
          subject: .measure(.bool(isDeleted)),
          named: { "cookie \(name) deleted" },
          &evaluation
        )
      }
      let detail = isDeleted ? "the response deletes it: write `deleted: true`" : nil
      if let matcher = cookie.matcher {
        try check(
          matcher,
          subject: .text(found?.value),
          named: { "cookie \(name)" },
          &evaluation,
          detail: { detail }
        )
      }
      // Of what deletes a cookie the attributes say which one that is.
      let shown = looksAtDeletion && isDeleted ? change : found
      check(
        cookie.attributes,
        &evaluation,
        prefix: "cookie \(name) ",
        detail: { _ in looksAtDeletion ? nil : detail }
      ) { attribute in
        guard let shown else { return .text(nil) }
        return response.subject(ofAttribute: attribute, of: shown)
      }
    }
  }

  private func check(_ hop: PlannedExpectation.Hop, _ evaluation: inout Evaluation) {
    attempt(&evaluation, at: hop.query.template.range) {
      (evaluation: inout Evaluation) throws(StepFault) in
      let query = try hop.query.value(in: scope)
      let redirects = response.redirects
      let range = hop.query.template.range
      let subject = try StepFault.ofQuery(at: range, query.subject(in: redirects))
      try check(
        hop.matcher,
        subject: subject,
        named: { "redirects \(query.text)" },
        &evaluation,
        detail: { query.missDetail(in: redirects) }
      )
    }
  }

  private func check(_ expression: Expression, _ evaluation: inout Evaluation) {
    attempt(&evaluation, at: expression.range) {
      (evaluation: inout Evaluation) throws(StepFault) in
      note(try expression.outcome(in: scope), &evaluation)
    }
  }

  /// Looks at what a query of `that` finds.
  private func check(
    _ query: PlannedCapture,
    by taker: CaptureTaker,
    _ matcher: Prepared<any Matcher>,
    _ evaluation: inout Evaluation
  ) {
    attempt(&evaluation, at: matcher.range) { (evaluation: inout Evaluation) throws(StepFault) in
      try check(
        matcher,
        subject: try taker.subject(foundBy: query),
        named: { query.capture.name.value },
        &evaluation,
        detail: { bodyQuery(of: query)?.missDetail() },
        excerpt: { query.canDoWithoutBody ? nil : bodyQuery(of: query)?.excerpt() ?? start }
      )
    }
  }

  /// What explains why a query of `that` finds nothing, or something else, in a body that can be decoded.
  private func bodyQuery(
    of planned: PlannedCapture
  ) -> (missDetail: () -> String?, excerpt: () -> String?)? {
    guard case .body(let format, let options, let text, let namespaces) = planned.query,
      let query = try? text.value(in: scope),
      let body = try? response.decoded(as: format, options)
    else { return nil }
    return (
      { query.missDetail(in: body, namespaces: namespaces) },
      { query.excerpt(of: body, as: format, from: self.response.source(options)) }
    )
  }

  /// The start of the body, for a message.
  var start: String {
    BodyExcerpt.start(
      of: response.shownStart,
      count: response.bodyCount,
      contentType: response.response.mimeType
    )
  }
}

extension Expression {
  /// Whether it is true, as an assertion.
  ///
  /// - Parameter scope: what its names stand for.
  /// - Returns: the outcome, with the values of its parts where it is not true.
  /// - Throws: why it is neither true nor false, unless the response lacks what it needs: that is a verdict.
  func outcome(in scope: StepScope) throws(StepFault) -> AssertionOutcome {
    var (actual, message) = ("false", "expected \(source) to be true")
    do throws(StepFault) {
      guard try !scope.isTrue(self) else {
        return AssertionOutcome(verdict: .holds, subject: source, expected: "true", range: range)
      }
    } catch {
      guard error.kind == .response else { throw error }
      (actual, message) = ("nothing", error.messageWithHint)
    }
    return AssertionOutcome(
      verdict: .fails,
      subject: source,
      expected: "true",
      actual: actual,
      message: message,
      range: range,
      parts: parts(in: scope)
    )
  }

  /// The values of its parts, to be shown under it where it should have been otherwise.
  func parts(in scope: StepScope) -> [AssertionOutcome.Part] {
    explain(in: scope).map { part in
      let place = part.range.start
      return AssertionOutcome.Part(
        text: part.range.text,
        offset: place.line == range.start.line ? place.column - range.start.column : 0,
        value: part.value
      )
    }
  }
}
