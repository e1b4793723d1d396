public import Documents

extension ValueTemplate {
  /// The value with all its expressions evaluated.
  ///
  /// A scalar that is one expression keeps the type of its value.
  ///
  /// - Parameter scope: what names stand for.
  /// - Returns: the value.
  /// - Throws: why an expression has no value, with the part to blame.
  public func evaluate(in scope: any ExpressionScope) throws(ExpressionFailure) -> JSONValue {
    if let constant { return constant }
    switch kind {
    case .scalar(let value):
      return value
    case .expression(let expression):
      return try expression.evaluate(in: scope)
    case .text(let template):
      return .string(try template.evaluate(in: scope))
    case .list(let items):
      var values: [JSONValue] = []
      values.reserveCapacity(items.count)
      for item in items { values.append(try item.evaluate(in: scope)) }
      return .array(values)
    case .map(let entries):
      var object = JSONObject()
      for entry in entries {
        let key = try entry.key.evaluate(in: scope)
        guard object[key] == nil else {
          throw ExpressionFailure("the key \"\(key)\" comes twice", at: entry.key.range)
        }
        object[key] = try entry.value.evaluate(in: scope)
      }
      return .object(object)
    }
  }

  /// The value, or `nil` where it is one expression that comes to nothing.
  ///
  /// - Parameter scope: what names stand for.
  /// - Returns: a value, or `nil` for nothing.
  /// - Throws: any other reason why there is no value.
  public func evaluateAllowingNothing(
    in scope: any ExpressionScope
  ) throws(ExpressionFailure) -> JSONValue? {
    guard case .expression(let expression) = kind else { return try evaluate(in: scope) }
    return try expression.evaluateAllowingNothing(in: scope)
  }

  /// The value as text, for headers, queries and other places that want text.
  ///
  /// A plain number or boolean stands as it is spelled in the file (`1.10`); lists and objects are written as JSON.
  ///
  /// - Parameter scope: what names stand for.
  /// - Returns: the text.
  /// - Throws: why an expression has no value, with the part to blame.
  public func text(in scope: any ExpressionScope) throws(ExpressionFailure) -> String {
    if let spelling { return spelling }
    return try evaluate(in: scope).writtenOut
  }

  /// The expressions in it at any depth, in order.
  public var expressions: [Expression] {
    // Most are constant, and some of these are long.
    guard constant == nil else { return [] }
    switch kind {
    case .scalar: return []
    case .expression(let expression): return [expression]
    case .text(let template): return template.expressions
    case .list(let items): return items.flatMap(\.expressions)
    case .map(let entries):
      return entries.flatMap { $0.key.expressions + $0.value.expressions }
    }
  }
}
