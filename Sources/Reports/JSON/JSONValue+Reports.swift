import Documents

extension JSONValue {
  /// A number of seconds with at most six decimals; `null` for what is no number.
  static func seconds(_ value: Double) -> JSONValue {
    guard value.isFinite else { return .null }
    var text = NumberText.fixed(value, 6)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return JSONNumber(parsing: text).map(JSONValue.number) ?? .null
  }

  /// A whole number.
  static func int(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  /// A text or nothing.
  static func text(_ value: String?) -> JSONValue? { value.map(JSONValue.string) }

  /// An object without the members that are `nil`.
  static func members(_ pairs: [(String, JSONValue?)]) -> JSONValue {
    var object = JSONObject()
    for (key, value) in pairs { object[key] = value }
    return .object(object)
  }

  /// A list with an object for each value.
  static func objects<T>(
    _ values: [T],
    _ members: (T) -> [(String, JSONValue?)]
  ) -> JSONValue {
    .array(values.map { .members(members($0)) })
  }

  /// The object with further members behind its own.
  func adding(_ pairs: [(String, JSONValue?)]) -> JSONValue {
    guard case .object(var object) = self else { return self }
    for (key, value) in pairs where value != nil { object[key] = value }
    return .object(object)
  }
}
