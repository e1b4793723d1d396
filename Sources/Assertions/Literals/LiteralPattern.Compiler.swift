import Diagnostics
import Documents

extension LiteralPattern {
  /// Compiles a literal: finds the matchers written inside it.
  struct Compiler: Sendable {
    /// How deep a literal may be.
    static let maximumDepth = 256

    let mode: Mode
    let catalogue: MatcherCatalogue
    let context: MatcherContext

    /// Compiles a literal.
    ///
    /// - Parameters:
    ///   - literal: the literal.
    ///   - origin: which parts of it are written; only these hold matchers.
    ///   - depth: how many levels are around it.
    /// - Returns: `.value` where plain equality is all that is asked for.
    /// - Throws: a mistake in a `$is` or `$unordered`, with its path from `literal`.
    func compile(
      _ literal: JSONValue,
      _ origin: ArgumentOrigin,
      depth: Int
    ) throws(Mistake) -> LiteralPattern {
      if mode == .equal, origin == .computed { return .value(literal) }
      guard depth < Self.maximumDepth else {
        throw Mistake("a literal may be at most \(Self.maximumDepth) levels deep")
      }
      switch literal {
      case .null, .bool, .number, .string:
        return .value(literal)
      case .array(let elements):
        let patterns = try compile(elements, origin, depth: depth)
        return patterns.allSatisfy(\.isPlain) ? .value(literal) : .list(patterns)
      case .object(let object):
        return try compile(object, origin, depth: depth)
      }
    }

    private func compile(
      _ elements: [JSONValue],
      _ origin: ArgumentOrigin,
      depth: Int
    ) throws(Mistake) -> [LiteralPattern] {
      var patterns: [LiteralPattern] = []
      patterns.reserveCapacity(elements.count)
      for (index, element) in elements.enumerated() {
        let pattern = try Mistake.within(
          [.index(index)],
          compile(element, origin.element(index), depth: depth + 1)
        )
        patterns.append(pattern)
      }
      return patterns
    }

    private func compile(
      _ object: JSONObject,
      _ origin: ArgumentOrigin,
      depth: Int
    ) throws(Mistake) -> LiteralPattern {
      if object.count == 1, !origin.member(0).isKeyComputed,
        let special = try Mistake.within(
          [.key(object[0].key)],
          special(object[0], origin.member(0).value, depth: depth)
        )
      {
        return special
      }
      var members: [Member] = []
      members.reserveCapacity(object.count)
      for (place, (key, value)) in object.enumerated() {
        let pattern = try Mistake.within(
          [.key(key)],
          compile(value, origin.member(place).value, depth: depth + 1)
        )
        members.append(Member(key: key, pattern: pattern))
      }
      if mode == .equal, members.allSatisfy(\.pattern.isPlain) { return .value(.object(object)) }
      return .object(members, isOpen: mode == .partial)
    }

    private func special(
      _ member: (key: String, value: JSONValue),
      _ origin: ArgumentOrigin,
      depth: Int
    ) throws(Mistake) -> LiteralPattern? {
      switch member.key {
      case "$is":
        let matcher = try catalogue.matcher(
          from: member.value,
          origin: origin,
          context: context,
          depth: depth + 1
        )
        return .matcher(matcher, source: member.value)
      case "$unordered":
        guard case .array(let elements) = member.value else {
          throw Mistake("expected a list", hint: "write `$unordered: […]`")
        }
        return .unordered(UnorderedList(try compile(elements, origin, depth: depth)))
      case _:
        return nil
      }
    }
  }

  /// Whether it is compared as a value.
  fileprivate var isPlain: Bool {
    if case .value = self { true } else { false }
  }
}
