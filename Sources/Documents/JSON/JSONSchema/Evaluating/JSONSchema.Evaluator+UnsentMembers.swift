extension JSONSchema.Evaluator {
  /// What is known of the members that only the other side sends (`readOnly`, `writeOnly`): they are not required of this one.
  struct UnsentMembers {
    /// The schemas that are being applied, the outermost first.
    var applied: [Int] = []
    /// Where in ``applied`` those begin that are applied to the value that is looked at.
    var firstOfInstance = 0
    /// Whether the presence of a member is asked for, not required.
    var isAsking = false
    /// Whether it is being found out which alternatives a value fits.
    var isChoosing = false
    /// The names that a schema says to be unsent.
    var names: [Reach: Set<String>] = [:]
  }

  /// A schema, with or without its alternatives.
  struct Reach: Hashable {
    var number: Int
    var withAlternatives: Bool
  }

  /// An assertion without the names that are not asked for in the direction of the value.
  mutating func needed(
    _ assertion: JSONSchema.Assertion,
    of value: JSONValue
  ) -> JSONSchema.Assertion {
    guard mode.direction != nil, !unsent.isAsking, case .members(.required(let names)) = assertion,
      case .object(let members) = value
    else { return assertion }
    var missing = Set(names.filter { members.position(of: $0) == nil })
    let applied = Array(unsent.applied[unsent.firstOfInstance...])
    for schema in applied { missing.subtract(surelyUnsent(by: schema)) }
    // What a value fits is looked for once: in alternatives of alternatives the work would multiply.
    if !missing.isEmpty, !unsent.isChoosing {
      unsent.isChoosing = true
      var visited: Set<Int> = []
      for schema in applied { removeUnsent(by: schema, of: value, from: &missing, &visited) }
      unsent.isChoosing = false
    }
    return .members(.required(names.filter { missing.contains($0) }))
  }

  /// Removes what those alternatives say to be unsent that the value fits.
  ///
  /// The alternatives on the way to the schema that requires the members do not count: it is in one of them.
  private mutating func removeUnsent(
    by number: Int,
    of value: JSONValue,
    from missing: inout Set<String>,
    _ visited: inout Set<Int>
  ) {
    guard visited.insert(number).inserted, !missing.isDisjoint(with: possiblyUnsent(by: number))
    else { return }
    missing.subtract(surelyUnsent(by: number))
    for applicator in program.nodes[number].applicators {
      let schemas = fitting(applicator, value, missing)
      for schema in schemas { removeUnsent(by: schema, of: value, from: &missing, &visited) }
    }
  }

  /// The schemas of a keyword that a value fits, as far as they may say one of the names to be unsent.
  private mutating func fitting(
    _ applicator: JSONSchema.Applicator,
    _ value: JSONValue,
    _ names: Set<String>
  ) -> [Int] {
    let schemas = applicator.inPlace.filter { !possiblyUnsent(by: $0).isDisjoint(with: names) }
    guard !schemas.isEmpty, !applicator.isUnconditional else { return schemas }
    let applied = unsent.applied[unsent.firstOfInstance...]
    guard !applicator.inPlace.contains(where: applied.contains) else { return [] }
    var unused = Marks()
    switch applicator {
    case .conditional(let condition, let then, let otherwise):
      let isMet = isPresent(condition, in: value, &unused, keepsMarks: false)
      return [isMet ? then : otherwise].compactMap { $0 }
    case .dependentSchemas(let rules):
      return rules.filter { value[$0.key] != nil }.map(\.schema)
    case _:
      return schemas.filter { holds($0, for: value, &unused, keepsMarks: false) }
    }
  }

  /// Whether a value is valid by a schema that asks and does not demand: `not` and `if`.
  mutating func isPresent(
    _ schema: Int,
    in value: JSONValue,
    _ marks: inout Marks,
    keepsMarks: Bool
  ) -> Bool {
    let wasAsking = unsent.isAsking
    unsent.isAsking = true
    defer { unsent.isAsking = wasAsking }
    return holds(schema, for: value, &marks, keepsMarks: keepsMarks)
  }

  /// The names that a schema itself says to be unsent.
  private mutating func surelyUnsent(by number: Int) -> Set<String> {
    names(of: Reach(number: number, withAlternatives: false))
  }

  /// The names that a schema or one of its alternatives says to be unsent.
  private mutating func possiblyUnsent(by number: Int) -> Set<String> {
    names(of: Reach(number: number, withAlternatives: true))
  }

  private mutating func names(of reach: Reach) -> Set<String> {
    if let known = unsent.names[reach] { return known }
    var names: Set<String> = []
    var visited: Set<Int> = []
    collectUnsent(reach.number, &names, &visited, withAlternatives: reach.withAlternatives)
    unsent.names[reach] = names
    return names
  }

  private func collectUnsent(
    _ number: Int,
    _ names: inout Set<String>,
    _ visited: inout Set<Int>,
    withAlternatives: Bool
  ) {
    guard visited.insert(number).inserted else { return }
    for applicator in program.nodes[number].applicators {
      if case .members(let members) = applicator {
        for (key, schema) in members.properties {
          var seen: Set<Int> = []
          if isForbidden(schema, &seen) { names.insert(key) }
        }
      }
      guard withAlternatives || applicator.isUnconditional else { continue }
      for schema in applicator.inPlace {
        collectUnsent(schema, &names, &visited, withAlternatives: withAlternatives)
      }
    }
  }

  private func isForbidden(_ number: Int, _ visited: inout Set<Int>) -> Bool {
    guard visited.insert(number).inserted else { return false }
    let node = program.nodes[number]
    if mode.forbids(node) { return true }
    for applicator in node.applicators where applicator.isUnconditional {
      for schema in applicator.inPlace where isForbidden(schema, &visited) { return true }
    }
    return false
  }
}
