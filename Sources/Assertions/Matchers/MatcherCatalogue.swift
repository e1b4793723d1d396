public import Diagnostics
public import Documents

/// The matchers by name, and how an argument becomes one.
///
/// ```swift
/// let matcher = try MatcherCatalogue.standard.matcher(
///   from: ["approx": 19.98, "within": 0.01],
///   context: MatcherContext(kind: .value)
/// )
/// matcher.evaluate(.json(20.5)).message   // expected 19.98 ± 0.01, got 20.5
/// ```
public final class MatcherCatalogue: Sendable {
  /// The matchers of the scenario format.
  public static let standard = MatcherCatalogue([
    .equals, .partial, .not, .each, .any, .anyOf, .allOf, .in, .unordered,
    .gt, .gte, .lt, .lte, .between, .approx, .before, .after, .sortsBefore, .sortsAfter,
    .matches, .contains, .containsAll, .containsAny, .startsWith, .endsWith,
    .type, .format, .exists, .empty, .count, .length, .schema, .pipe,
  ])

  /// The definitions in the order of the reference.
  public let definitions: [MatcherDefinition]

  private let byName: [String: MatcherDefinition]

  /// Makes a catalogue; of two definitions with one name the last stands.
  public init(_ definitions: [MatcherDefinition]) {
    self.definitions = definitions
    byName = Dictionary(definitions.map { ($0.name, $0) }) { $1 }
  }

  /// The definition of a matcher's name, if there is one.
  public func definition(named name: String) -> MatcherDefinition? { byName[name] }

  /// Makes a matcher.
  ///
  /// - Parameters:
  ///   - argument: a scalar or a list stands for `equals`; a map names matchers, all of which
  ///     must hold.
  ///   - origin: which parts of it are written in the file; what an expression gave is a literal.
  ///   - context: what making needs from outside.
  ///   - depth: in how many other matchers it stands.
  /// - Returns: a matcher that can be used from any thread, any number of times.
  /// - Throws: the first mistake, with its path from `argument`.
  public func matcher(
    from argument: JSONValue,
    origin: ArgumentOrigin = .written,
    context: MatcherContext,
    depth: Int = 0
  ) throws(Mistake) -> any Matcher {
    guard depth < LiteralPattern.Compiler.maximumDepth else {
      throw Mistake("matchers may be at most \(LiteralPattern.Compiler.maximumDepth) deep")
    }
    guard case .object(let map) = argument, origin != .computed else {
      return try comparison(with: argument, origin: origin, context: context, depth: depth)
    }
    func matcher(of definition: MatcherDefinition, at place: Int) throws(Mistake) -> any Matcher {
      let (name, value) = map[place]
      return try definition.make(
        MatcherArguments(
          name: name,
          value: value,
          map: map,
          mapOrigin: origin,
          origin: origin.member(place).value,
          context: context,
          catalogue: self,
          depth: depth
        )
      )
    }
    // Most maps have one matcher.
    if map.count == 1, let definition = byName[map[0].key] {
      return try matcher(of: definition, at: 0)
    }
    try checkNames(of: map)
    // A pipe makes the matchers beside it.
    if let pipe = map.firstIndex(where: { $0.key == "pipe" }), let definition = byName["pipe"] {
      return try matcher(of: definition, at: pipe)
    }
    var matchers: [any Matcher] = []
    for place in map.indices {
      guard let definition = byName[map[place].key] else { continue }
      matchers.append(try matcher(of: definition, at: place))
    }
    return matchers.count == 1 ? matchers[0] : AllMatcher(matchers: matchers)
  }

  private func checkNames(of map: JSONObject) throws(Mistake) {
    let literalHint = "a literal object is written `equals: {…}` or `partial: {…}`"
    guard !map.isEmpty else {
      throw Mistake("an empty map is not a matcher", hint: literalHint)
    }
    if map.allSatisfy({ byName[$0.key] != nil }) { return }
    let known = map.keys.filter { byName[$0] != nil }
    let companions = Set(known.flatMap { byName[$0]?.companions.keys.map { $0 } ?? [] })
    for key in map.keys where byName[key] == nil && !companions.contains(key) {
      let owners = definitions.filter { $0.companions[key] != nil }.map { "`\($0.name)`" }
      if !owners.isEmpty {
        throw Mistake(
          "\"\(key)\" stands beside \(owners.joined(separator: " or "))",
          at: [.key(key)],
          aboutKey: true,
          hint: "write \(owners.count == 1 ? "it" : "one of these") in the same map"
        )
      }
      if key == "$is" || key == "$unordered" {
        throw Mistake(
          "\"\(key)\" stands inside `equals` or `partial`",
          at: [.key(key)],
          aboutKey: true,
          hint: "write the matcher itself here"
        )
      }
      let suggestion = Suggestion.nearest(to: key, in: definitions.map(\.name))
      guard !known.isEmpty || suggestion != nil else {
        throw Mistake(
          "no matcher is called \(ValueText.quoted(key))",
          at: [.key(key)],
          aboutKey: true,
          hint: literalHint
        )
      }
      throw Mistake(
        "unknown matcher \(ValueText.quoted(key))",
        at: [.key(key)],
        aboutKey: true,
        suggestion: suggestion
      )
    }
  }
}
