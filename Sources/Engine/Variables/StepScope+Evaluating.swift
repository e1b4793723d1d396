import Assertions
import Diagnostics
import Documents
import RunEvents
import Scenarios

extension StepScope {
  /// The value of a condition.
  func isTrue(_ expression: Expression) throws(StepFault) -> Bool {
    do throws(ExpressionFailure) {
      return try expression.isTrue(in: self) { value in
        context.mask.redacting { ValueText.describe(value) }
      }
    } catch {
      throw StepFault(error, at: expression.range)
    }
  }

  /// The value of a template.
  func evaluate(_ template: ValueTemplate) throws(StepFault) -> JSONValue {
    do throws(ExpressionFailure) {
      return try template.evaluate(in: self)
    } catch {
      throw StepFault(error, at: template.range)
    }
  }

  /// The value of a template that a name is to stand for.
  ///
  /// - Throws: a fault also for a value that is too large to be gone through: what holds another value twice, time
  ///   and again, soon is.
  func evaluateKept(_ template: ValueTemplate) throws(StepFault) -> JSONValue {
    try Self.bounded(try evaluate(template), of: template)
  }

  private static func bounded(
    _ value: JSONValue,
    of template: ValueTemplate
  ) throws(StepFault) -> JSONValue {
    guard template.constant == nil, value.exceeds(count: mostValues, depth: mostLevels) else {
      return value
    }
    throw StepFault(
      .expression,
      "the value holds more than 10 million values or \(mostLevels) levels",
      at: template.range
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
    let value: JSONValue?
    do throws(ExpressionFailure) {
      value = try template.evaluateAllowingNothing(in: self)
    } catch {
      throw StepFault(error, at: template.range)
    }
    guard let value else { return nil }
    return try Self.bounded(value, of: template)
  }

  /// The text of a template.
  func evaluate(_ template: TextTemplate) throws(StepFault) -> String {
    do throws(ExpressionFailure) {
      return try template.evaluate(in: self)
    } catch {
      throw StepFault(error, at: template.range)
    }
  }
}
