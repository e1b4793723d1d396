import Encodings

extension JSONSchema.Assertion {
  /// Whether a value fulfils the keyword.
  func holds(for value: JSONValue) -> Bool {
    switch self {
    case .type(let types):
      return types.contains(typeOf: value)
    case .enumeration(let values):
      return values.contains(value)
    case .constant(let constant):
      return value == constant
    case .number(let rule):
      guard case .number(let number) = value else { return true }
      return rule.holds(for: number)
    case .text(let rule):
      guard case .string(let text) = value else { return true }
      return rule.holds(for: text)
    case .elements(let rule):
      guard case .array(let elements) = value else { return true }
      return rule.holds(for: elements)
    case .members(let rule):
      guard case .object(let members) = value else { return true }
      return rule.holds(for: members)
    }
  }
}

extension JSONSchema.NumberRule {
  /// Whether a number fulfils the keyword.
  func holds(for number: JSONNumber) -> Bool {
    switch self {
    // Exact; only a number spelled with thousands of digits is refused.
    case .multipleOf(let divisor): (try? number.isMultiple(of: divisor)) ?? false
    case .maximum(let bound): number <= bound
    case .exclusiveMaximum(let bound): number < bound
    case .minimum(let bound): number >= bound
    case .exclusiveMinimum(let bound): number > bound
    case .format(let format): format.allows(number)
    }
  }
}

extension JSONSchema.TextRule {
  /// Whether a text fulfils the keyword.
  func holds(for text: String) -> Bool {
    switch self {
    case .maxLength(let bound):
      // No text has more code points than bytes.
      text.utf8.count <= bound || text.unicodeScalars.count <= bound
    case .minLength(let bound): text.unicodeScalars.count >= bound
    // What the search could not find out was reported before.
    case .pattern(let pattern, _): pattern.search(text) == .found(nil)
    case .format(let format): format.matches(text)
    case .base64: Base64.decode(text, allowing: .whitespace) != nil
    case .encoded(let encoding): encoding.decode(text) != nil
    // What is not encoded rightly was reported before.
    case .json(let encoding):
      JSONSchema.ContentEncoding.bytes(of: text, encoding).map {
        (try? JSONParser().parse($0)) != nil
      } ?? true
    }
  }
}

extension JSONSchema.ElementsRule {
  /// Whether an array fulfils the keyword.
  func holds(for elements: [JSONValue]) -> Bool {
    switch self {
    case .maxItems(let bound): elements.count <= bound
    case .minItems(let bound): elements.count >= bound
    case .uniqueItems: Self.areUnique(elements)
    }
  }

  private static func areUnique(_ elements: [JSONValue]) -> Bool {
    guard elements.count < 8 else { return Set(elements).count == elements.count }
    for (place, element) in elements.enumerated()
    where elements[(place + 1)...].contains(element) { return false }
    return true
  }
}

extension JSONSchema.MembersRule {
  /// Whether an object fulfils the keyword.
  func holds(for members: JSONObject) -> Bool {
    switch self {
    case .maxProperties(let bound): members.count <= bound
    case .minProperties(let bound): members.count >= bound
    case .required(let names): names.allSatisfy { members.position(of: $0) != nil }
    case .dependentRequired(let dependencies):
      dependencies.allSatisfy { dependency in
        members.position(of: dependency.key) == nil
          || dependency.names.allSatisfy { members.position(of: $0) != nil }
      }
    }
  }
}
