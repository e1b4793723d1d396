import Diagnostics
import Documents

extension LiteralPattern {
  /// How many differences are reported.
  static let maximumDifferences = 20

  /// The places at which a value is not as the pattern has it.
  ///
  /// - Parameters:
  ///   - value: one that ``matches(_:nature:)`` refused.
  ///   - nature: how literals compare.
  ///   - path: where the value stands.
  /// - Returns: at most ``maximumDifferences``, in document order.
  func differences(
    in value: JSONValue,
    nature: Subject.Nature,
    at path: String
  ) -> [Difference] {
    var finder = DifferenceFinder(nature: nature)
    finder.compare(self, value, at: path)
    return finder.found
  }

  /// Walks pattern and value side by side.
  private struct DifferenceFinder {
    let nature: Subject.Nature
    var found: [Difference] = []

    private var isFull: Bool { found.count >= maximumDifferences }

    mutating func note(_ path: String, _ expected: String, _ actual: String) {
      guard !isFull else { return }
      // Keys come from a server too.
      let path = TerminalText.escaped(path)
      found.append(Difference(path: path, expected: expected, actual: actual))
    }

    mutating func compare(_ pattern: LiteralPattern, _ value: JSONValue, at path: String) {
      guard !isFull, !pattern.matches(value, nature: nature) else { return }
      switch (pattern, value) {
      case (.value(.array(let literals)), .array(let elements)) where isLoose(pattern):
        compare(literals.map { .value($0) }, elements, at: path)
      case (.value(.array(let literals)), .array):
        compare(plain: .array(literals), value, at: path)
      case (.list(let patterns), .array(let elements)):
        compare(patterns, elements, at: path)
      case (.value(.object(let literal)), .object(let object)) where isLoose(pattern):
        let members = literal.map { Member(key: $0.key, pattern: .value($0.value)) }
        compare(members, object, isOpen: false, at: path)
      case (.value(.object(let literal)), .object):
        compare(plain: .object(literal), value, at: path)
      case (.object(let members, let isOpen), .object(let object)):
        compare(members, object, isOpen: isOpen, at: path)
      case (.unordered(let list), .array(let elements)):
        compare(list, elements, at: path)
      case (.matcher(let matcher, _), _):
        let result = matcher.failure(of: Subject(.single(value), nature: nature, path: path))
        if result.differences.isEmpty {
          note(path, result.expected, result.actual ?? ValueText.describe(value))
        } else {
          for difference in result.differences {
            note(difference.path, difference.expected, difference.actual)
          }
        }
      case (.value(.string(let wanted)), .string(let text)):
        note(texts: wanted, text, at: path)
      case (_, _):
        note(path, pattern.text, ValueText.describe(value))
      }
    }

    /// Whether a literal can equal what is not the same value.
    private func isLoose(_ pattern: LiteralPattern) -> Bool {
      switch nature {
      case .json: false
      case .texts: !pattern.source.holdsOnlyTexts
      case .text, .measure: true
      }
    }

    /// Notes where two texts differ; short ones are shown whole.
    private mutating func note(texts wanted: String, _ text: String, at path: String) {
      // That of a text which is no part of a document says nothing.
      let place = path == "$" && nature != .json && nature != .texts ? "" : path
      let left = maximumDifferences - found.count
      let differences = TextDifference.between(wanted, text, at: place, limit: left)
      guard !differences.isEmpty else {
        note(path, ValueText.quoted(wanted), ValueText.quoted(text))
        return
      }
      for difference in differences {
        note(difference.path, difference.expected, difference.actual)
      }
    }

    mutating func compare(
      _ patterns: [LiteralPattern],
      _ elements: [JSONValue],
      at path: String
    ) {
      for (index, (pattern, element)) in zip(patterns, elements).enumerated() {
        compare(pattern, element, at: "\(path)[\(index)]")
      }
      guard patterns.count != elements.count else { return }
      let expected = LiteralPattern.elements(patterns.count)
      note(path, expected, "\(elements.count)")
    }

    mutating func compare(
      _ members: [Member],
      _ object: JSONObject,
      isOpen: Bool,
      at path: String
    ) {
      for member in members {
        let place = path + LiteralPattern.step(to: member.key)
        if let value = object[member.key] {
          compare(member.pattern, value, at: place)
        } else if !isOpen || !member.pattern.acceptsAbsence {
          note(place, member.pattern.text, "nothing")
        }
      }
      guard !isOpen else { return }
      let known = Set(members.map(\.key))
      for (key, value) in object where !known.contains(key) {
        note(path + LiteralPattern.step(to: key), "nothing", ValueText.describe(value))
      }
    }

    /// Compares values without matchers; what was put in or taken out of a list moves nothing else.
    mutating func compare(plain literal: JSONValue, _ value: JSONValue, at path: String) {
      let differences = JSONDifference.between(
        expected: literal,
        actual: value,
        limit: maximumDifferences - found.count
      )
      for difference in differences {
        let place = path + JSONPath.shortened(difference.path)
        let expected = difference.expected.map { ValueText.describe($0) } ?? "nothing"
        let actual = difference.actual.map { ValueText.describe($0) } ?? "nothing"
        switch difference.kind {
        case .missing: note(place, expected, "nothing")
        case .unexpected: note(place, "nothing", actual)
        case .different:
          if case .string(let wanted)? = difference.expected,
            case .string(let text)? = difference.actual
          {
            note(texts: wanted, text, at: place)
          } else {
            note(place, expected, actual)
          }
        case .moved:
          let origin = path + JSONPath.shortened(difference.expectedPath ?? difference.path)
          note(origin, actual, "it at \(place)")
        }
      }
    }

    mutating func compare(_ list: UnorderedList, _ elements: [JSONValue], at path: String) {
      guard let rest = list.unmatched(elements, nature: nature) else {
        note(path, "these elements in any order", LiteralPattern.elements(elements.count))
        return
      }
      for index in rest.patterns {
        note(path, "an element \(list.patterns[index].text)", "none")
      }
      for index in rest.elements {
        note("\(path)[\(index)]", "nothing", ValueText.describe(elements[index]))
      }
    }
  }

  var acceptsAbsence: Bool {
    guard case .matcher(let matcher, _) = self else { return false }
    return matcher.judge(Subject(.absent, nature: .json)) == .holds
  }

  /// `1 element`, `3 elements`.
  static func elements(_ count: Int) -> String {
    "\(count) element\(count == 1 ? "" : "s")"
  }

  /// A member as a step of a JSONPath: `.name`, or `['odd name']`.
  static func step(to key: String) -> String {
    guard !key.isPlainName else { return ".\(key)" }
    var text = "['"
    for scalar in ValueText.cut(key).unicodeScalars {
      if scalar == "'" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text + "']"
  }
}

extension JSONValue {
  /// Whether every value in it is a text.
  fileprivate var holdsOnlyTexts: Bool {
    switch self {
    case .string: true
    case .array(let elements): elements.allSatisfy(\.holdsOnlyTexts)
    case .object(let members): members.allSatisfy(\.value.holdsOnlyTexts)
    case .null, .bool, .number: false
    }
  }
}
