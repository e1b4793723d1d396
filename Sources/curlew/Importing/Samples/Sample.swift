import Documents

/// A value for a request, and what could not be made of it.
struct Sample {
  /// A text inside of the value that the schema does not take.
  struct Gap: Hashable {
    /// The members and elements that lead to it.
    var path: [String]
    /// What would be wanted there, as in `a value that matches ^[a-z]+$`.
    var wanted: String
  }

  /// The value.
  var value: JSONValue
  /// Texts that the person who runs the scenario must replace.
  var gaps: [Gap] = []
  /// Sentences about the value for a comment.
  var notes: [String] = []
}

/// Makes values of schemas: the same schema always gives the same value.
struct SampleMaker {
  /// What an attempt to make a value does.
  private struct Attempt {
    var usesExamples: Bool
    var takesOptional: Bool
    var branch: Int
  }

  private static let attempts = [
    Attempt(usesExamples: true, takesOptional: false, branch: 0),
    Attempt(usesExamples: true, takesOptional: true, branch: 0),
    Attempt(usesExamples: false, takesOptional: false, branch: 0),
    Attempt(usesExamples: false, takesOptional: true, branch: 0),
    Attempt(usesExamples: false, takesOptional: false, branch: 1),
    Attempt(usesExamples: false, takesOptional: false, branch: 2),
  ]
  private static let deepest = 12
  private static let mostValues = 2_000
  private static let mostItems = 50

  private let bundle: JSONValue
  private let view: SchemaView
  private var attempt = attempts[0]
  private var gaps: [Sample.Gap] = []
  private var path: [String] = []
  private var count = 0

  private init(_ bundle: JSONValue) {
    self.bundle = bundle
    view = SchemaView(bundle)
  }

  /// A value for a request.
  ///
  /// - Parameters:
  ///   - prepared: the schema with what it refers to.
  ///   - example: that of the parameter or body itself, which is asked first.
  ///   - name: of the parameter or body, which texts take.
  /// - Returns: the value; `nil` when the schema takes none or none was found.
  static func sample(
    of prepared: PreparedSchema,
    example: JSONValue?,
    name: String
  ) -> Sample? {
    let relaxed = prepared.bundle
    var maker = SampleMaker(relaxed)
    var notes: [String] = []
    if let example {
      let own = maker.withoutReadOnly(example, relaxed, 0)
      guard let reason = prepared.complaint(about: own) else { return Sample(value: own) }
      notes.append(
        "the example of the document is left out, its schema does not take it: \(reason)"
      )
    }
    var firstSample: Sample?
    for attempt in attempts {
      guard let value = maker.value(of: relaxed, name, attempt) else { continue }
      let sample = Sample(value: value, gaps: maker.gaps, notes: notes)
      if maker.gaps.isEmpty, prepared.complaint(about: value) == nil { return sample }
      firstSample = firstSample ?? sample
    }
    if var firstSample, firstSample.gaps.isEmpty {
      let reason = prepared.complaint(about: firstSample.value).map { ": \($0)" } ?? ""
      firstSample.notes.append("the schema does not take this value\(reason)")
      return firstSample
    }
    return firstSample
  }

  private mutating func value(
    of schema: JSONValue,
    _ name: String,
    _ attempt: Attempt
  ) -> JSONValue? {
    self.attempt = attempt
    (gaps, path, count) = ([], [], 0)
    return value(of: schema, name, 0, 0)
  }

  // MARK: - Values

  /// A value; `number` tells the elements of a list apart.
  private mutating func value(
    of schema: JSONValue,
    _ name: String,
    _ number: Int,
    _ depth: Int
  ) -> JSONValue? {
    count += 1
    guard depth <= Self.deepest, count <= Self.mostValues,
      let members = view.merged(schema, branch: attempt.branch)
    else { return nil }
    if let constant = members["const"] { return constant }
    let choices = members["enum"]?.array
    if attempt.usesExamples {
      let given =
        [members["example"]].compactMap(\.self) + (members["examples"]?.array ?? [])
        + [members["default"]].compactMap(\.self)
      let fitting = given.filter { value in
        !value.isNull && fits(value, members) && choices?.contains(value) != false
      }
      if !fitting.isEmpty {
        return withoutReadOnly(fitting[min(number, fitting.count - 1)], schema, 0)
      }
    }
    if let choices, !choices.isEmpty {
      let usable = choices.filter { !$0.isNull && fits($0, members) }
      return usable.isEmpty ? choices[0] : usable[number % usable.count]
    }
    switch type(of: members) {
    case "object": return object(members, depth)
    case "array": return array(members, name, depth)
    case "integer": return SampleNumber(members, isInteger: true).value(number)
    case "number": return SampleNumber(members, isInteger: false).value(number)
    case "boolean": return true
    case "null": return .null
    case _: return text(members, name, number)
    }
  }

  /// The type of the value that is made.
  private func type(of members: JSONObject) -> String {
    let named = (members["type"]?.array ?? [members["type"]].compactMap(\.self))
      .compactMap(\.string)
    if let first = named.first(where: { $0 != "null" }) ?? named.first { return first }
    func has(_ keys: String...) -> Bool { keys.contains { members[$0] != nil } }
    if has("properties", "required", "additionalProperties", "minProperties") { return "object" }
    if has("items", "prefixItems", "minItems") { return "array" }
    if has("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum") {
      return "number"
    }
    return "string"
  }

