import Assertions
import Cryptography
import Diagnostics
import Documents
import HTTPMessages
import RunEvents
import Scenarios

/// Takes values out of a response: each whenever its query finds one, also when expectations fail.
///
/// The shape of a value depends on its query alone, never on what is found.
struct CaptureTaker {
  let captures: [PlannedCapture]
  private(set) var scope: StepScope
  /// `nil` for a step without one, which takes values of expressions alone.
  let response: ResponseContext?
  /// Whether one capture uses a name that one before it gets.
  var useEachOther = false
  /// Whether nothing is a finding too, not a reason to fail.
  var allowsNothing = false

  /// Why a value could not be taken.
  enum Failure: Error {
    /// The answer came and lacks what was to be in it: a verdict.
    case missing(AssertionOutcome)
    /// The capture itself cannot be evaluated.
    case fault(StepFault)
  }

  /// What a query finds.
  fileprivate enum Finding {
    /// Nothing.
    case nothing
    /// The value that a capture gets.
    case value(JSONValue)
    /// All that was found, which a capture gets as a list.
    case list([JSONValue])
    /// Nodes or fields, of which a capture gets one, or all as a list.
    case several([JSONValue], noun: String)
  }

  /// Takes the values that are found, so that a teardown can use them whatever else is missing.
  ///
  /// - Parameter taken: gets captures with their values, in the order of the file.
  /// - Throws: the failure of the first capture that has no value, once all others are taken.
  mutating func take(into taken: inout [(Capture, JSONValue)]) throws(Failure) {
    var first: Failure?
    for planned in captures {
      var found: JSONValue?
      do throws(StepFault) {
        let value = try value(of: planned)
        taken.append((planned.capture, value))
        found = .some(value)
      } catch {
        first = first ?? failure(of: planned.capture, error)
      }
      if useEachOther { scope = scope.with([(planned.capture.name.value, found)]) }
    }
    if let first { throw first }
  }

  /// The value that a capture gets.
  ///
  /// - Parameter planned: the capture.
  /// - Returns: what is found, or the default.
  /// - Throws: a fault of kind `capture` where there is neither, its message without the capture's name; else another one.
  func value(of planned: PlannedCapture) throws(StepFault) -> JSONValue {
    let capture = planned.capture
    let (finding, miss) = try matched(planned)
    if let value = try single(finding, of: capture) { return value }
    if let defaultValue = capture.defaultValue { return try scope.evaluateKept(defaultValue) }
    throw StepFault(.capture, miss, hint: "give it a `default:` if it may be absent")
  }

  /// What a query finds, in the shape that a capture would get.
  ///
  /// - Parameter planned: the query.
  /// - Returns: `nil` where it finds nothing.
  /// - Throws: a fault of kind `response` where the response is to blame, else another one.
  func found(by planned: PlannedCapture) throws(StepFault) -> JSONValue? {
    do throws(StepFault) {
      return try single(try matched(planned).finding, of: planned.capture)
    } catch {
      guard error.kind == .capture else { throw error }
      throw StepFault(.response, error.message, at: error.range, hint: error.hint)
    }
  }

  /// What a query finds, as a matcher looks at it.
  ///
  /// - Parameter planned: the query.
  /// - Returns: the value in the shape that a capture would get, or nothing.
  /// - Throws: a fault of kind `response` where the response is to blame, else another one.
  func subject(foundBy planned: PlannedCapture) throws(StepFault) -> Subject {
    // Most queries are a JSONPath to one value.
    guard let response, planned.isPlain,
      case .body(let format, let options, let text, _) = planned.query,
      case .path(let path) = try text.value(in: scope), path.isSingular
    else { return .json(try found(by: planned)) }
    let body = try decoded(response.decoded(as: format, options))
    guard case .tree(let document) = body.content else { return Subject(.absent, nature: .json) }
    return try StepFault.ofQuery(at: text.template.range, path.subject(in: document))
  }

  /// What a query finds and what `match` and `pipe` make of it, and what to say when that is nothing.
  private func matched(
    _ planned: PlannedCapture
  ) throws(StepFault) -> (finding: Finding, miss: String) {
    var (finding, miss) = (try finding(of: planned), "found nothing")
    if let match = planned.match, !finding.isEmpty {
      let pattern = try match.value(in: scope)
      let isSecret = planned.capture.secret
      let found = finding
      finding = try search(found, for: pattern, at: match.template.range, isSecret: isSecret)
      // What was meant to become a secret is none that the mask knows yet.
      let source = response == nil ? "expression" : "query"
      let place = isSecret ? "what the \(source) gives" : found.text
      miss = "found nothing that matches \(pattern.text) in \(place)"
    }
    if let pipe = planned.pipe {
      let found = finding
      finding = try turn(found, by: pipe, of: planned.capture)
      if !found.isEmpty, finding.isEmpty { miss = "found nothing behind its pipe" }
    }
    return (finding, miss)
  }

