import Documents

extension LiteralPattern {
  /// The name of the first matcher that stands in a literal as data, where the value has no object.
  ///
  /// Inside of a literal `{ type: string }` is an object with the member `type`, and only `$is` begins a matcher.
  ///
  /// - Parameter value: one that ``matches(_:nature:)`` refused.
  /// - Returns: `nil` when there is none, and the literal means what it says.
  func matcherName(whereNoObjectIsIn value: JSONValue) -> String? {
    switch (self, value) {
    case (.value(.object(let literal)), .object(let object)):
      for (key, inner) in literal {
        if let actual = object[key],
          let name = LiteralPattern.value(inner).matcherName(whereNoObjectIsIn: actual)
        {
          return name
        }
      }
    case (.object(let members, _), .object(let object)):
      for member in members {
        if let actual = object[member.key],
          let name = member.pattern.matcherName(whereNoObjectIsIn: actual)
        {
          return name
        }
      }
    case (.value(.array(let literals)), .array(let elements)):
      for (literal, element) in zip(literals, elements) {
        if let name = LiteralPattern.value(literal).matcherName(whereNoObjectIsIn: element) {
          return name
        }
      }
    case (.list(let patterns), .array(let elements)):
      for (pattern, element) in zip(patterns, elements) {
        if let name = pattern.matcherName(whereNoObjectIsIn: element) { return name }
      }
    case (.value(.object(let literal)), _):
      return Self.matcherName(literal.first?.key)
    case (.object(let members, _), _):
      return Self.matcherName(members.first?.key)
    case (_, _):
      break
    }
    return nil
  }

  private static func matcherName(_ key: String?) -> String? {
    key.flatMap { MatcherCatalogue.standard.definition(named: $0)?.name }
  }
}
