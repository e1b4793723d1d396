import Diagnostics
import Documents

extension MatcherDefinition {
  static let type = MatcherDefinition(
    name: "type",
    summary: "The value has a JSON type, or one of several.",
    shape: .anyOf([
      .oneOf(TypeMatcher.Name.allCases.map(\.rawValue)),
      .someOf(.oneOf(TypeMatcher.Name.allCases.map(\.rawValue))),
    ]),
    example: "type: integer",
    kinds: [.value, .markup, .texts, .text],
    make: { (arguments) throws(Mistake) in
      guard case .array = arguments.value else {
        // A plain `null` is the value, but what was meant is its name.
        guard !arguments.value.isNull else { return TypeMatcher(names: [.null]) }
        return TypeMatcher(names: [try arguments.oneOf(TypeMatcher.Name.self)])
      }
      let names = TypeMatcher.Name.allCases.map(\.rawValue)
      let found = try arguments.list(orSay: "an empty list accepts nothing") {
        (element, path) throws(Mistake) in
        let text = element.isNull ? "null" : element.string ?? ""
        guard let name = TypeMatcher.Name(rawValue: text) else {
          throw arguments.error(
            "expected one of \(names.joined(separator: ", ")), got \(arguments.kind(of: element))",
            at: path,
            suggestion: Suggestion.nearest(to: text, in: names)
          )
        }
        return name
      }
      return TypeMatcher(names: found)
    }
  )
}

/// `type`.
struct TypeMatcher: ValueMatcher {
  /// The types of JSON, and whole numbers.
  enum Name: String, Sendable, CaseIterable {
    case string
    case number
    case integer
    case boolean
    case null
    case array
    case object
  }

  let names: [Name]

  var expectation: String { "type \(names.map(\.rawValue).joined(separator: " or "))" }

  func judge(_ value: JSONValue, nature: Subject.Nature) -> Judgement {
    Judgement(names.contains { Self.has(value, $0, nature: nature) })
  }

  func detail(for value: JSONValue, nature: Subject.Nature) -> String? {
    "that is of type \(value.typeName)"
  }

  private static func has(_ value: JSONValue, _ name: Name, nature: Subject.Nature) -> Bool {
    switch (name, value) {
    case (.string, .string), (.number, .number), (.boolean, .bool), (.null, .null),
      (.array, .array), (.object, .object):
      true
    case (.integer, .number(let number)):
      number.isInteger
    case (.number, .string), (.integer, .string):
      // Headers and XPath nodes have no types of their own: text that spells a number is one.
      Bound.number(of: value, nature: nature).map { name == .number || $0.isInteger } ?? false
    case (.boolean, .string(let text)):
      nature != .json && (text == "true" || text == "false")
    case (.string, _), (.number, _), (.integer, _), (.boolean, _), (.null, _), (.array, _),
      (.object, _):
      false
    }
  }
}