  /// Whether a value has the type that a schema names.
  private func fits(_ value: JSONValue, _ members: JSONObject) -> Bool {
    guard let type = members["type"] else { return true }
    let names = (type.array ?? [type]).compactMap(\.string)
    let isWhole = value.number?.isInteger == true && names.contains("integer")
    return names.contains(value.typeName) || isWhole
  }

  private mutating func object(_ members: JSONObject, _ depth: Int) -> JSONValue? {
    let properties = members["properties"]?.object ?? JSONObject()
    let required = (members["required"]?.array ?? []).compactMap(\.string)
    var result = JSONObject()
    for (name, schema) in properties {
      guard let own = view.merged(schema, branch: attempt.branch) else { continue }
      let isRequired = required.contains(name)
      if own["readOnly"]?.bool == true { continue }
      guard isRequired || isWanted(own, depth, isLone: required.isEmpty) else { continue }
      path.append(name)
      defer { path.removeLast() }
      let before = gaps
      guard let value = value(of: schema, name, 0, depth + 1) else {
        if isRequired { return nil }
        continue
      }
      // What may be left out is not worth a value that somebody must give.
      if !isRequired, gaps != before {
        gaps = before
        continue
      }
      result[name] = value
    }
    for name in required where properties[name] == nil && result[name] == nil {
      let schema = members["additionalProperties"] ?? true
      guard let value = value(of: schema.object == nil ? true : schema, name, 0, depth + 1) else {
        return nil
      }
      result[name] = value
    }
    let least = members["minProperties"]?.number?.int ?? 0
    guard least <= Self.mostItems else { return nil }
    var number = 1
    while result.count < least, number <= Self.mostItems * 2 {
      let name = "name\(number)"
      if result[name] == nil {
        let schema = members["additionalProperties"] ?? true
        result[name] = value(of: schema.object == nil ? true : schema, name, 0, depth + 1)
      }
      number += 1
    }
    return .object(result)
  }

  /// Whether a property is sent that need not be.
  private func isWanted(_ members: JSONObject, _ depth: Int, isLone: Bool) -> Bool {
    if members["deprecated"]?.bool == true { return false }
    if attempt.takesOptional { return depth < 4 }
    let isNested = ["object", "array"].contains(type(of: members))
    // An object of which nothing is required shows what it may hold.
    if isLone, depth == 0, !isNested { return true }
    guard attempt.usesExamples else { return false }
    let given = members["example"] ?? members["examples"]?[0] ?? members["default"]
    return given.map { !$0.isNull && fits($0, members) } ?? false
  }

  private mutating func array(_ members: JSONObject, _ name: String, _ depth: Int) -> JSONValue? {
    var items: [JSONValue] = []
    let least = members["minItems"]?.number?.int ?? 0
    let most = members["maxItems"]?.number?.int ?? Int.max
    guard least <= Self.mostItems else { return nil }
    let first = members["prefixItems"]?.array ?? []
    let rest = members["items"]
    let wanted = min(max(least, 1), most)
    func schema(at place: Int) -> JSONValue? {
      if place < first.count { return first[place] }
      if rest?.bool == false { return nil }
      return rest ?? members["contains"] ?? true
    }
    while items.count < max(wanted, min(first.count, most)), let schema = schema(at: items.count) {
      path.append(String(items.count))
      defer { path.removeLast() }
      let before = gaps
      guard let item = value(of: schema, name, items.count, depth + 1) else {
        if items.count < least { return nil }
        gaps = before
        break
      }
      if members["uniqueItems"]?.bool == true, items.contains(item) {
        if items.count < least { return nil }
        break
      }
      items.append(item)
    }
    return items.count < least ? nil : .array(items)
  }

  private mutating func text(_ members: JSONObject, _ name: String, _ number: Int) -> JSONValue? {
    let least = max(members["minLength"]?.number?.int ?? 0, 0)
    let most = members["maxLength"]?.number?.int ?? Int.max
    guard least <= most else { return nil }
    if let pattern = members["pattern"]?.string {
      let fallback = SampleText.text(format: nil, name, number, least...most)
      if let found = PatternSample.text(matching: pattern, lengths: least...most) {
        return .string(found)
      }
      if let fallback, let expression = try? RegularExpression(pattern),
        case .found = expression.search(fallback)
      {
        return .string(fallback)
      }
      gaps.append(Sample.Gap(path: path, wanted: "a value that matches \(pattern)"))
      return .string(fallback ?? "")
    }
    let format = members["format"]?.string
    let isBytes = members["contentEncoding"]?.string == "base64"
    if let text = SampleText.text(format: isBytes ? "byte" : format, name, number, least...most) {
      return .string(text)
    }
    gaps.append(
      Sample.Gap(
        path: path,
        wanted:
          "a text\(format.map { " of the format \($0)" } ?? "") of \(least) characters or more"
      )
    )
    return .string(name)
  }

  // MARK: - Examples

  /// An example without the properties that only the server sets.
  private func withoutReadOnly(_ value: JSONValue, _ schema: JSONValue, _ depth: Int) -> JSONValue {
    guard depth <= Self.deepest, let members = view.merged(schema) else { return value }
    switch value {
    case .object(let object):
      let properties = members["properties"]?.object ?? JSONObject()
      var result = JSONObject()
      for (name, value) in object {
        let schema = properties[name]
        if let schema, view.isReadOnly(schema) { continue }
        result[name] = schema.map { withoutReadOnly(value, $0, depth + 1) } ?? value
      }
      return .object(result)
    case .array(let elements):
      guard let items = members["items"] else { return value }
      return .array(elements.map { withoutReadOnly($0, items, depth + 1) })
    case .null, .bool, .number, .string: return value
    }
  }
}
