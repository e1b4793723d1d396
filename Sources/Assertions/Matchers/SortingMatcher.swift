import Diagnostics
import Documents

/// `sorts-before` and `sorts-after`: a strict order among texts and among numbers, never between them.
struct SortingMatcher: ValueMatcher {
  let bound: JSONValue
  let isBefore: Bool

  var expectation: String {
    "\(isBefore ? "sorted before" : "sorted after") \(ValueText.describe(bound))"
  }

  var wanted: String? { bound.string == nil ? "a number" : "text" }

  func judge(_ value: JSONValue, nature: Subject.Nature) -> Judgement {
    switch (value, bound) {
    case (.string(let text), .string(let bound)):
      let (first, last) = isBefore ? (text, bound) : (bound, text)
      return Judgement(first.utf8.lexicographicallyPrecedes(last.utf8))
    case (.number(let number), .number(let bound)):
      return Judgement(isBefore ? number < bound : bound < number)
    case _: return .inapplicable
    }
  }

  /// The definition of one of the two.
  static func definition(isBefore: Bool, example: String) -> MatcherDefinition {
    MatcherDefinition(
      name: isBefore ? "sorts-before" : "sorts-after",
      summary:
        "The value comes \(isBefore ? "before" : "after") another of its type: texts by their bytes in UTF-8, numbers by size.",
      shape: .anyOf([.text, .number]),
      example: example,
      kinds: .ordered,
      make: { (arguments) throws(Mistake) in
        switch arguments.value {
        case .string, .number:
          return SortingMatcher(bound: arguments.value, isBefore: isBefore)
        // A word of the file is text; a boolean that an expression gives is none.
        case .bool(let word) where arguments.origin != .computed:
          return SortingMatcher(bound: .string(word ? "true" : "false"), isBefore: isBefore)
        case .null, .bool, .array, .object:
          throw arguments.error(
            "expected text or a number, got \(arguments.kind(of: arguments.value))"
          )
        }
      }
    )
  }
}

extension MatcherDefinition {
  static let sortsBefore = SortingMatcher.definition(isBefore: true, example: "sorts-before: mug")
  static let sortsAfter = SortingMatcher.definition(isBefore: false, example: "sorts-after: book")
}