  /// What a capture gets of what is found; `nil` for nothing.
  private func single(
    _ finding: Finding,
    of capture: Capture
  ) throws(StepFault) -> JSONValue? {
    switch finding {
    case .nothing: return nil
    case .value(let value): return value
    case .list(let values): return .array(values)
    case .several(let values, _) where capture.takesAll: return .array(values)
    case .several(let values, let noun):
      guard values.count > 1 else { return values.first }
      throw StepFault(
        .capture,
        "found \(values.count) \(noun)",
        hint: "add `all: true` for a list"
      )
    }
  }

  private func failure(of capture: Capture, _ fault: StepFault) -> Failure {
    let what: String
    switch fault.kind {
    case .capture: what = fault.message
    case .response: what = "found nothing: \(fault.message)"
    case _:
      var fault = fault
      fault.range = fault.range ?? capture.name.range
      return .fault(fault)
    }
    let advice = fault.hint.map { fault.kind == .capture ? ": \($0)" : "; \($0)" }
    return .missing(
      AssertionOutcome(
        verdict: .fails,
        subject: "capture",
        expected: "a value",
        actual: fault.kind == .capture ? what.replacing("found ", with: "") : "nothing",
        message: "the capture \"\(capture.name.value)\" \(what)\(advice ?? "")",
        range: capture.name.range
      )
    )
  }

  private func finding(of planned: PlannedCapture) throws(StepFault) -> Finding {
    guard let response else {
      guard case .value(let template) = planned.query else { return .nothing }
      return try finding(of: template, for: planned.capture)
    }
    let takesAll = planned.capture.takesAll
    switch planned.query {
    case .body(let format, let options, let text, let namespaces):
      let query = try text.value(in: scope)
      let body = try decoded(response.decoded(as: format, options))
      return try Self.finding(
        takesAll || query.givesList,
        text,
        query.subject(in: body, of: format, namespaces: namespaces)
      )
    case .header(let name):
      let values = response.response.headers.values(try scope.evaluate(name))
      return .several(values.map { .string($0) }, noun: "fields")
    case .cookie(let cookie):
      return .value(of: try subject(of: cookie, in: response))
    case .measure(let name):
      return .value(of: response.measure(name))
    case .hops(let text):
      let query = try text.value(in: scope)
      return try Self.finding(!query.isSingular, text, query.subject(in: response.redirects))
    case .property(let name, of: .image):
      let image = try decoded(response.image())
      return .value(of: image.property(name))
    case .property(let name, of: .bytes):
      if name == "raw" {
        guard response.coded != nil || response.response.headers["Content-Encoding"] == nil else {
          throw StepFault(
            .capture,
            "found nothing",
            hint: "the body as it came is kept with options: { decoding: late }"
          )
        }
      } else {
        try decoded(response.checkCoding())
      }
      do throws(CryptographyError) {
        return .value(of: try response.bytes(name))
      } catch {
        throw StepFault(.internal, error.message)
      }
    case .property(let name, of: .certificate):
      if let reason = response.missingCertificate { return try missing(planned, reason) }
      return .value(of: response.certificate(name))
    case .text(let pattern):
      let query = try pattern.value(in: scope)
      let text = try decoded(response.text())
      return try Self.finding(false, pattern, query.subject(in: text))
    case .value(let template):
      return try finding(of: template, for: planned.capture)
    }
  }

  /// The value of an expression.
  private func finding(
    of template: ValueTemplate,
    for capture: Capture
  ) throws(StepFault) -> Finding {
    // Without a default the expression says itself why it has no value.
    guard allowsNothing || capture.defaultValue != nil else {
      return .value(try scope.evaluateKept(template))
    }
    let value = try scope.evaluateAllowingNothing(template)
    return value.map { .value($0) } ?? .nothing
  }

  /// A cookie's value or attribute.
  private func subject(
    of cookie: Capture.CookieQuery,
    in response: ResponseContext
  ) throws(StepFault) -> Subject {
    let change = response.cookieChange(
      try scope.evaluate(cookie.name),
      path: try cookie.path.map { path throws(StepFault) in try scope.evaluate(path) },
      domain: try cookie.domain.map { domain throws(StepFault) in try scope.evaluate(domain) },
      isFirst: cookie.isFirst
    )
    let isDeleted = change.map(response.isDeletion) ?? false
    if cookie.attribute == "deleted" { return .measure(.bool(isDeleted)) }
    guard let change, !isDeleted || cookie.isFirst else { return .text(nil) }
    return cookie.attribute.map { response.subject(ofAttribute: $0, of: change) }
      ?? .text(change.value)
  }

