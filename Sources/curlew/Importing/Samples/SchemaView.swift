import Contracts
import Documents

/// A JSON Schema with its references and combinations worked out, one level at a time.
struct SchemaView {
  private static let mostParts = 400

  /// The schemas under `$defs`.
  let definitions: JSONObject

  /// Takes a bundle, whose references lead to its own `$defs`.
  init(_ bundle: JSONValue) {
    definitions = bundle["$defs"]?.object ?? JSONObject()
  }

  /// Takes what references lead to.
  init(definitions: JSONObject) {
    self.definitions = definitions
  }

  /// The keywords of a schema, those of `$ref`, `allOf` and of one branch of `oneOf` and `anyOf` among them.
  ///
  /// - Parameters:
  ///   - schema: the schema.
  ///   - branch: which branch to take, when there are that many.
  /// - Returns: the keywords; `nil` for a schema that takes no value.
  func merged(_ schema: JSONValue, branch: Int = 0) -> JSONObject? {
    var result = JSONObject()
    var count = 0
    return merge(schema, into: &result, &count, branch, []) ? result : nil
  }

  private func merge(
    _ schema: JSONValue,
    into result: inout JSONObject,
    _ count: inout Int,
    _ branch: Int,
    _ open: Set<String>
  ) -> Bool {
    count += 1
    guard count <= Self.mostParts else { return true }
    guard let members = schema.object else { return schema.bool != false }
    var open = open
    if let reference = members["$ref"]?.string {
      guard open.insert(reference).inserted else { return true }
      let name = String(reference.dropFirst("#/$defs/".count))
      if let target = definitions[name],
        !merge(target, into: &result, &count, branch, open)
      {
        return false
      }
    }
    for (key, value) in members where !Self.combinations.contains(key) {
      result[key] = result[key].map { Self.both(key, $0, value) } ?? value
    }
    for (property, value) in members[SchemaBundles.discriminatorValues]?.object ?? JSONObject() {
      fix(property, value, in: &result)
    }
    for part in members["allOf"]?.array ?? [] {
      guard merge(part, into: &result, &count, branch, open) else { return false }
    }
    for key in ["oneOf", "anyOf"] {
      guard let all = members[key]?.array, !all.isEmpty else { continue }
      let branches = all.filter { !isNull($0) }
      let chosen = branches.isEmpty ? all[0] : branches[min(branch, branches.count - 1)]
      guard merge(chosen, into: &result, &count, branch, open) else { return false }
      guard let discriminator = members["discriminator"], let reference = chosen["$ref"],
        let property = discriminator["propertyName"]?.string,
        let value = discriminator["mapping"]?.object?.first(where: { $0.value == reference })?.key
      else { continue }
      fix(property, .string(value), in: &result)
    }
    guard members["oneOf"] == nil, members["anyOf"] == nil,
      let child = child(of: members, result, branch)
    else { return true }
    return merge(child, into: &result, &count, branch, open)
  }

  /// Demands a value of a discriminating property, unless it must be another one already.
  private func fix(_ property: String, _ value: JSONValue, in result: inout JSONObject) {
    if !isFixed(property, in: result) {
      var properties = result["properties"]?.object ?? JSONObject()
      properties[property] = ["const": value]
      result["properties"] = .object(properties)
    }
    let required = result["required"]?.array ?? []
    if !required.contains(.string(property)) {
      result["required"] = .array(required + [.string(property)])
    }
  }

  private func isFixed(_ property: String, in result: JSONObject) -> Bool {
    result["properties"]?[property].flatMap { merged($0)?["const"] } != nil
  }

  /// A child of a schema whose discriminator tells its children apart; `nil` where it is certain which one is meant.
  private func child(of members: JSONObject, _ result: JSONObject, _ branch: Int) -> JSONValue? {
    guard let discriminator = members["discriminator"],
      let property = discriminator["propertyName"]?.string,
      let children = discriminator["mapping"]?.object?.values, !children.isEmpty,
      !isFixed(property, in: result)
    else { return nil }
    return ["$ref": children[min(branch, children.count - 1)]]
  }

  private static let combinations: Set = [
    "$ref", "$defs", "allOf", "oneOf", "anyOf", SchemaBundles.discriminatorValues,
  ]

  private func isNull(_ schema: JSONValue) -> Bool { schema["type"] == .string("null") }

  /// What holds when two schemas have the same keyword.
  private static func both(_ key: String, _ left: JSONValue, _ right: JSONValue) -> JSONValue {
    switch key {
    case "properties", "patternProperties":
      guard var members = left.object, let more = right.object else { return left }
      for (name, schema) in more {
        members[name] = members[name].map { ["allOf": [$0, schema]] } ?? schema
      }
      return .object(members)
    case "required":
      let known = left.array ?? []
      return .array(known + (right.array ?? []).filter { !known.contains($0) })
    case "type":
      let (wide, narrow) = (left.array ?? [left], right.array ?? [right])
      var shared = wide.filter { narrow.contains($0) }
      let (integer, number) = (JSONValue.string("integer"), JSONValue.string("number"))
      if wide.contains(integer) != narrow.contains(integer),
        wide.contains(number) || narrow.contains(number), !shared.contains(number)
      {
        shared.append(integer)
      }
      return .array(shared)
    case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties":
      guard let (a, b) = numbers(left, right) else { return left }
      return .number(max(a, b))
    case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties":
      guard let (a, b) = numbers(left, right) else { return left }
      return .number(min(a, b))
    case "enum":
      let narrow = right.array ?? []
      return .array((left.array ?? []).filter { narrow.contains($0) })
    case _:
      return left
    }
  }

  private static func numbers(
    _ left: JSONValue,
    _ right: JSONValue
  ) -> (JSONNumber, JSONNumber)? {
    guard let left = left.number, let right = right.number else { return nil }
    return (left, right)
  }
}

extension SchemaView {
  /// A schema without the demand for what only the server says: `readOnly` properties are not required in requests.
  ///
  /// - Parameter value: the schema of a request's body, or a part of it.
  /// - Returns: the same schema; the properties themselves stay.
  func ofRequests(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map(ofRequests))
    case .object(let members):
      var result = JSONObject(members.map { ($0.key, ofRequests($0.value)) })
      if let properties = members["properties"]?.object,
        let required = members["required"]?.array
      {
        result["required"] = .array(
          required.filter { name in
            guard let name = name.string, let schema = properties[name] else { return true }
            return !isReadOnly(schema)
          }
        )
      }
      return .object(result)
    case .null, .bool, .number, .string: return value
    }
  }

  /// Whether a property is one that only the server sets.
  func isReadOnly(_ schema: JSONValue) -> Bool { merged(schema)?["readOnly"]?.bool == true }
}
