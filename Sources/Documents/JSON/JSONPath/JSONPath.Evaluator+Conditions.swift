extension JSONPath.Evaluator {
  /// Whether a node passes a filter.
  mutating func holds(
    _ condition: JSONPath.Condition,
    for current: JSONValue
  ) throws(JSONPathError) -> Bool {
    switch condition {
    case .or(let conditions):
      for condition in conditions where try holds(condition, for: current) { return true }
      return false
    case .and(let conditions):
      for condition in conditions where try !holds(condition, for: current) { return false }
      return true
    case .not(let condition):
      return try !holds(condition, for: current)
    case .exists(let query):
      if query.isSingular { return value(of: query, from: current) != nil }
      var isFound = false
      try visit(query, from: current, location: nil) { _, _ in
        isFound = true
        return false
      }
      return isFound
    case .comparison(let left, let comparison, let right):
      let leftValue = try value(of: left, from: current)
      let rightValue = try value(of: right, from: current)
      try countComparison(leftValue, rightValue)
      return comparison.holds(leftValue, rightValue)
    case .call(let call):
      return try holds(call, for: current)
    }
  }

  /// Counts what a comparison of two containers may look at, which a path can ask for at every node.
  private mutating func countComparison(
    _ left: JSONValue?,
    _ right: JSONValue?
  ) throws(JSONPathError) {
    switch (left, right) {
    case (.array(let left), .array(let right)) where left.count == right.count:
      try countStep(left.count)
      for (left, right) in zip(left, right) { try countComparison(left, right) }
    case (.object(let left), .object(let right)) where left.count == right.count:
      try countStep(left.count)
      for (name, value) in left { try countComparison(value, right[name]) }
    case _: break
    }
  }

  private mutating func value(
    of operand: JSONPath.Operand,
    from current: JSONValue
  ) throws(JSONPathError) -> JSONValue? {
    switch operand {
    case .literal(let value): value
    case .query(let query): value(of: query, from: current)
    case .call(let call): try value(of: call, from: current)
    }
  }

  private mutating func value(
    of argument: JSONPath.Argument,
    from current: JSONValue
  ) throws(JSONPathError) -> JSONValue? {
    switch argument {
    case .value(let operand):
      return try value(of: operand, from: current)
    case .nodes(let query):
      // The function `value`: the one node's value, nothing when there are none or several.
      var found: JSONValue?
      var count = 0
      try visit(query, from: current, location: nil) { value, _ in
        found = value
        count += 1
        return count < 2
      }
      guard count == 1 else { return nil }
      return found
    }
  }

  private mutating func value(
    of call: JSONPath.Call,
    from current: JSONValue
  ) throws(JSONPathError) -> JSONValue? {
    guard let argument = call.arguments.first else { return nil }
    switch call.function {
    case .length:
      switch try value(of: argument, from: current) {
      case .string(let text): return .number(JSONNumber(text.unicodeScalars.count))
      case .array(let elements): return .number(JSONNumber(elements.count))
      case .object(let members): return .number(JSONNumber(members.count))
      case .null, .bool, .number, nil: return nil
      }
    case .count:
      guard case .nodes(let query) = argument else { return nil }
      var count = 0
      try visit(query, from: current, location: nil) { _, _ in
        count += 1
        return true
      }
      return .number(JSONNumber(count))
    case .value:
      return try value(of: argument, from: current)
    case .match, .search:
      return nil
    }
  }

  private mutating func holds(
    _ call: JSONPath.Call,
    for current: JSONValue
  ) throws(JSONPathError) -> Bool {
    guard call.arguments.count == 2,
      case .string(let text) = try value(of: call.arguments[0], from: current)
    else { return false }
    let pattern: JSONPath.LiteralPattern
    if let known = call.pattern {
      pattern = known
    } else {
      guard case .string(let source) = try value(of: call.arguments[1], from: current) else {
        return false
      }
      pattern = compiled(source, of: call.function)
    }
    switch pattern {
    case .invalid:
      return false
    case .valid(let pattern):
      let finding = pattern.search(text)
      if let limitation = finding.limitation(of: text) { throw Self.tooMuchWork(limitation) }
      try countStep(text.utf8.count / 8 + 1)
      return finding != .missing
    case .unusable(let reason):
      throw Self.tooMuchWork("a regular expression of the path cannot be used: \(reason)")
    }
  }

  /// A pattern of the document, compiled once for each of the last few different texts.
  private mutating func compiled(
    _ source: String,
    of function: JSONPath.Function
  ) -> JSONPath.LiteralPattern {
    let key = JSONValue.array([.string(source), .bool(function == .match)])
    if let known = patterns[key] { return known }
    if patterns.count >= 64 { patterns.removeAll() }
    let pattern = JSONPath.LiteralPattern(source, of: function)
    patterns[key] = pattern
    return pattern
  }
}

extension JSONPath.Comparison {
  /// Whether two values, or nothing, compare so (RFC 9535, section 2.3.5.2.2).
  func holds(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: Self.isLess(left, right)
    case .greater: Self.isLess(right, left)
    case .lessOrEqual: left == right || Self.isLess(left, right)
    case .greaterOrEqual: left == right || Self.isLess(right, left)
    }
  }

  private static func isLess(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    if case .number(let left) = left, case .number(let right) = right { return left < right }
    if case .string(let left) = left, case .string(let right) = right {
      return left.precedesByCodePoints(right)
    }
    return false
  }
}
