import Documents

extension LiteralPattern {
  /// The name of the first matcher that stands in a literal as data, where the value has no object.
  ///
  /// Inside of a literal `{ type: string }` is an object with the member `type`, and only `$is` begins a matcher. Where an object lacks a
  /// member, `{ exists: false }` alone is taken for one.
  ///
  /// - Parameter value: one that ``matches(_:nature:)`` refused.
  /// - Returns: `nil` when there is none, and the literal means what it says.
  func matcherName(whereNoObjectIsIn value: JSONValue) -> String? {
    switch (self, value) {
    case (.value(.object(let literal)), .object(let object)):
      for (key, inner) in literal {
        let pattern = LiteralPattern.value(inner)
        let name =
          object[key].map { pattern.matcherName(whereNoObjectIsIn: $0) } ?? pattern.nameOfAbsence
        if let name { return name }
      }
    case (.object(let members, _), .object(let object)):
      for member in members {
        let name =
          object[member.key].map { member.pattern.matcherName(whereNoObjectIsIn: $0) }
          ?? member.pattern.nameOfAbsence
        if let name { return name }
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

  /// The name of the one matcher that holds where the value has nothing.
  private var nameOfAbsence: String? {
    switch self {
    case .value(["exists": false]): return "exists"
    case .object(let members, _):
      guard members.count == 1, members[0].key == "exists", case .value(false) = members[0].pattern
      else { return nil }
      return "exists"
    case _: return nil
    }
  }

  private static func matcherName(_ key: String?) -> String? {
    key.flatMap { MatcherCatalogue.standard.definition(named: $0)?.name }
  }
}
