import Diagnostics
import Documents
import RunEvents
import Scenarios

/// Evaluates the variables of a project, an environment and a scenario, each once, strongest definition first.
///
/// What overrides a name (an option of the command, a data row) is there from the start, so its definition is not evaluated at all. A definition may
/// use any other; one that needs itself is an error with the chain shown.
final class VariableEvaluation {
  private let definitions: [String: VariableDefinition]
  private let order: [String]
  private let scope:
    (String, @escaping (String) throws(ExpressionFailure) -> ScopeValue?) -> any ExpressionScope
  private var values: [String: JSONValue]
  private var chain: [String] = []

  /// Prepares an evaluation.
  ///
  /// - Parameters:
  ///   - definitions: weakest first; of one name the last stands.
  ///   - overrides: names that have their value already.
  ///   - scope: makes the scope of a definition by its name, in which variables are looked up by the closure and all else as ever.
  init(
    _ definitions: [VariableDefinition],
    overrides: [String: JSONValue],
    scope:
      @escaping (
        String, @escaping (String) throws(ExpressionFailure) -> ScopeValue?
      ) -> any ExpressionScope
  ) {
    var strongest: [String: VariableDefinition] = [:]
    var order: [String] = []
    for definition in definitions
    where strongest.updateValue(definition, forKey: definition.name.value) == nil {
      order.append(definition.name.value)
    }
    self.definitions = strongest
    self.order = order
    self.scope = scope
    values = overrides
  }

  /// All values, overrides included.
  ///
  /// - Returns: a value for each name.
  /// - Throws: a fault of kind `expression` at the place of the definition to blame.
  func evaluate() throws(StepFault) -> [String: JSONValue] {
    for name in order {
      _ = try StepFault.reporting(at: definitions[name]?.value.range, value(of: name))
    }
    return values
  }

  private func value(of name: String) throws(ExpressionFailure) -> JSONValue? {
    if let value = values[name] { return value }
    guard let definition = definitions[name] else { return nil }
    guard !chain.contains(name) else {
      throw ExpressionFailure(
        "the variable needs itself: \((chain + [name]).joined(separator: " → "))",
        at: definition.value.range
      )
    }
    if let constant = definition.value.constant {
      values[name] = constant
      return constant
    }
    chain.append(name)
    defer { chain.removeLast() }
    let value = try definition.value.evaluate(
      in: scope(name) { (name: String) throws(ExpressionFailure) -> ScopeValue? in
        try self.value(of: name).map { .value($0) }
      }
    )
    guard !value.exceeds(count: StepScope.mostValues, depth: StepScope.mostLevels) else {
      throw ExpressionFailure(
        "the value holds more than 10 million values or \(StepScope.mostLevels) levels",
        at: definition.value.range
      )
    }
    values[name] = value
    return value
  }
}

extension StepFault {
  /// What an expression's failure means for a step.
  ///
  /// - Parameters:
  ///   - failure: why there is no value.
  ///   - fallback: the place, when the failure does not know one.
  init(_ failure: ExpressionFailure, at fallback: @autoclosure () -> SourceRange?) {
    if let name = failure.unknownName {
      // Names are checked before the run: one that is unknown now is a capture that was never made.
      self.init(
        .missingCapture,
        "\"\(name)\" has no value: no step has captured or set it",
        at: failure.range ?? fallback(),
        missingName: name
      )
      return
    }
    if failure.blamesResponse {
      let hint = failure.suggestion.map { "did you mean \"\($0)\"?" }
      self.init(.response, failure.message, at: failure.range ?? fallback(), hint: hint)
      return
    }
    let hint = failure.suggestion.map { "did you mean \"\($0)\"?" } ?? failure.hint
    self.init(.expression, failure.message, at: failure.range ?? fallback(), hint: hint)
  }

  /// Evaluates something, whose failure is a fault of the step, at a place when it does not know one itself.
  static func reporting<Value>(
    at range: @autoclosure () -> SourceRange?,
    _ body: @autoclosure () throws(ExpressionFailure) -> Value
  ) throws(StepFault) -> Value {
    do throws(ExpressionFailure) {
      return try body()
    } catch {
      throw StepFault(error, at: range())
    }
  }
}