  /// Nothing was found, for a reason that is worth telling.
  private func missing(
    _ planned: PlannedCapture,
    _ reason: String
  ) throws(StepFault) -> Finding {
    guard !allowsNothing, planned.capture.defaultValue == nil else { return .nothing }
    throw StepFault(.capture, "found nothing", hint: reason)
  }

  /// What a regular expression finds in each text that was found; what it is not found in is left out.
  private func search(
    _ finding: Finding,
    for pattern: TextPatternQuery,
    at range: SourceRange,
    isSecret: Bool
  ) throws(StepFault) -> Finding {
    switch finding {
    case .nothing: return .nothing
    case .value(let value):
      guard case .string(let text) = value else {
        let isShown = !isSecret && response != nil
        let what = isShown ? ValueText.describe(value) : "a value that is no text"
        let place = response == nil ? range : nil
        throw StepFault(.capture, "found \(what), but match searches a text", at: place)
      }
      return .value(of: try pattern.piece(of: text, at: range))
    case .list(let values):
      return .list(try Self.pieces(of: values, pattern, at: range))
    case .several(let values, let noun):
      return .several(try Self.pieces(of: values, pattern, at: range), noun: noun)
    }
  }

  /// What functions make of what was found; nothing, and several of which one is wanted, stay as they are.
  private func turn(
    _ finding: Finding,
    by pipe: Prepared<ValuePipe>,
    of capture: Capture
  ) throws(StepFault) -> Finding {
    let functions = try pipe.value(in: scope)
    let value: JSONValue
    switch finding {
    case .nothing: return .nothing
    case .value(let found): value = found
    case .list(let values): value = .array(values)
    case .several(let values, _)
    where capture.takesAll || (functions.takesList && !values.isEmpty):
      value = .array(values)
    case .several(let values, _):
      guard values.count == 1 else { return finding }
      value = values[0]
    }
    return try scope.turn(value, by: functions, of: capture, at: pipe.range).map { .value($0) }
      ?? .nothing
  }

  private static func pieces(
    of values: [JSONValue],
    _ pattern: TextPatternQuery,
    at range: SourceRange
  ) throws(StepFault) -> [JSONValue] {
    var pieces: [JSONValue] = []
    for case .string(let text) in values {
      if case .single(let piece) = try pattern.piece(of: text, at: range).content {
        pieces.append(piece)
      }
    }
    return pieces
  }

  /// A body as a query looks at it.
  private func decoded<Document>(
    _ make: @autoclosure () throws(ResponseContext.DecodingFailure) -> Document
  ) throws(StepFault) -> Document {
    do throws(ResponseContext.DecodingFailure) {
      return try make()
    } catch {
      throw StepFault(error.isLimit ? .decoding : .response, error.message)
    }
  }

  /// What a query finds, as a list if all of it is wanted.
  private static func finding<Query>(
    _ takesAll: Bool,
    _ text: PreparedText<Query>,
    _ subject: @autoclosure () throws(QueryError) -> Subject
  ) throws(StepFault) -> Finding {
    switch try StepFault.ofQuery(at: text.template.range, subject()).content {
    case .absent: takesAll ? .list([]) : .nothing
    case .single(let value): takesAll ? .list([value]) : .value(value)
    case .nodes(let nodes): takesAll ? .list(nodes) : .several(nodes, noun: "nodes")
    }
  }
}

extension CaptureTaker.Finding {
  /// What there is of one value, or all of a list that one value is.
  fileprivate static func value(of subject: Subject) -> Self {
    switch subject.content {
    case .absent: .nothing
    case .single(let value): .value(value)
    case .nodes(let nodes): .list(nodes)
    }
  }

  /// Whether there is no value and no node.
  fileprivate var isEmpty: Bool {
    switch self {
    case .nothing: true
    case .value: false
    case .list(let values), .several(let values, _): values.isEmpty
    }
  }

  /// What it is, for messages.
  fileprivate var text: String {
    switch self {
    case .nothing: "nothing"
    case .value(let value): ValueText.describe(value)
    case .list(let values): "\(values.count) values"
    case .several(let values, _) where values.count == 1: ValueText.describe(values[0])
    case .several(let values, let noun): "\(values.count) \(noun)"
    }
  }
}

extension TextPatternQuery {
  /// What is found first in a text, or nothing.
  ///
  /// - Parameters:
  ///   - text: at most 16 MiB.
  ///   - range: where the regular expression stands.
  /// - Returns: one text or nothing.
  /// - Throws: when the text is longer, or the search reaches a limit.
  func piece(of text: String, at range: SourceRange) throws(StepFault) -> Subject {
    try StepFault.ofQuery(at: range, subject(in: text))
  }
}
