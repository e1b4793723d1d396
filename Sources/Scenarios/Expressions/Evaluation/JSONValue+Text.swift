import Documents

extension JSONValue {
  /// The value as it is written out inside longer text: a text as it is, anything else as JSON.
  var writtenOut: String {
    switch self {
    case .string(let text): text
    case .number(let number): number.literal
    case .bool(let value): value ? "true" : "false"
    case .null: "null"
    case .array, .object: description
    }
  }

  /// What a message calls the type: `a text`, `a number`, `a list`.
  var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The value as JSON, secrets taken out, cut to 80 characters.
  func excerpt(_ services: ExpressionServices) -> String {
    let text = services.redact(description)
    guard text.count > 80 else { return text }
    return text.prefix(79) + "…"
  }
}

extension String {
  /// -1, 0 or 1 as this text comes before, is, or comes after another in the order of code points.
  func codePointOrder(against other: String) -> Int {
    if utf8.elementsEqual(other.utf8) { return 0 }
    return utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
  }

  /// The text without white space at its ends.
  var trimmed: String {
    let ends = (utf8.first ?? 0x20, utf8.last ?? 0x20)
    if 0x21..<0x7F ~= ends.0, 0x21..<0x7F ~= ends.1 { return self }
    var text = self[...]
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
