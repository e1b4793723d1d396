import Assertions
import Diagnostics
import Documents
import Encodings
import RunEvents
import Scenarios

extension StepScope {
  /// The value of a condition.
  func isTrue(_ expression: Expression) throws(StepFault) -> Bool {
    try StepFault.reporting(
      at: expression.range,
      expression.isTrue(in: self) { value in
        context.mask.redacting { ValueText.describe(value) }
      }
    )
  }

  /// The value of a template.
  func evaluate(_ template: ValueTemplate) throws(StepFault) -> JSONValue {
    try StepFault.reporting(at: template.range, template.evaluate(in: self))
  }

  /// The value of a template that a name is to stand for.
  ///
  /// - Throws: a fault also for a value that is too large to be gone through: what holds another value twice, time
  ///   and again, soon is.
  func evaluateKept(_ template: ValueTemplate) throws(StepFault) -> JSONValue {
    let value = try evaluate(template)
    return template.constant == nil ? try Self.bounded(value, at: template.range) : value
  }

  private static func bounded(
    _ value: JSONValue,
    at range: SourceRange?
  ) throws(StepFault) -> JSONValue {
    guard value.exceeds(count: mostValues, depth: mostLevels) else { return value }
    throw StepFault(
      .expression,
      "the value holds more than 10 million values or \(mostLevels) levels",
      at: range
    )
  }

  /// How many values a list or object may hold that a name stands for; as many as a list that a function makes, and itself.
  static let mostValues = 10_000_001
  /// How many lists and objects may be open at once in it; as many as in JSON that is read.
  static let mostLevels = 512

  /// The value of a template that a name is to stand for, or `nil` where it is one expression that comes to nothing.
  ///
  /// - Throws: as ``evaluateKept(_:)``, but not for nothing.
  func evaluateAllowingNothing(_ template: ValueTemplate) throws(StepFault) -> JSONValue? {
    let value = try StepFault.reporting(
      at: template.range,
      template.evaluateAllowingNothing(in: self)
    )
    guard let value else { return nil }
    return template.constant == nil ? try Self.bounded(value, at: template.range) : value
  }

  /// What the functions of a pipe make of a value that is captured.
  ///
  /// - Parameters:
  ///   - value: what was found.
  ///   - functions: those of the pipe.
  ///   - capture: what it is for.
  ///   - range: where the pipe stands.
  /// - Returns: a value, or `nil` for nothing.
  /// - Throws: why a function has no value, or that it is too large to be kept.
  func turn(
    _ value: JSONValue,
    by functions: ValuePipe,
    of capture: Capture,
    at range: SourceRange?
  ) throws(StepFault) -> JSONValue? {
    let turned: JSONValue?
    do throws(CompiledPipe.Failure) {
      turned = try CompiledPipe.turn(value, by: functions, in: services)
    } catch {
      // What was meant to become a secret is none that the mask knows yet.
      let reason =
        capture.secret ? "what is found | \(error.function) has no value" : error.reason
      throw StepFault(.capture, "found no value: \(reason)")
    }
    guard let turned else { return nil }
    return try Self.bounded(turned, at: range)
  }

  /// The text of a template.
  func evaluate(_ template: TextTemplate) throws(StepFault) -> String {
    try StepFault.reporting(at: template.range, template.evaluate(in: self))
  }

  /// The duration of a template, and its text.
  func duration(
    _ template: TextTemplate
  ) throws(StepFault) -> (duration: Duration, text: String) {
    let text = try evaluate(template)
    guard let duration = Quantity.duration(text) else {
      throw StepFault(
        .expression,
        "expected a duration such as 500ms, got \"\(text)\"",
        at: template.range
      )
    }
    return (duration, text)
  }
}
