extension JSONSchema.Evaluator {
  typealias Marks = JSONSchema.Marks
  typealias Node = JSONSchema.Node

  /// Applies one keyword that applies other schemas.
  ///
  /// - Returns: Whether the value is valid by the keyword.
  mutating func apply(
    _ applicator: JSONSchema.Applicator,
    of node: Node,
    to value: JSONValue,
    at place: JSONPath.Location?,
    _ marks: inout Marks,
    keepsMarks: Bool
  ) -> Bool {
    switch applicator {
    case .reference(let target):
      return apply(target, to: value, at: place, &marks, keepsMarks: keepsMarks)
    case .dynamicReference(let target, let anchor):
      let dynamic = dynamicTarget(anchor, otherwise: target)
      return apply(dynamic, to: value, at: place, &marks, keepsMarks: keepsMarks)
    case .allOf(let schemas):
      return applyAll(schemas, to: value, at: place, &marks, keepsMarks: keepsMarks)
    case .anyOf(let schemas):
      return applyAny(schemas, of: node, to: value, at: place, &marks, keepsMarks: keepsMarks)
    case .oneOf(let schemas):
      return applyOne(schemas, of: node, to: value, at: place, &marks, keepsMarks: keepsMarks)
    case .not(let schema):
      return applyNot(schema, of: node, to: value, at: place)
    case .conditional(let condition, let then, let otherwise):
      let isMet = isPresent(condition, in: value, &marks, keepsMarks: keepsMarks)
      guard let branch = isMet ? then : otherwise else { return true }
      return apply(branch, to: value, at: place, &marks, keepsMarks: keepsMarks)
    case .dependentSchemas(let schemas):
      guard case .object(let members) = value else { return true }
      let needed = schemas.filter { members.position(of: $0.key) != nil }.map(\.schema)
      return applyAll(needed, to: value, at: place, &marks, keepsMarks: keepsMarks)
    case .propertyNames(let schema):
      return applyNames(schema, of: node, to: value, at: place)
    case .members(let rules):
      return apply(rules, of: node, to: value, at: place, &marks, keepsMarks: keepsMarks)
    case .elements(let prefix, let rest):
      return applyElements(prefix, rest, to: value, at: place, &marks)
    case .contains(let schema, let atLeast, let atMost):
      guard case .array(let elements) = value else { return true }
      let count = count(of: elements, that: schema, &marks)
      return report(contained: count, atLeast, atMost, node, place)
    case .content(let schema, let encoding):
      return applyToContent(schema, encoding, of: value, at: place)
    }
  }

  private mutating func applyAll(
    _ schemas: [Int],
    to value: JSONValue,
    at place: JSONPath.Location?,
    _ marks: inout Marks,
    keepsMarks: Bool
  ) -> Bool {
    var isValid = true
    for schema in schemas
    where !apply(schema, to: value, at: place, &marks, keepsMarks: keepsMarks) {
      guard isReporting else { return false }
      isValid = false
    }
    return isValid
  }

  private mutating func applyNot(
    _ schema: Int,
    of node: Node,
    to value: JSONValue,
    at place: JSONPath.Location?
  ) -> Bool {
    var unused = Marks()
    let isValid = isPresent(schema, in: value, &unused, keepsMarks: false)
    if isValid {
      report("not", node, place, .init(expected: "a value that is not of this schema"))
    }
    return !isValid
  }

  /// Whether a value is valid by a schema, whose violations are not described.
  mutating func holds(
    _ schema: Int,
    for value: JSONValue,
    _ marks: inout Marks,
    keepsMarks: Bool
  ) -> Bool {
    let wasReporting = isReporting
    isReporting = false
    defer { isReporting = wasReporting && !isGivenUp }
    return apply(schema, to: value, at: nil, &marks, keepsMarks: keepsMarks)
  }

  private mutating func count(
    of elements: [JSONValue],
    that schema: Int,
    _ marks: inout Marks
  ) -> Int {
    var count = 0
    let outer = unsent.firstOfInstance
    unsent.firstOfInstance = unsent.applied.count
    defer { unsent.firstOfInstance = outer }
    for (position, element) in elements.enumerated() {
      var unused = Marks()
      guard holds(schema, for: element, &unused, keepsMarks: false) else { continue }
      count += 1
      marks.insert(position)
    }
    return count
  }

  private mutating func applyAny(
    _ schemas: [Int],
    of node: Node,
    to value: JSONValue,
    at place: JSONPath.Location?,
    _ marks: inout Marks,
    keepsMarks: Bool
  ) -> Bool {
    var isValid = false
    for schema in schemas {
      var own = Marks()
      guard holds(schema, for: value, &own, keepsMarks: keepsMarks) else { continue }
      isValid = true
      // Every alternative that holds counts for what is evaluated.
      guard keepsMarks else { return true }
      marks.formUnion(own)
    }
    if !isValid, isReporting {
      let finding = JSONSchema.Violation.Finding(
        expected: "one of \(schemas.count) alternatives",
        actual: value.excerpt,
        ending: ", none of which fits"
      )
      report("anyOf", node, place, finding, causes: nearest(schemas, value, place))
    }
    return isValid
  }

