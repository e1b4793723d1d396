/// A JSON value that loses nothing of what was written: exact numbers, key order, all Unicode text.
///
/// Two values are equal when they mean the same: numbers by value (`1.0` equals `1`, and
/// `9007199254740993` does not equal `9007199254740992`), objects whatever the order of their keys,
/// texts code point by code point (RFC 8259, section 8.3), so that a composed and a decomposed `é`
/// differ.
///
/// ```swift
/// let order: JSONValue = ["id": 7, "lines": [["price": 1.5]]]
/// order["lines"]?[0]?["price"]?.number == 1.5
/// ```
public enum JSONValue: Sendable {
  /// The value `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number with all its digits.
  case number(JSONNumber)
  /// A text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Members in order.
  case object(JSONObject)
}

extension JSONValue {
  /// Whether this is the value `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The truth value, or nil when this is not a boolean.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The number, or nil when this is not a number.
  public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

  /// The text, or nil when this is not a string.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The elements, or nil when this is not an array.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  /// The members, or nil when this is not an object.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The value of a member, or nil when this is not an object or has no such key.
  ///
  /// - Parameter key: The key, compared code point by code point.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// An element, or nil when this is not an array or is shorter than that.
  ///
  /// - Parameter index: The place from 0; a negative one counts from the end, `-1` is the last.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self else { return nil }
    let place = index < 0 ? elements.count &+ index : index
    // Not by `?:`, in which `nil` would be the literal for the value `null`.
    guard elements.indices.contains(place) else { return nil }
    return elements[place]
  }

  /// The name of the value's type as JSON has it: `string`, `number`, `boolean`, `null`, `array` or
  /// `object`.
  public var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// The name of the value's type with its article.
  var typePhrase: String {
    switch self {
    case .null: "null"
    case .array, .object: "an \(typeName)"
    case .bool, .number, .string: "a \(typeName)"
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as compact JSON.
  public var description: String { serializedText() }
}
