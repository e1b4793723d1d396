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
    if let members {
      guard case .object(let object) = value else {
        return members.first.flatMap { MatcherCatalogue.standard.definition(named: $0.key)?.name }
      }
      for member in members {
        let name =
          object[member.key].map { member.pattern.matcherName(whereNoObjectIsIn: $0) }
          ?? member.pattern.nameOfAbsence
        if let name { return name }
      }
    } else if let elements, case .array(let values) = value {
      for (pattern, value) in zip(elements, values) {
        if let name = pattern.matcherName(whereNoObjectIsIn: value) { return name }
      }
    }
    return nil
  }

  /// The members of an object, be it with or without matchers.
  private var members: [Member]? {
    switch self {
    case .object(let members, _): members
    case .value(.object(let object)):
      object.map { Member(key: $0.key, pattern: .value($0.value)) }
    case _: nil
    }
  }

  /// The elements of a list, be it with or without matchers.
  private var elements: [LiteralPattern]? {
    switch self {
    case .list(let patterns): patterns
    case .value(.array(let values)): values.map { LiteralPattern.value($0) }
    case _: nil
    }
  }

  /// The name of the one matcher that holds where the value has nothing.
  private var nameOfAbsence: String? {
    guard let members, members.count == 1, members[0].key == "exists",
      case .value(false) = members[0].pattern
    else { return nil }
    return "exists"
  }
}