  private mutating func applyOne(
    _ schemas: [Int],
    of node: Node,
    to value: JSONValue,
    at place: JSONPath.Location?,
    _ marks: inout Marks,
    keepsMarks: Bool
  ) -> Bool {
    var fitting: [Int] = []
    for (position, schema) in schemas.enumerated() {
      var own = Marks()
      guard holds(schema, for: value, &own, keepsMarks: keepsMarks) else { continue }
      fitting.append(position)
      guard isReporting || fitting.count < 2 else { return false }
      if keepsMarks { marks.formUnion(own) }
    }
    if fitting.isEmpty, isReporting {
      let finding = JSONSchema.Violation.Finding(
        expected: "exactly one of \(schemas.count) alternatives",
        actual: value.excerpt,
        ending: ", none of which fits"
      )
      report("oneOf", node, place, finding, causes: nearest(schemas, value, place))
    } else if fitting.count > 1 {
      let list = fitting.map(String.init).joined(separator: ", ")
      let finding = JSONSchema.Violation.Finding(
        expected: "exactly one alternative to fit",
        actual: "numbers \(list)"
      )
      report("oneOf", node, place, finding)
    }
    return fitting.count == 1
  }

  /// Why the alternative with the fewest violations, of these the deepest, does not fit.
  private mutating func nearest(
    _ schemas: [Int],
    _ value: JSONValue,
    _ place: JSONPath.Location?
  ) -> [JSONSchema.Violation] {
    // Alternatives in alternatives would multiply: only the outermost ones are explained.
    guard !isExplaining else { return [] }
    isExplaining = true
    defer { isExplaining = false }
    var best: [JSONSchema.Violation] = []
    var bestRank = (Int.max, Int.max)
    for schema in schemas.prefix(20) {
      let found = causes(schema, value, place)
      let depth = found.map(\.instanceLocation.utf8.count).max() ?? 0
      if (found.count, -depth) < bestRank {
        best = found
        bestRank = (found.count, -depth)
      }
    }
    return best
  }

  private mutating func applyNames(
    _ schema: Int,
    of node: Node,
    to value: JSONValue,
    at place: JSONPath.Location?
  ) -> Bool {
    guard case .object(let members) = value else { return true }
    var isValid = true
    for entry in members.entries {
      var unused = Marks()
      guard !holds(schema, for: .string(entry.key), &unused, keepsMarks: false) else { continue }
      guard isReporting else { return false }
      isValid = false
      let finding = JSONSchema.Violation.Finding(
        expected: "no member of the name \"\(entry.key)\""
      )
      report("propertyNames", node, place, finding)
    }
    return isValid
  }

  private mutating func apply(
    _ rules: JSONSchema.Members,
    of node: JSONSchema.Node,
    to value: JSONValue,
    at place: JSONPath.Location?,
    _ marks: inout Marks,
    keepsMarks: Bool
  ) -> Bool {
    guard case .object(let members) = value else { return true }
    var isValid = true
    var covered = Marks()
    covered.hasNames = !rules.properties.isEmpty
    let isCovering = keepsMarks || rules.additional != nil
    for (key, schema) in rules.properties {
      guard let position = members.position(of: key) else { continue }
      if isCovering { covered.insert(position) }
      guard applyToChild(schema, position, of: value, at: place, &isValid) else { return false }
    }
    for (pattern, schema) in rules.patterns {
      for (position, entry) in members.entries.enumerated()
      where isFound(pattern, in: entry.key, "patternProperties", of: node, at: place) {
        if isCovering { covered.insert(position) }
        guard applyToChild(schema, position, of: value, at: place, &isValid) else { return false }
      }
    }
    if let additional = rules.additional {
      for position in 0..<members.count where !covered.contains(position) {
        guard applyToChild(additional, position, of: value, at: place, &isValid) else {
          return false
        }
      }
      covered.coverAll()
    }
    if keepsMarks { marks.formUnion(covered) }
    return isValid
  }

  private mutating func applyElements(
    _ prefix: [Int],
    _ rest: Int?,
    to value: JSONValue,
    at place: JSONPath.Location?,
    _ marks: inout Marks
  ) -> Bool {
    guard case .array(let elements) = value else { return true }
    var isValid = true
    for position in elements.indices {
      guard let schema = position < prefix.count ? prefix[position] : rest else { break }
      if position < prefix.count { marks.insert(position) }
      guard applyToChild(schema, position, of: value, at: place, &isValid) else { return false }
    }
    if rest != nil { marks.coverAll() }
    return isValid
  }

  private mutating func report(
    contained count: Int,
    _ atLeast: Int,
    _ atMost: Int?,
    _ node: Node,
    _ place: JSONPath.Location?
  ) -> Bool {
    if count < atLeast {
      let keyword = atLeast == 1 ? "contains" : "minContains"
      let finding = JSONSchema.Violation.Finding(
        expected: "\(atLeast) or more fitting elements",
        actual: "\(count)"
      )
      report(keyword, node, place, finding)
      return false
    }
    if let atMost, count > atMost {
      let finding = JSONSchema.Violation.Finding(
        expected: "at most \(atMost) fitting elements",
        actual: "\(count)"
      )
      report("maxContains", node, place, finding)
      return false
    }
    return true
  }
}
