import Assertions
import Diagnostics
import Documents
import RunEvents
import Scenarios

/// The values of captures that look at no response.
extension StepScope {
  /// The value of a capture by an expression, turned by its `match` and its `pipe`.
  ///
  /// - Parameters:
  ///   - template: the expression.
  ///   - capture: what it is for.
  /// - Returns: the value, or the default where there is none.
  /// - Throws: a fault where there is neither.
  func value(
    of template: ValueTemplate,
    for capture: Capture
  ) throws(StepFault) -> JSONValue {
    let value =
      capture.defaultValue == nil
      ? try evaluateKept(template) : try evaluateAllowingNothing(template)
    guard let value else { return try defaultValue(of: capture, "nothing") }
    guard let match = capture.match else {
      return try turned(value, for: capture)
    }
    let prepared: PreparedText<TextPatternQuery>
    do throws(Diagnostic) {
      prepared = try ExpectationCompiler.pattern(match)
    } catch {
      throw StepFault(.expression, error.message, at: error.range, hint: error.hint)
    }
    let pattern = try prepared.value(in: self)
    guard case .string(let text) = value else {
      throw StepFault(
        .capture,
        "the capture \"\(capture.name.value)\" found a value that is no text, but match searches a text",
        at: match.range
      )
    }
    guard case .single(let piece) = try pattern.piece(of: text, at: match.range).content else {
      let place =
        capture.secret
        ? "what the expression gives" : context.mask.redacting { ValueText.describe(value) }
      let miss = "nothing that matches \(pattern.text) in \(place)"
      return try defaultValue(of: capture, miss)
    }
    return try turned(piece, for: capture)
  }

  /// What the pipe of a capture makes of a value.
  private func turned(
    _ value: JSONValue,
    for capture: Capture
  ) throws(StepFault) -> JSONValue {
    guard let template = capture.pipe else { return value }
    let pipe: Prepared<ValuePipe>
    do throws(Diagnostic) {
      pipe = try ExpectationCompiler.pipe(template)
    } catch {
      throw StepFault(.expression, error.message, at: error.range, hint: error.hint)
    }
    let functions = try pipe.value(in: self)
    let turned = context.mask.redacting { () -> Result<JSONValue?, StepFault> in
      Result { () throws(StepFault) in
        try turn(value, by: functions, of: capture, at: template.range)
      }
    }
    switch turned {
    case .success(let value?): return value
    case .success(.none):
      return try defaultValue(of: capture, "nothing behind its pipe")
    case .failure(var fault):
      if fault.kind == .capture {
        fault.message = "the capture \"\(capture.name.value)\" \(fault.message)"
        fault.range = capture.name.range
      }
      throw fault
    }
  }

  /// The value of a capture that finds nothing.
  private func defaultValue(
    of capture: Capture,
    _ miss: String
  ) throws(StepFault) -> JSONValue {
    guard let defaultValue = capture.defaultValue else {
      throw StepFault(
        .capture,
        "the capture \"\(capture.name.value)\" found \(miss)",
        at: capture.name.range,
        hint: "give it a `default:` if it may be absent"
      )
    }
    return try evaluateKept(defaultValue)
  }
}
