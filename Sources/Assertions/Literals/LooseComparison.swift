import Documents

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
      guard literals.count == values.count else { return false }
      for (literal, value) in zip(literals, values) where !equals(literal, value) {
        return false
      }
      return true
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
    var trimmed = text[...]
    while let first = trimmed.unicodeScalars.first, first == " " || first == "\n" || first == "\t" {
      trimmed.unicodeScalars.removeFirst()
    }
    while let last = trimmed.unicodeScalars.last, last == " " || last == "\n" || last == "\t" {
      trimmed.unicodeScalars.removeLast()
    }
    return trimmed.utf8.count == text.utf8.count ? nil : JSONNumber(parsing: String(trimmed))
  }
}
