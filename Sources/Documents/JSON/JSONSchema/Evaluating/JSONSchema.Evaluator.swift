extension JSONSchema {
  /// Applies a program to a value.
  ///
  /// Without a limit for violations it stops at the first one; with one it goes on and describes.
  struct Evaluator {
    /// Deeper evaluations are given up as references without end.
    static let deepestLevel = 1600
    /// How many schemas are applied before an evaluation is given up.
    private static let mostSteps = 50_000_000

    let program: Program
    let limit: Int
    var violations: [Violation] = []
    var isReporting: Bool
    /// Whether the nearest alternative is being found, so that no other is looked for in it.
    var isExplaining = false
    /// Whether the evaluation was given up; what it found then means nothing.
    private(set) var isGivenUp = false
    private var depth = 0
    private var steps = 0
    private var scope: [Int] = []
    /// In which direction a value goes, and whether unnamed members are violations.
    let mode: Mode
    /// The schema that is applied first of all.
    private let root: Int
    /// In how many objects and arrays the value is that is looked at.
    private var instanceDepth = 0
    /// What a direction takes from `required`.
    var unsent = UnsentMembers()

    init(program: Program, root: Int, mode: Mode, limit: Int) {
      self.program = program
      self.mode = mode
      self.limit = limit
      self.root = root
      isReporting = limit > 0
    }

    /// Whether a value is valid, or nil when the evaluation was given up.
    mutating func verdict(on value: JSONValue) -> Bool? {
      let isValid = applyFirst(root, to: value, at: nil)
      return isGivenUp ? nil : isValid
    }

    /// What a value breaks.
    mutating func violations(of value: JSONValue) -> [Violation] {
      _ = applyFirst(root, to: value, at: .root)
      return isGivenUp ? violations.suffix(1) : violations
    }

    /// Applies the schema of a value that no schema was applied to, and in strict mode reports the
    /// members that it does not name.
    private mutating func applyFirst(
      _ number: Int,
      to value: JSONValue,
      at place: JSONPath.Location?
    ) -> Bool {
      var marks = Marks()
      guard mode.isStrict, case .object(let members) = value else {
        return apply(number, to: value, at: place, &marks, keepsMarks: false)
      }
      guard apply(number, to: value, at: place, &marks, keepsMarks: true) else { return false }
      guard marks.hasNames, !marks.coversAll else { return true }
      var isValid = true
      for position in 0..<members.count where !marks.contains(position) {
        guard isReporting else { return false }
        isValid = false
        let key = members.entries[position].key
        report(
          "properties",
          program.nodes[number],
          place?.appending(.name(key)),
          Violation.Finding(
            expected: "no member \"\(key)\"",
            actual: members.entries[position].value.excerpt,
            ending: ", which no schema names"
          )
        )
      }
      return isValid
    }

    /// Applies a schema to a value.
    ///
    /// - Parameters:
    ///   - number: The number of the schema's node.
    ///   - value: The value.
    ///   - place: Where the value is; nil when violations are not described.
    ///   - marks: What of the value is evaluated; takes more when the value is valid.
    ///   - keepsMarks: Whether the marks are wanted.
    /// - Returns: Whether the value is valid.
    mutating func apply(
      _ number: Int,
      to value: JSONValue,
      at place: JSONPath.Location?,
      _ marks: inout Marks,
      keepsMarks: Bool
    ) -> Bool {
      let node = program.nodes[number]
      if let verdict = node.verdict {
        if !verdict {
          let finding = Violation.Finding(expected: "nothing here", actual: value.typeName)
          report("false", node, place, finding)
        }
        return verdict
      }
      steps += 1
      guard !isGivenUp else { return false }
      if let defect = node.defect {
        return giveUp(at: node, place, "", expected: "a usable schema", ending: ": \(defect)")
      }
      guard depth < Self.deepestLevel else {
        let cycle = "a cycle of the schema's own"
        return giveUp(at: node, place, "$ref", expected: "references that end", actual: cycle)
      }
      guard steps < Self.mostSteps else {
        let count = "none after \(Self.mostSteps) subschemas"
        return giveUp(at: node, place, "$ref", expected: "an answer", actual: count)
      }
      depth += 1
      let entersResource = scope.last != node.resource
      if entersResource { scope.append(node.resource) }
      if mode.direction != nil { unsent.applied.append(number) }
      let isValid = applyKeywords(of: node, to: value, at: place, &marks, keepsMarks: keepsMarks)
      if mode.direction != nil { unsent.applied.removeLast() }
      if entersResource { scope.removeLast() }
      depth -= 1
      return isValid
    }

    /// Ends an evaluation that cannot be finished, with one violation that says so.
    ///
    /// - Returns: false, since what cannot be finished is not valid.
    private mutating func giveUp(
      at node: Node,
      _ place: JSONPath.Location?,
      _ keyword: String,
      expected: String,
      actual: String? = nil,
      ending: String? = nil
    ) -> Bool {
      guard !isGivenUp else { return false }
      isGivenUp = true
      guard limit > 0 else { return false }
      violations = []
      isReporting = true
      report(keyword, node, place, .init(expected: expected, actual: actual, ending: ending))
      isReporting = false
      return false
    }

    /// Whether a pattern is found in a text; a search that reaches a limit ends the evaluation.
    mutating func isFound(
      _ pattern: TextPattern,
      in text: String,
      _ keyword: String,
      of node: Node,
      at place: JSONPath.Location?
    ) -> Bool {
      let finding = pattern.search(text)
      if let limitation = finding.limitation(of: text) {
        return giveUp(at: node, place, keyword, expected: "an answer", actual: limitation)
      }
      return finding == .found(nil)
    }

    private mutating func applyKeywords(
      of node: Node,
      to value: JSONValue,
      at place: JSONPath.Location?,
      _ marks: inout Marks,
      keepsMarks: Bool
    ) -> Bool {
      var isValid = check(node, value, place)
      guard isValid || isReporting else { return false }
      if instanceDepth > 0, mode.forbids(node) {
        guard isReporting else { return false }
        isValid = false
        let isReadOnly = mode.direction == .request
        report(
          isReadOnly ? "readOnly" : "writeOnly",
          node,
          place,
          Violation.Finding(
            expected: "no \(isReadOnly ? "read-only" : "write-only") member",
            actual: value.excerpt
          )
        )
      }
      var isDiscriminated = false
      if let discriminator = node.discriminator,
        !follow(discriminator, of: node, to: value, at: place)
      {
        guard isReporting else { return false }
        isValid = false
        isDiscriminated = true
      }
      let hasUnevaluated = node.unevaluatedItems != nil || node.unevaluatedProperties != nil
      var own = Marks()
      // By index, since taking each out of the list would copy it.
      for index in node.applicators.indices {
        if isDiscriminated, node.applicators[index].isAlternative { continue }
        let holds = apply(
          node.applicators[index],
          of: node,
          to: value,
          at: place,
          &own,
          keepsMarks: keepsMarks || hasUnevaluated
        )
        if holds { continue }
        guard isReporting else { return false }
        isValid = false
      }
      if hasUnevaluated, !applyUnevaluated(of: node, to: value, at: place, &own) {
        isValid = false
      }
      if isValid, keepsMarks { marks.formUnion(own) }
      return isValid
    }

    /// Whether a value fulfils the keywords that look at it alone.
    private mutating func check(
      _ node: Node,
      _ value: JSONValue,
      _ place: JSONPath.Location?
    ) -> Bool {
      var isValid = true
      for index in node.assertions.indices
      where !holds(node.assertions[index].rule, node, value, place) {
        guard isReporting else { return false }
        isValid = false
        let rule = needed(node.assertions[index].rule, of: value)
        report(node.assertions[index].keyword, node, place, rule.finding(for: value))
      }
      return isValid
    }

    /// Whether a value fulfils the schema that its discriminating member chooses.
    private mutating func follow(
      _ discriminator: Discriminator,
      of node: Node,
      to value: JSONValue,
      at place: JSONPath.Location?
    ) -> Bool {
      guard case .object(let members) = value else { return true }
      var chosen = discriminator.standard
      if let member = members[discriminator.property] {
        if let name = member.string, let branch = discriminator.branches[name] {
          chosen = branch
        } else if member.string.map(discriminator.names.contains) != true, chosen == nil {
          let known = Set(discriminator.branches.keys).union(discriminator.names).sorted()
          let list = known.prefix(20).map { JSONValue.string($0).excerpt }.joined(separator: ", ")
          report(
            "discriminator",
            node,
            place?.appending(.name(discriminator.property)),
            Violation.Finding(expected: "one of \(list)", actual: member.excerpt)
          )
          return false
        }
      }
      guard let chosen else { return true }
      var unused = Marks()
      return apply(chosen, to: value, at: place, &unused, keepsMarks: false)
    }

    private mutating func holds(
      _ assertion: Assertion,
      _ node: Node,
      _ value: JSONValue,
      _ place: JSONPath.Location?
    ) -> Bool {
      guard case .text(.pattern(let pattern, _)) = assertion, case .string(let text) = value else {
        if assertion.holds(for: value) { return true }
        guard mode.direction != nil, case .members(.required) = assertion else { return false }
        return needed(assertion, of: value).holds(for: value)
      }
      return isFound(pattern, in: text, "pattern", of: node, at: place)
    }

    private mutating func applyUnevaluated(
      of node: Node,
      to value: JSONValue,
      at place: JSONPath.Location?,
      _ marks: inout Marks
    ) -> Bool {
      let schema: Int?
      switch value {
      case .array: schema = node.unevaluatedItems
      case .object: schema = node.unevaluatedProperties
      case .null, .bool, .number, .string: schema = nil
      }
      guard let schema, !marks.coversAll else { return true }
      var isValid = true
      for position in 0..<value.childCount where !marks.contains(position) {
        guard applyToChild(schema, position, of: value, at: place, &isValid) else { return false }
      }
      marks.coverAll()
      return isValid
    }

    /// Applies a schema to an element or a member's value, and notes when it is not valid.
    ///
    /// - Returns: Whether to go on, behind what is not valid only for the sake of its violations.
    mutating func applyToChild(
      _ schema: Int,
      _ position: Int,
      of value: JSONValue,
      at place: JSONPath.Location?,
      _ isValid: inout Bool
    ) -> Bool {
      let childPlace = isReporting ? place?.appending(value.component(at: position)) : nil
      if applyToInner(schema, value.child(at: position), at: childPlace) { return true }
      isValid = false
      return isReporting
    }

    private mutating func applyToInner(
      _ schema: Int,
      _ value: JSONValue,
      at place: JSONPath.Location?
    ) -> Bool {
      let outer = unsent.firstOfInstance
      unsent.firstOfInstance = unsent.applied.count
      instanceDepth += 1
      defer {
        unsent.firstOfInstance = outer
        instanceDepth -= 1
      }
      return applyFirst(schema, to: value, at: place)
    }

    /// Applies a schema to the JSON in a text.
    mutating func applyToContent(
      _ schema: Int,
      _ encoding: ContentEncoding?,
      of value: JSONValue,
      at place: JSONPath.Location?
    ) -> Bool {
      // What is no JSON breaks `contentMediaType`.
      guard case .string(let text) = value,
        let bytes = ContentEncoding.bytes(of: text, encoding),
        let content = try? JSONParser().parse(bytes)
      else { return true }
      return applyToInner(schema, content, at: isReporting ? place : nil)
    }

    /// The node that a dynamic reference leads to: the outermost of its name in the dynamic scope.
    func dynamicTarget(_ anchor: String, otherwise: Int) -> Int {
      for resource in scope {
        if let target = program.dynamicAnchors[resource][anchor] { return target }
      }
      return otherwise
    }

    /// Describes a violation if violations are described.
    mutating func report(
      _ keyword: String,
      _ node: Node,
      _ place: JSONPath.Location?,
      _ finding: @autoclosure () -> Violation.Finding,
      causes: [Violation] = []
    ) {
      guard isReporting, violations.count < limit else { return }
      let finding = finding()
      let components = place?.components ?? []
      let tokens = components.map { component in
        switch component {
        case .name(let name): name
        case .index(let index): String(index)
        }
      }
      let schemaKeyword = keyword.isEmpty || keyword == "false" ? "" : "/" + keyword
      violations.append(
        Violation(
          instanceLocation: JSONPointer.text(of: tokens),
          components: components,
          schemaLocation: node.location + schemaKeyword,
          keyword: keyword,
          expected: finding.expected,
          actual: finding.actual,
          message: finding.message,
          missing: finding.missing,
          causes: causes
        )
      )
    }

    /// What is wrong with a value by a schema, kept apart.
    mutating func causes(
      _ schema: Int,
      _ value: JSONValue,
      _ place: JSONPath.Location?
    ) -> [Violation] {
      let before = violations
      violations = []
      var unused = Marks()
      _ = apply(schema, to: value, at: place, &unused, keepsMarks: false)
      guard !isGivenUp else { return [] }
      defer { violations = before }
      return Array(violations.prefix(5))
    }
  }

  /// Which elements or members of a value were evaluated.
  struct Marks {
    private(set) var coversAll = false
    /// Whether a schema names members of the value.
    var hasNames = false
    private var places: [Bool] = []

    func contains(_ place: Int) -> Bool { coversAll || place < places.count && places[place] }

    mutating func insert(_ place: Int) {
      while places.count <= place { places.append(false) }
      places[place] = true
    }

    mutating func coverAll() { coversAll = true }

    mutating func formUnion(_ other: Marks) {
      coversAll = coversAll || other.coversAll
      hasNames = hasNames || other.hasNames
      if places.isEmpty {
        places = other.places
      } else {
        for (place, isMarked) in other.places.enumerated() where isMarked { insert(place) }
      }
    }
  }
}
