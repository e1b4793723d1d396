import Documents

/// A literal value in which matchers may stand: what `equals` and `partial` compare with.
indirect enum LiteralPattern: Sendable {
  /// How objects and lists are compared.
  enum Mode: Sendable, Hashable {
    /// Exactly.
    case equal
    /// Objects by the keys given, lists of equal length by position.
    case partial
  }

  /// A value without matchers, compared exactly.
  case value(JSONValue)
  /// A list, by position.
  case list([LiteralPattern])
  /// A list in any order.
  case unordered(UnorderedList)
  /// An object; with `isOpen`, other keys may stand beside these.
  case object([Member], isOpen: Bool)
  /// `$is`: a matcher.
  case matcher(any Matcher, source: JSONValue)

  /// A key with what its value must be.
  struct Member: Sendable {
    var key: String
    var pattern: LiteralPattern
  }

  /// Whether a value is as the pattern has it.
  func matches(_ value: JSONValue, nature: Subject.Nature) -> Bool {
    switch self {
    case .value(let literal):
      return nature == .json ? literal == value : LooseComparison.equals(literal, value)
    case .list(let patterns):
      guard case .array(let elements) = value, elements.count == patterns.count else {
        return false
      }
      return zip(patterns, elements).allSatisfy { $0.matches($1, nature: nature) }
    case .unordered(let list):
      guard case .array(let elements) = value else { return false }
      return list.matches(elements, nature: nature)
    case .object(let members, let isOpen):
      guard case .object(let object) = value, isOpen || object.count == members.count else {
        return false
      }
      for member in members {
        // An absent member is nothing to its matcher, so `exists: false` can say so.
        guard let inner = object[member.key] else {
          guard isOpen, member.pattern.acceptsAbsence else { return false }
          continue
        }
        guard member.pattern.matches(inner, nature: nature) else { return false }
      }
      return true
    case .matcher(let matcher, _):
      return matcher.judge(Subject(.single(value), nature: nature)) == .holds
    }
  }

  /// Judges a value, and says so where a matcher inside cannot apply to what stands there.
  func judge(_ value: JSONValue, nature: Subject.Nature) -> Judgement {
    guard !matches(value, nature: nature) else { return .holds }
    switch (self, value) {
    case (.matcher(let matcher, _), _):
      return matcher.judge(Subject(.single(value), nature: nature))
    case (.list(let patterns), .array(let elements)) where patterns.count == elements.count:
      return .all(of: zip(patterns, elements)) { $0.judge($1, nature: nature) }
    case (.object(let members, let isOpen), .object(let object))
    where isOpen || object.count == members.count:
      return .all(of: members) { member in
        guard let inner = object[member.key] else {
          return isOpen && member.pattern.acceptsAbsence ? .holds : .fails
        }
        return member.pattern.judge(inner, nature: nature)
      }
    case (.unordered(let list), .array(let elements)) where list.patterns.count == elements.count:
      guard !list.isPlain else { return .fails }
      let isStrange = list.patterns.contains { pattern in
        elements.contains { pattern.judge($0, nature: nature) == .inapplicable }
      }
      return isStrange ? .inapplicable : .fails
    case (.value, _), (.list, _), (.object, _), (.unordered, _):
      return .fails
    }
  }

  /// Whether the literal is a list, so that it looks at all of a node list.
  var isList: Bool {
    switch self {
    case .value(.array), .list, .unordered: true
    case .value, .object, .matcher: false
    }
  }

  /// The pattern as text for a message.
  var text: String {
    switch self {
    case .value(let value): ValueText.describe(value)
    case .list, .object: ValueText.describe(source)
    case .unordered(let list): "\(list.text) in any order"
    case .matcher(let matcher, _): matcher.expectation
    }
  }

  /// The pattern as it was written.
  var source: JSONValue {
    switch self {
    case .value(let value): value
    case .list(let patterns): .array(patterns.map(\.source))
    case .unordered(let list): ["$unordered": .array(list.patterns.map(\.source))]
    case .object(let members, _): .object(JSONObject(members.map { ($0.key, $0.pattern.source) }))
    case .matcher(_, let source): ["$is": source]
    }
  }
}
