extension JSONSchema.Assertion {
  /// What is wrong with a value that does not fulfil the keyword.
  func finding(for value: JSONValue) -> JSONSchema.Violation.Finding {
    switch self {
    case .type(let types):
      .init(expected: "type \(types.names.joined(separator: " or "))", actual: Self.typeName(value))
    case .enumeration(let values):
      .init(expected: "one of \(JSONValue.array(values).excerpt)", actual: value.excerpt)
    case .constant(let constant): .init(expected: constant.excerpt, actual: value.excerpt)
    case .number(let rule): .init(expected: rule.expectation, actual: value.excerpt)
    case .text(let rule): .init(expected: rule.expectation, actual: value.excerpt)
    case .elements(let rule): rule.finding(in: value)
    case .members(let rule): rule.finding(in: value)
    }
  }

  private static func typeName(_ value: JSONValue) -> String {
    if let number = value.number { return number.isInteger ? "integer" : "number" }
    return value.typeName
  }
}

extension JSONSchema.NumberRule {
  fileprivate var expectation: String {
    switch self {
    case .multipleOf(let divisor): "a multiple of \(divisor)"
    case .maximum(let bound): "at most \(bound)"
    case .exclusiveMaximum(let bound): "less than \(bound)"
    case .minimum(let bound): "at least \(bound)"
    case .exclusiveMinimum(let bound): "more than \(bound)"
    case .format(let format): "a number of the format \(format.rawValue)"
    }
  }
}

extension JSONSchema.TextRule {
  fileprivate var expectation: String {
    switch self {
    case .maxLength(let bound): "at most \(bound) character\(bound == 1 ? "" : "s")"
    case .minLength(let bound): "at least \(bound) character\(bound == 1 ? "" : "s")"
    case .pattern(_, let source): "text that matches \(TextPattern.shown(source))"
    case .format(let format): "the format \(format.rawValue)"
    case .base64: "the format byte, which is Base64"
    case .encoded(let encoding): "text in \(encoding.rawValue)"
    case .json: "JSON in a text"
    }
  }
}

extension JSONSchema.ElementsRule {
  fileprivate func finding(in value: JSONValue) -> JSONSchema.Violation.Finding {
    switch self {
    case .maxItems(let bound):
      .init(expected: "at most \(bound) elements", actual: "\(value.childCount)")
    case .minItems(let bound):
      .init(expected: "at least \(bound) elements", actual: "\(value.childCount)")
    case .uniqueItems:
      .init(expected: "no two equal elements", actual: Self.repeated(value))
    }
  }

  private static func repeated(_ value: JSONValue) -> String? {
    var seen: [JSONValue: Int] = [:]
    for (place, element) in (value.array ?? []).enumerated() {
      if let first = seen[element] { return "the same at \(first) and \(place)" }
      seen[element] = place
    }
    return nil
  }
}

extension JSONSchema.MembersRule {
  fileprivate func finding(in value: JSONValue) -> JSONSchema.Violation.Finding {
    switch self {
    case .maxProperties(let bound):
      .init(expected: "at most \(bound) members", actual: "\(value.childCount)")
    case .minProperties(let bound):
      .init(expected: "at least \(bound) members", actual: "\(value.childCount)")
    case .required(let names): Self.missing(names, in: value)
    case .dependentRequired(let dependencies):
      Self.missing(
        dependencies.filter { value[$0.key] != nil }.flatMap(\.names),
        in: value
      )
    }
  }

  private static func missing(
    _ names: [String],
    in value: JSONValue
  ) -> JSONSchema.Violation.Finding {
    let missing = names.filter { value[$0] == nil }
    let (noun, verb) = missing.count == 1 ? ("member", "is") : ("members", "are")
    return .init(
      expected: "the \(noun) \(missing.map { "\"\($0)\"" }.joined(separator: ", "))",
      actual: "nothing",
      ending: ", which \(verb) missing",
      missing: missing
    )
  }
}
