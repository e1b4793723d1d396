/// Makes values of `Decodable` types from JSON values, exactly or not at all.
///
/// ```swift
/// struct Order: Decodable { var id: Int, placedBy: String }
/// let orders = try JSONValueDecoder(keys: .snakeCase).decode([Order].self, from: value)
/// ```
///
/// Numbers keep their value: one that does not fit the type is an error and not the nearest one
/// (`300` as `Int8`, `1.5` as `Int`, `1e400` or `9007199254740993` as `Double`); a fraction becomes the
/// nearest `Double`, as every decimal fraction does. Null is a value for optionals alone. There is no
/// rule for dates: a type that is one decodes itself.
public struct JSONValueDecoder: Sendable, Hashable, Codable {
  /// What the members of objects are called.
  public enum Keys: String, Sendable, Hashable, Codable {
    /// As the keys of the type.
    case unchanged
    /// `placed_by` for the key `placedBy`, as Foundation's `convertFromSnakeCase` reads it.
    case snakeCase
  }

  /// What the members of objects are called.
  public var keys: Keys

  /// Creates a decoder.
  ///
  /// - Parameter keys: what the members of objects are called.
  public init(keys: Keys = .unchanged) { self.keys = keys }

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: what is made.
  ///   - value: what it is made from; deeper than 512 is an error.
  /// - Returns: the value of that type.
  /// - Throws: ``JSONDecodingError`` with the place of what does not fit.
  public func decode<Value: Decodable>(
    _ type: Value.Type,
    from value: JSONValue
  ) throws(JSONDecodingError) -> Value {
    do {
      return try Value(from: JSONNode(value: value, step: nil, keys: keys))
    } catch {
      throw JSONDecodingError(error)
    }
  }
}

/// Why a JSON value does not make a value of a type, and where.
public struct JSONDecodingError: Error, Sendable, CustomStringConvertible {
  /// Where, as a JSONPath such as `$.items[2].id`.
  public var path: String
  /// What was expected there, and what was found.
  public var message: String
  /// What the decoding threw, usually a `DecodingError`.
  public var underlying: any Error

  /// Path and message.
  public var description: String { "\(path): \(message)" }

  init(_ error: any Error) {
    underlying = error
    guard let error = error as? DecodingError else {
      path = "$"
      message = "\(error)"
      return
    }
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      path = JSONPath.text(of: context.codingPath)
      message = context.debugDescription
    case .keyNotFound(let key, let context):
      path = JSONPath.text(of: context.codingPath + [key])
      message = "expected a value, got nothing"
    @unknown default:
      path = "$"
      message = "\(error)"
    }
  }
}
