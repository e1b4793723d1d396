import Scenarios

/// What names stand for while variables are evaluated: the variables by a closure, all else as in a step.
struct VariableScope: ExpressionScope {
  let outer: StepScope
  let lookUp: (String) throws(ExpressionFailure) -> ScopeValue?

  var names: [String] { outer.names }

  var services: ExpressionServices { outer.services }

  func value(named name: String) throws(ExpressionFailure) -> ScopeValue? {
    if let value = try lookUp(name) { return value }
    return try outer.namespace(named: name)
  }
}
