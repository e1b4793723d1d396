import Assertions
import Documents
import RunEvents
import Scenarios
import SessionCore

/// Takes values out of a response: each whenever its query finds one, also when expectations fail.
///
/// The shape of a value depends on its query alone, never on what is found.
struct CaptureTaker {
  let captures: [PlannedCapture]
  let scope: StepScope
  let response: ResponseContext

  /// Why a value could not be taken.
  enum Failure: Error {
    /// The answer came and lacks what was to be in it: a verdict.
    case missing(AssertionOutcome)
    /// The capture itself cannot be evaluated.
    case fault(StepFault)
  }

  /// What a query finds.
  private enum Finding {
    /// Nothing.
    case nothing
    /// The value that a capture gets.
    case value(JSONValue)
    /// Nodes or fields, of which a capture gets one, or all as a list.
    case several([JSONValue], noun: String)
  }

  /// Takes the values that are found, so that a teardown can use them whatever else is missing.
  ///
  /// - Parameter taken: gets captures with their values, in the order of the file.
  /// - Throws: the failure of the first capture that has no value, once all others are taken.
  func take(into taken: inout [(Capture, JSONValue)]) throws(Failure) {
    var first: Failure?
    for planned in captures {
      do throws(Failure) {
        taken.append((planned.capture, try value(of: planned)))
      } catch {
        first = first ?? error
      }
    }
    if let first { throw first }
  }

  private func value(of planned: PlannedCapture) throws(Failure) -> JSONValue {
    let capture = planned.capture
    do throws(StepFault) {
      switch try finding(of: planned) {
      case .value(let value):
        return value
      case .several(let values, _) where capture.takesAll:
        return .array(values)
      case .several(let values, _) where values.count == 1:
        return values[0]
      case .several(let values, let noun) where values.count > 1:
        throw StepFault(
          .capture,
          "found \(values.count) \(noun)",
          hint: "add `all: true` for a list"
        )
      case .several, .nothing:
        if let defaultValue = capture.defaultValue {
          return try scope.evaluateKept(defaultValue)
        }
        throw StepFault(.capture, "found nothing", hint: "give it a `default:` if it may be absent")
      }
    } catch {
      throw failure(of: capture, error)
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
    let takesAll = planned.capture.takesAll
    switch planned.query {
    case .body(let format, let options, let text, let namespaces):
      let query = try text.value(in: scope)
      let body = try decoded { () throws(ResponseContext.DecodingFailure) in
        try response.decoded(as: format, options)
      }
      return try Self.finding(takesAll || query.givesList, text) { () throws(QueryError) in
        try query.subject(in: body, of: format, namespaces: namespaces)
      }
    case .header(let name):
      let values = response.response.headers.values(try scope.evaluate(name))
      return .several(values.map { .string($0) }, noun: "fields")
    case .cookie(let name):
      let name = try scope.evaluate(name)
      let cookie = response.setCookies.last { $0.name == name }
      return cookie.map { .value(.string($0.value)) } ?? .nothing
    case .text(let pattern):
      let query = try pattern.value(in: scope)
      let text = try decoded { () throws(ResponseContext.DecodingFailure) in
        try response.text()
      }
      return try Self.finding(false, pattern) { () throws(QueryError) in
        try query.subject(in: text)
      }
    case .value(let template):
      // Without a default the expression says itself why it has no value.
      guard planned.capture.defaultValue != nil else {
        return .value(try scope.evaluateKept(template))
      }
      let value = try scope.evaluateAllowingNothing(template)
      return value.map { .value($0) } ?? .nothing
    }
  }

  /// A body as a query looks at it.
  private func decoded<Document>(
    _ make: () throws(ResponseContext.DecodingFailure) -> Document
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
    _ subject: () throws(QueryError) -> Subject
  ) throws(StepFault) -> Finding {
    do throws(QueryError) {
      switch try subject().content {
      case .absent: return takesAll ? .value([]) : .nothing
      case .single(let value): return .value(takesAll ? .array([value]) : value)
      case .nodes(let nodes):
        return takesAll ? .value(.array(nodes)) : .several(nodes, noun: "nodes")
      }
    } catch {
      throw StepFault(.expression, error.message, at: text.template.range, hint: error.hint)
    }
  }
}
