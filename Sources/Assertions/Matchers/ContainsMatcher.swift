import Diagnostics
import Documents

extension MatcherDefinition {
  static let contains = MatcherDefinition(
    name: "contains",
    summary: "The text contains a text, or the list an element equal to a literal.",
    shape: .literal,
    example: "contains: ABC-1",
    kinds: .texts,
    make: { (arguments) throws(Mistake) in
      try ContainsMatcher(arguments.value, of: arguments, at: [])
    }
  )
}

extension MatcherArguments {
  /// A matcher for each element of the argument, which is a list of what must be contained.
  func containsMatchers() throws(Mistake) -> [ContainsMatcher] {
    try list(orSay: "an empty list asks for nothing") { (element, path) throws(Mistake) in
      try ContainsMatcher(element, of: self, at: path)
    }
  }
}

/// `contains`.
struct ContainsMatcher: ValueMatcher {
  /// What a text must have in it; `nil` where the argument is no text.
  let part: TextSearch?

  /// What an element of a list must equal.
  let element: LiteralPattern

  /// Makes a matcher of a part of an argument.
  ///
  /// - Parameters:
  ///   - value: what must be contained.
  ///   - arguments: the argument that it stands in.
  ///   - path: where it stands there.
  /// - Throws: what is wrong with it.
  init(
    _ value: JSONValue,
    of arguments: MatcherArguments,
    at path: [ValuePathElement]
  ) throws(Mistake) {
    let text = arguments.text(of: value)
    if arguments.context.kind != .value, text == nil {
      throw arguments.error("expected text, got \(arguments.kind(of: value))", at: path)
    }
    part = text.map { TextSearch($0) }
    element = try arguments.literal(value, at: path)
  }

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
