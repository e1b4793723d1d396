import Documents
import Encodings

/// Writes the values of parameters the way `style` and `explode` say (OpenAPI 3.1, section 4.8.12.3).
enum ParameterText {
  /// The text of a path parameter, percent-encoded.
  ///
  /// - Parameters:
  ///   - value: what is sent.
  ///   - name: of the parameter.
  ///   - style: `simple`, `label` or `matrix`.
  ///   - explodes: whether the parts of a list or an object are written one by one.
  /// - Returns: what stands in the place of `{name}`.
  static func path(_ value: JSONValue, _ name: String, _ style: String?, explodes: Bool) -> String {
    let key = PercentEncoding.encode(name)
    let pairs = self.pairs(of: value)
    switch style {
    case "label":
      return "." + joined(value, explodes ? "." : ",", explodes)
    case "matrix":
      guard explodes, let pairs else { return ";\(key)=" + joined(value, ",", false) }
      return pairs.map { ";\($0.name ?? key)=\($0.value)" }.joined()
    case _:
      return joined(value, ",", explodes)
    }
  }

  /// The parts of a query, percent-encoded as in `name=value`.
  ///
  /// - Parameters:
  ///   - value: a list or an object.
  ///   - name: of the parameter.
  ///   - style: `form`, `spaceDelimited`, `pipeDelimited` or `deepObject`.
  ///   - explodes: whether the parts of a list or an object are written one by one.
  /// - Returns: the parts in order.
  static func query(
    _ value: JSONValue,
    _ name: String,
    _ style: String?,
    explodes: Bool
  ) -> [String] {
    let key = PercentEncoding.encode(name)
    let pairs = self.pairs(of: value) ?? [(nil, PercentEncoding.encode(text(value)))]
    switch style {
    case "deepObject":
      return pairs.map { "\(key)%5B\($0.name ?? "")%5D=\($0.value)" }
    case "spaceDelimited" where !explodes:
      return ["\(key)=" + joined(value, "%20", false)]
    case "pipeDelimited" where !explodes:
      return ["\(key)=" + joined(value, "%7C", false)]
    case _:
      if explodes { return pairs.map { "\($0.name ?? key)=\($0.value)" } }
      return ["\(key)=" + joined(value, ",", false)]
    }
  }

  /// The text of a header field or cookie.
  ///
  /// - Parameters:
  ///   - value: what is sent.
  ///   - explodes: whether the members of an object are written as `name=value`.
  /// - Returns: the text, nothing of it percent-encoded.
  static func field(_ value: JSONValue, explodes: Bool) -> String {
    switch value {
    case .array(let elements): elements.map(text).joined(separator: ",")
    case .object(let members):
      members.map { explodes ? "\($0.key)=\(text($0.value))" : "\($0.key),\(text($0.value))" }
        .joined(separator: ",")
    case .null, .bool, .number, .string: text(value)
    }
  }

  /// A value as one text.
  static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .bool(let bool): bool ? "true" : "false"
    case .number(let number): number.literal
    case .string(let text): text
    case .array, .object: value.serializedText()
    }
  }

  /// The parts of a list or an object, percent-encoded.
  private static func pairs(of value: JSONValue) -> [(name: String?, value: String)]? {
    switch value {
    case .array(let elements): elements.map { (nil, PercentEncoding.encode(text($0))) }
    case .object(let members):
      members.map { (PercentEncoding.encode($0.key), PercentEncoding.encode(text($0.value))) }
    case .null, .bool, .number, .string: nil
    }
  }

  private static func joined(_ value: JSONValue, _ mark: String, _ explodes: Bool) -> String {
    guard let pairs = pairs(of: value) else { return PercentEncoding.encode(text(value)) }
    return pairs.map { pair in
      guard let name = pair.name else { return pair.value }
      return explodes ? "\(name)=\(pair.value)" : "\(name)\(mark)\(pair.value)"
    }
    .joined(separator: mark)
  }
}
