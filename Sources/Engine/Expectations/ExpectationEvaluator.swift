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

  /// What was found so far.
  var evaluation = Evaluation()

  /// Evaluates every assertion.
  func evaluate() -> Evaluation {
    let isStatusAcceptable =
      attempt(at: expectation.status.range) { () throws(StepFault) -> Bool in
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
        note(outcome)
        return outcome.holds
      } ?? false
    let isTypeAcceptable = checkContentType()
    evaluation.canCapture = isStatusAcceptable
    evaluation.canCaptureBody = isStatusAcceptable && isTypeAcceptable
    guard let takesCaptures else {
      evaluateRest(isStatusAcceptable, isTypeAcceptable)
      return evaluation
    }
    (scope, missingCaptures) = takesCaptures(evaluation)
    // A secret may have been captured.
    scope.context.mask.redacting {
      evaluateRest(isStatusAcceptable, isTypeAcceptable)
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
    _ isStatusAcceptable: Bool,
    _ isTypeAcceptable: Bool
  ) {
    _ = response.takeTextFailure()
    let headers = expectation.headers.fields(in: scope) { fault, range in
      note(fault, at: range)
    }
    check(
      headers,
      prefix: "header ",
      detail: { response.namesOfFields(insteadOf: $0) },
      subject: { .texts(response.response.headers.values($0)) }
    )
    for cookie in expectation.cookies { check(cookie) }
    check(expectation.measures, prefix: "") { response.measure($0) }
    for hop in expectation.hops { check(hop) }
    check(
      expectation.certificate,
      prefix: "certificate ",
      detail: { _ in response.missingCertificate },
      subject: { response.certificate($0) }
    )
    guard isStatusAcceptable, isTypeAcceptable else {
      let reason =
        isStatusAcceptable
        ? "the content type is not acceptable" : "the status is not acceptable"
      skipBody(reason)
      return
    }
    checkBody()
  }

  private func checkContentType() -> Bool {
    let fields = response.response.headers.values("Content-Type")
    if let prepared = expectation.contentType {
      return attempt(at: prepared.range) { () throws(StepFault) -> Bool in
        let matcher = try prepared.value(in: scope)
        let (isAcceptable, type) = judge(fields, matcher)
        guard !isAcceptable || recordsAll else {
          evaluation.count += 1
          return true
        }
        note(matcher.outcome(of: type, at: prepared.range, excerpt: start))
        return isAcceptable
      } ?? false
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
        )
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

  private func checkBody() {
    for document in expectation.documents { check(document) }
    if let first = expectation.image.first { checkImage(first) }
    if let prepared = expectation.text {
      let text = decoded("text", at: prepared.range ?? expectation.range, try response.text())
      if let text { check(prepared, named: "text", .text(text), excerpt: start) }
    }
    for prepared in expectation.bytes {
      attempt(at: prepared.range) { () throws(StepFault) in
        let assertion = try prepared.value(in: scope)
        if case .failure(let failure)? = response.coded?.decoded {
          return noteUndecodable("bytes", failure, at: prepared.range)
        }
        var outcome =
          response.facts.map(assertion.outcome(of:)) ?? assertion.outcome(of: response.body)
        // Text where other bytes are expected is mostly a page that reports an error.
        if !outcome.holds, !response.shownStart.prefix(512).contains(0) { outcome.excerpt = start }
        note(outcome)
      }
    }
    guard !expectation.that.isEmpty else { return }
    let taker = CaptureTaker(captures: [], scope: scope, response: response, allowsNothing: true)
    for assertion in expectation.that {
      switch assertion {
      case .condition(let condition): check(condition)
      case .query(let query, let matcher): check(query, by: taker, matcher)
      }
    }
  }

  /// Looks at a body as its format decodes it: queries first, then the whole document.
  private func check(_ document: PlannedExpectation.Document) {
    let (format, namespaces) = (document.format, document.namespaces)
    let body = decoded(
      format.name,
      at: document.range,
      try response.decoded(as: format, document.options)
    )
    guard let body else { return }
    for planned in document.queries {
      attempt(at: planned.query.template.range) { () throws(StepFault) in
        let query = try planned.query.value(in: scope)
        let subject = try StepFault.ofQuery(
          at: planned.query.template.range,
          query.subject(in: body, of: format, namespaces: namespaces)
        )
        try check(
          planned.matcher,
          subject: subject,
          named: { planned.query.text(in: scope) },
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
        check(prepared, named: format.name, subject, excerpt: start)
      }
    case .markup(let markup):
      for prepared in document.wholeMarkup {
        attempt(at: prepared.range) { () throws(StepFault) in
          let assertion = try prepared.value(in: scope)
          let outcome = try StepFault.ofQuery(
            at: prepared.range,
            assertion.outcome(of: markup, named: format.name, excerpt: start)
          )
          note(outcome)
        }
      }
    }
  }

  private func checkImage(_ first: PlannedExpectation.Field) {
    let image = decoded("image", at: first.name.range, try response.image())
    if let image { check(expectation.image, prefix: "image ") { image.property($0) } }
  }

  /// Takes something from the response; notes that it is not what it should be.
  private func decoded<Value>(
    _ kind: String,
    at range: SourceRange?,
    _ body: @autoclosure () throws(ResponseContext.DecodingFailure) -> Value
  ) -> Value? {
    do throws(ResponseContext.DecodingFailure) {
      return try body()
    } catch {
      noteUndecodable(kind, error, at: range)
      return nil
    }
  }

  private func check(_ cookie: PlannedExpectation.Cookie) {
    attempt(at: cookie.name.range) { () throws(StepFault) in
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
          named: { "cookie \(name) deleted" }
        )
      }
      let detail = isDeleted ? "the response deletes it: write `deleted: true`" : nil
      if let matcher = cookie.matcher {
        try check(
          matcher,
          subject: .text(found?.value),
          named: { "cookie \(name)" },
          detail: { detail }
        )
      }
      // Of what deletes a cookie the attributes say which one that is.
      let shown = looksAtDeletion && isDeleted ? change : found
      check(
        cookie.attributes,
        prefix: "cookie \(name) ",
        detail: { _ in looksAtDeletion ? nil : detail }
      ) { attribute in
        guard let shown else { return .text(nil) }
        return response.subject(ofAttribute: attribute, of: shown)
      }
    }
  }

  private func check(_ hop: PlannedExpectation.Query<JSONQuery>) {
    attempt(at: hop.query.template.range) { () throws(StepFault) in
      let query = try hop.query.value(in: scope)
      let redirects = response.redirects
      let range = hop.query.template.range
      let subject = try StepFault.ofQuery(at: range, query.subject(in: redirects))
      try check(
        hop.matcher,
        subject: subject,
        named: { "redirects \(query.text)" },
        detail: { query.missDetail(in: redirects) }
      )
    }
  }

  private func check(_ expression: Expression) {
    attempt(at: expression.range) { () throws(StepFault) in
      note(try expression.outcome(in: scope))
    }
  }

  /// Looks at what a query of `that` finds.
  private func check(
    _ query: PlannedCapture,
    by taker: CaptureTaker,
    _ matcher: Prepared<any Matcher>
  ) {
    attempt(at: matcher.range) { () throws(StepFault) in
      try check(
        matcher,
        subject: try taker.subject(foundBy: query),
        named: { query.capture.name.value },
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
