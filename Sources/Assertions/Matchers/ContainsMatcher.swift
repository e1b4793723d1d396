import Documents

extension MatcherDefinition {
  static let contains = Self(
    name: "contains",
    summary: "The text contains a text, or the list an element equal to a literal.",
    shape: .literal,
    example: "contains: ABC-1",
    kinds: .texts,
    make: { (arguments) throws(MatcherError) in
      let part = try? arguments.text()
      if arguments.context.kind != .value, part == nil {
        throw arguments.error("expected text, got \(arguments.kind(of: arguments.value))")
      }
      return ContainsMatcher(
        part: part.map { TextSearch($0) },
        element: try arguments.literal(.equal)
      )
    }
  )
}

/// `contains`.
struct ContainsMatcher: ValueMatcher {
  /// What a text must have in it; `nil` where the argument is no text.
  let part: TextSearch?

  /// What an element of a list must equal.
  let element: LiteralPattern

  var expectation: String { "containing \(element.text)" }

  var wanted: String? { part == nil ? "a list" : "text or a list" }

  func judge(_ value: JSONValue, nature: Subject.Nature) -> Judgement {
    if case .array(let elements) = value {
      return .any(of: elements) { element.judge($0, nature: nature) }
    }
    guard let part, let text = value.string else {
      return .inapplicable
    }
    return Judgement(part.isFound(in: text))
  }

  func detail(for value: JSONValue, nature: Subject.Nature) -> String? {
    guard case .object = value else { return nil }
    return "an object is compared with partial"
  }
}
