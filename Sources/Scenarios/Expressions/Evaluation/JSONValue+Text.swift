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
