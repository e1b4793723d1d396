public import Documents

/// What a request says in its query, form, JSON or property list.
///
/// ```swift
/// let parameters: ParameterValue = ["user": "ada", "tags": ["a", "b"], "page": 2]
/// ```
public enum ParameterValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  /// Bytes: a part's body in multipart, base64 in a query, not allowed in JSON.
  case data([UInt8])
  /// A point in time, in seconds since 1970-01-01T00:00:00Z.
  case date(Double)
  case array([ParameterValue])
  /// Values without order: a query repeats the key itself for each, sorted.
  case set([ParameterValue])
  /// Members that a query sorts by name.
  case object([Member])
  /// Members whose order is kept and whose names may repeat.
  case pairs([Member])

  /// A name with its value.
  public struct Member: Sendable, Hashable {
    /// The name, not escaped.
    public var name: String
    /// What it stands for.
    public var value: ParameterValue

    /// Creates a member.
    public init(_ name: String, _ value: ParameterValue) {
      self.name = name
      self.value = value
    }
  }
}

extension ParameterValue {
  /// Takes over a JSON value.
  public init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .array(elements.map(ParameterValue.init(_:)))
    case .object(let members): self = .object(members.map { Member($0.key, Self($0.value)) })
    }
  }

  /// The same as JSON, or `nil` if some part of it is bytes, a date or a set.
  public var json: JSONValue? {
    switch self {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .number(let value): return .number(value)
    case .string(let value): return .string(value)
    case .data, .date, .set: return nil
    case .array(let elements):
      let values = elements.compactMap(\.json)
      return values.count == elements.count ? .array(values) : nil
    case .object(let members), .pairs(let members):
      var object = JSONObject()
      for member in members {
        guard let value = member.value.json else { return nil }
        object[member.name] = value
      }
      return .object(object)
    }
  }

  /// How deep lists and objects stand in each other, counted at most to `limit`.
  package func isDeeper(than limit: Int) -> Bool {
    switch self {
    case .null, .bool, .number, .string, .data, .date: return false
    case .array(let elements), .set(let elements):
      return limit == 0 || elements.contains { $0.isDeeper(than: limit - 1) }
    case .object(let members), .pairs(let members):
      return limit == 0 || members.contains { $0.value.isDeeper(than: limit - 1) }
    }
  }
}
