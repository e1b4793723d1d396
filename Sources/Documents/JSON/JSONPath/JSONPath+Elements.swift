extension JSONPath {
  /// The values that the path selects in each element of a list, to which `$` refers.
  ///
  /// - Parameter elements: The elements.
  /// - Returns: For each element its values, in the order of RFC 9535.
  /// - Throws: `tooMuchWork` when the limits of one query are passed by all elements together.
  public func values(inEach elements: [JSONValue]) throws(JSONPathError) -> [[JSONValue]] {
    var evaluator = Evaluator(root: .null)
    var lists: [[JSONValue]] = []
    lists.reserveCapacity(elements.count)
    var count = 0
    for element in elements {
      try evaluator.countStep()
      evaluator.root = element
      var values: [JSONValue] = []
      try evaluator.visit(query, from: element, location: nil) { value, _ throws(JSONPathError) in
        try Evaluator.checkCount(count)
        count += 1
        values.append(value)
        return true
      }
      lists.append(values)
    }
    return lists
  }
}

/// A condition as it stands behind `?` in a JSONPath (RFC 9535, section 2.3.5), ready to be asked of any number of values.
///
/// ```swift
/// try JSONPathCondition(parsing: "@.price < 10").holding(among: books)
/// ```
public struct JSONPathCondition: Sendable {
  private let condition: JSONPath.Condition

  /// A condition from its text.
  ///
  /// - Parameter text: A logical expression; `@` and `$` both are the value that it is asked of.
  /// - Throws: The first mistake with its place.
  public init(parsing text: String) throws(JSONPathError) {
    var parser = JSONPath.Parser(text)
    condition = try parser.parseWholeCondition()
  }

  /// The elements of a list of which the condition holds.
  ///
  /// - Parameter elements: The elements.
  /// - Returns: Those of which it holds, in their order.
  /// - Throws: `tooMuchWork` when the limits of one query are passed by all elements together.
  public func holding(among elements: [JSONValue]) throws(JSONPathError) -> [JSONValue] {
    var evaluator = JSONPath.Evaluator(root: .null)
    var found: [JSONValue] = []
    for element in elements {
      try evaluator.countStep()
      evaluator.root = element
      if try evaluator.holds(condition, for: element) { found.append(element) }
    }
    return found
  }
}

extension JSONPath.Parser {
  /// Reads a text that is a condition and nothing else, but for space at its ends.
  fileprivate mutating func parseWholeCondition() throws(JSONPathError) -> JSONPath.Condition {
    skipSpace()
    let condition = try parseCondition()
    skipSpace()
    guard position == bytes.count else {
      throw error("expected &&, || or the end of the condition")
    }
    return condition
  }
}
