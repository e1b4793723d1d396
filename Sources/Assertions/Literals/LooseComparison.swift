import Documents
import Encodings

/// How literals compare with text: by what they say rather than by their type.
enum LooseComparison: Sendable {
  /// Whether a literal equals a value that is text, or is a number or boolean that an XPath gave.
  static func equals(_ literal: JSONValue, _ value: JSONValue) -> Bool {
    switch (literal, value) {
    case (.number(let number), .string(let text)):
      return self.number(of: text) == number
    case (.bool(let bool), .string(let text)):
      return text == (bool ? "true" : "false")
    case (.array(let literals), .array(let values)):
      return literals.count == values.count
        && zip(literals, values).allSatisfy { literal, value in equals(literal, value) }
    case (.object(let literals), .object(let values)):
      return literals.count == values.count
        && literals.allSatisfy { key, literal in values[key].map { equals(literal, $0) } ?? false }
    case (_, _):
      return literal == value
    }
  }

  /// The number that a text spells, spaces around it aside.
  static func number(of text: String) -> JSONNumber? {
    guard text.utf8.count <= 4096 else { return nil }
    if let number = JSONNumber(parsing: text) { return number }
    let trimmed = text.trimming { $0 == " " || $0 == "\n" || $0 == "\t" }
    return trimmed.utf8.count == text.utf8.count ? nil : JSONNumber(parsing: String(trimmed))
  }
}
