public import Diagnostics
public import Documents

/// What a matcher is made from: its argument, the keys beside it and the context.
///
/// Errors that its methods throw carry the path from the map in which the matcher stands.
public struct MatcherArguments: Sendable {
  /// The matcher's name.
  public let name: String

  /// Its argument.
  public let value: JSONValue

  /// The map in which it stands, the matcher itself included.
  public let map: JSONObject

  /// Which parts of the map are written in the file.
  let mapOrigin: ArgumentOrigin

  /// Which parts of the argument are written in the file and so may name matchers.
  public let origin: ArgumentOrigin

  /// What making needs from outside.
  public let context: MatcherContext

  let catalogue: MatcherCatalogue
  let depth: Int

  /// An error about the argument.
  ///
  /// - Parameters:
  ///   - message: what is wrong.
  ///   - path: where, from the argument.
  ///   - hint: what to do.
  ///   - suggestion: the name that was probably meant.
  /// - Returns: the error, its path from the map.
  public func error(
    _ message: String,
    at path: [ValuePathElement] = [],
    hint: String? = nil,
    suggestion: String? = nil
  ) -> Mistake {
    Mistake(message, at: [.key(name)] + path, hint: hint, suggestion: suggestion)
  }

  /// The argument as text; a number or boolean counts as spelled.
  public func text() throws(Mistake) -> String {
    guard let text = text(of: value) else {
      throw error("expected text, got \(kind(of: value))")
    }
    return text
  }

  /// A value as text; a number or boolean counts as spelled, anything else is none.
  func text(of value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number): number.literal
    case .bool(let bool): bool ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// The argument as a boolean.
  public func boolean() throws(Mistake) -> Bool {
    guard case .bool(let bool) = value else {
      throw error("expected true or false, got \(ValueText.describe(value))")
    }
    return bool
  }

  /// The argument as a list.
  public func list() throws(Mistake) -> [JSONValue] {
    guard case .array(let elements) = value else {
      throw error("expected a list, got \(kind(of: value))", hint: "write `\(name): […]`")
    }
    return elements
  }

  /// What is made of each element of the argument, a list, by its path; an empty one may be refused.
  func list<Element>(
    orSay refusal: String?,
    _ make: (JSONValue, [ValuePathElement]) throws(Mistake) -> Element
  ) throws(Mistake) -> [Element] {
    let elements = try list()
    if let refusal, elements.isEmpty { throw error(refusal) }
    var made: [Element] = []
    for (index, element) in elements.enumerated() {
      made.append(try make(element, [.index(index)]))
    }
    return made
  }

  /// The argument as one of some names.
  func oneOf<Name: RawRepresentable<String> & CaseIterable>(
    _ names: Name.Type
  ) throws(Mistake) -> Name {
    let text = try text()
    guard let name = Name(rawValue: text) else {
      let names = Name.allCases.map(\.rawValue)
      throw error(
        "expected one of \(names.joined(separator: ", ")), got \(ValueText.quoted(text))",
        suggestion: Suggestion.nearest(to: text, in: names)
      )
    }
    return name
  }

  /// The argument as a matcher.
  ///
  /// - Parameter context: what the inner matcher judges; by default what this one does.
  /// - Returns: the inner matcher.
  /// - Throws: the inner matcher's mistake, its path from the map.
  public func matcher(in context: MatcherContext? = nil) throws(Mistake) -> any Matcher {
    let context = context ?? self.context
    return try Mistake.within(
      [.key(name)],
      catalogue.matcher(from: value, origin: origin, context: context, depth: depth + 1)
    )
  }

  /// The argument as a list of matchers, of which each judges what this one does.
  public func matchers() throws(Mistake) -> [any Matcher] {
    try list(orSay: "an empty list has no matcher") { (element, path) throws(Mistake) in
      let origin = origin.part(at: path, of: value)
      return try Mistake.within(
        [.key(name)] + path,
        catalogue.matcher(from: element, origin: origin, context: context, depth: depth + 1)
      )
    }
  }

  /// A part of the argument with the matchers written inside it compiled.
  func literal(
    _ part: JSONValue,
    at path: [ValuePathElement]
  ) throws(Mistake) -> LiteralPattern {
    let origin = origin.part(at: path, of: value)
    return try Mistake.within(
      [.key(name)] + path,
      catalogue.pattern(.equal, of: part, origin: origin, context: context, depth: depth)
    )
  }

  /// What to call a value of a wrong kind.
  func kind(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .number, .string: ValueText.describe(value)
    case .array: "a list"
    case .object: "a map"
    }
  }
}
