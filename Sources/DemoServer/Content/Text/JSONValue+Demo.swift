import Documents

extension JSONValue {
  static func integer(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// Cents as a number with two decimals.
  static func amount(_ cents: Int) -> JSONValue {
    JSONNumber(parsing: CatalogueItem.amount(cents)).map(JSONValue.number) ?? .integer(cents / 100)
  }

  /// Each pair as a list of two.
  static func pairs(_ pairs: [(name: String, value: String)]) -> JSONValue {
    .array(pairs.map { [.string($0.name), .string($0.value)] })
  }

  /// The values by name; a name that is there several times has a list.
  static func grouped(_ pairs: [(name: String, value: String)]) -> JSONValue {
    var names: [String] = []
    var values: [String: [JSONValue]] = [:]
    for (name, value) in pairs {
      if values[name] == nil { names.append(name) }
      values[name, default: []].append(.string(value))
    }
    return .object(
      JSONObject(
        names.map { name in
          let all = values[name] ?? []
          return (name, all.count == 1 ? all[0] : .array(all))
        }
      )
    )
  }
}
