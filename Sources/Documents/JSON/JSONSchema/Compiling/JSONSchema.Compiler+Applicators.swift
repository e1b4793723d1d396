extension JSONSchema.Compiler {
  typealias Place = JSONSchema.Place

  /// The keywords of the applicator vocabulary that a schema has.
  mutating func applicators(
    in members: JSONObject,
    at place: Place
  ) throws(JSONSchemaError) -> [JSONSchema.Applicator] {
    var applicators: [JSONSchema.Applicator] = []
    if let all = try schemas("allOf", in: members, at: place) { applicators.append(.allOf(all)) }
    if let any = try schemas("anyOf", in: members, at: place) { applicators.append(.anyOf(any)) }
    if let one = try schemas("oneOf", in: members, at: place) { applicators.append(.oneOf(one)) }
    if let not = try schema("not", in: members, at: place) { applicators.append(.not(not)) }
    let then = try schema("then", in: members, at: place)
    let otherwise = try schema("else", in: members, at: place)
    if let condition = try schema("if", in: members, at: place) {
      applicators.append(.conditional(condition, then: then, otherwise: otherwise))
    }
    if let names = try schema("propertyNames", in: members, at: place) {
      applicators.append(.propertyNames(names))
    }
    if let dependent = try schemaMap("dependentSchemas", in: members, at: place) {
      applicators.append(.dependentSchemas(dependent))
    }
    if let dependencies = try dependencies(in: members, at: place) {
      applicators.append(.dependentSchemas(dependencies))
    }
    if let memberRules = try memberRules(in: members, at: place) {
      applicators.append(.members(memberRules))
    }
    let prefix = try schemas("prefixItems", in: members, at: place)
    let rest = try schema("items", in: members, at: place)
    if prefix != nil || rest != nil {
      applicators.append(.elements(prefix: prefix ?? [], rest: rest))
    }
    if let contains = try contains(in: members, at: place) { applicators.append(contains) }
    return applicators
  }

  /// The schema that is a keyword's value, or nil when the keyword is absent.
  mutating func schema(
    _ key: String,
    in members: JSONObject,
    at place: Place
  ) throws(JSONSchemaError) -> Int? {
    guard let value = members[key] else { return nil }
    return try number(of: value, place.appending(key))
  }

  private mutating func schemas(
    _ key: String,
    in members: JSONObject,
    at place: Place
  ) throws(JSONSchemaError) -> [Int]? {
    guard let value = members[key] else { return nil }
    guard let list = value.array, !list.isEmpty else {
      throw error(.invalidKeyword, "expected a list of schemas", place, key)
    }
    var numbers: [Int] = []
    for (index, child) in list.enumerated() {
      numbers.append(try number(of: child, place.appending(key, String(index))))
    }
    return numbers
  }

  private mutating func schemaMap(
    _ key: String,
    in members: JSONObject,
    at place: Place
  ) throws(JSONSchemaError) -> [(key: String, schema: Int)]? {
    guard let value = members[key] else { return nil }
    guard let map = value.object else {
      throw error(.invalidKeyword, "expected an object of schemas", place, key)
    }
    var result: [(key: String, schema: Int)] = []
    for (name, child) in map {
      result.append((name, try number(of: child, place.appending(key, name))))
    }
    return result
  }

  /// The schemas among the older keyword `dependencies`.
  private mutating func dependencies(
    in members: JSONObject,
    at place: Place
  ) throws(JSONSchemaError) -> [(key: String, schema: Int)]? {
    guard let map = members["dependencies"]?.object else { return nil }
    var result: [(key: String, schema: Int)] = []
    for (name, child) in map where child.array == nil {
      result.append((name, try number(of: child, place.appending("dependencies", name))))
    }
    return result
  }

  private mutating func memberRules(
    in members: JSONObject,
    at place: Place
  ) throws(JSONSchemaError) -> JSONSchema.Members? {
    var rules = JSONSchema.Members()
    let properties = try schemaMap("properties", in: members, at: place)
    let patterns = try schemaMap("patternProperties", in: members, at: place)
    rules.properties = properties ?? []
    for (source, schema) in patterns ?? [] {
      rules.patterns.append((try pattern(source, place, "patternProperties"), schema))
    }
    rules.additional = try schema("additionalProperties", in: members, at: place)
    let isAbsent = properties == nil && patterns == nil && rules.additional == nil
    return isAbsent ? nil : rules
  }

  private mutating func contains(
    in members: JSONObject,
    at place: Place
  ) throws(JSONSchemaError) -> JSONSchema.Applicator? {
    guard let schema = try schema("contains", in: members, at: place) else { return nil }
    var atLeast = 1
    var atMost: Int?
    if registry.resources[place.resource].vocabularies.contains(.validation) {
      if let value = members["minContains"] { atLeast = try count(value, place, "minContains") }
      if let value = members["maxContains"] { atMost = try count(value, place, "maxContains") }
    }
    return .contains(schema, atLeast: atLeast, atMost: atMost)
  }
}
