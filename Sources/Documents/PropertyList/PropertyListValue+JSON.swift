import Encodings

extension PropertyListValue {
  /// The list as JSON, so that JSONPath and JSON's matchers work on it.
  ///
  /// Dates become ISO 8601 texts, data Base64 texts, a UID `{"CF$UID": n}`; keys are in order of
  /// their code points. NaN and the infinities, which JSON lacks, become the texts `nan`,
  /// `+infinity` and `-infinity`.
  public var json: JSONValue {
    switch self {
    case .string(let text): return .string(text)
    case .integer(let number):
      return JSONNumber(parsing: String(number)).map(JSONValue.number) ?? .null
    case .real(let number):
      if let number = JSONNumber(number) { return .number(number) }
      return .string(number.isNaN ? "nan" : number > 0 ? "+infinity" : "-infinity")
    case .boolean(let value): return .bool(value)
    case .date(let date): return .string(date.iso8601)
    case .data(let bytes): return .string(Base64.encode(bytes))
    case .uid(let number):
      let number = JSONNumber(parsing: String(number)).map(JSONValue.number) ?? .null
      return .object(JSONObject([("CF$UID", number)]))
    case .array(let values): return .array(values.map(\.json))
    case .dictionary(let values):
      return .object(
        JSONObject(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })
      )
    }
  }

  /// Makes a list of a JSON document, for request bodies.
  ///
  /// - Parameter json: `{"CF$UID": n}` becomes a UID; a number without fraction and exponent a
  ///   whole one.
  /// - Throws: when a value is `null`, for which property lists have nothing, or too deep.
  public init(_ json: JSONValue) throws(PropertyListError) {
    self = try Self.value(of: json, depth: 0)
  }

  private static func value(
    of json: JSONValue,
    depth: Int
  ) throws(PropertyListError) -> PropertyListValue {
    guard depth < depthLimit else { throw PropertyListError.tooDeep }
    switch json {
    case .null:
      throw PropertyListError(
        code: .notRepresentable,
        message: "a property list cannot hold null"
      )
    case .bool(let value): return .boolean(value)
    case .string(let text): return .string(text)
    case .number(let number):
      if number.literal.utf8.count <= 40, let integer = Int128(number.literal) {
        guard integers.contains(integer) else {
          throw PropertyListError(
            code: .notRepresentable,
            message: "the number \(integer) has more than 64 bits"
          )
        }
        return .integer(integer)
      }
      return .real(number.double)
    case .array(let elements):
      var values: [PropertyListValue] = []
      for element in elements { values.append(try value(of: element, depth: depth + 1)) }
      return .array(values)
    case .object(let members):
      if members.count == 1, let number = members["CF$UID"]?.number?.int,
        let uid = UInt64(exactly: number)
      {
        return .uid(uid)
      }
      var values: [String: PropertyListValue] = [:]
      for (key, member) in members { values[key] = try value(of: member, depth: depth + 1) }
      return .dictionary(values)
    }
  }
}
