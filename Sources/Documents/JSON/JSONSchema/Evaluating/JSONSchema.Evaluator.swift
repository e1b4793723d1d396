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

    init(program: Program, limit: Int) {
      self.program = program
      self.limit = limit
      isReporting = limit > 0
    }

    /// Whether a value is valid, or nil when the evaluation was given up.
    mutating func verdict(on value: JSONValue) -> Bool? {
      var marks = Marks()
      let isValid = apply(program.root, to: value, at: nil, &marks, keepsMarks: false)
      return isGivenUp ? nil : isValid
    }

    /// What a value breaks.
    mutating func violations(of value: JSONValue) -> [Violation] {
      var marks = Marks()
      _ = apply(program.root, to: value, at: .root, &marks, keepsMarks: false)
      return isGivenUp ? violations.suffix(1) : violations
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
      guard depth < Self.deepestLevel, steps < Self.mostSteps else {
        giveUp(
          at: node,
          place,
          "$ref",
          Violation.Finding(expected: "references that end", actual: "a cycle of the schema's own")
        )
        return false
      }
      depth += 1
      let entersResource = scope.last != node.resource
      if entersResource { scope.append(node.resource) }
      let isValid = applyKeywords(of: node, to: value, at: place, &marks, keepsMarks: keepsMarks)
      if entersResource { scope.removeLast() }
      depth -= 1
      return isValid
    }

    /// Ends an evaluation that cannot be finished, with one violation that says so.
    private mutating func giveUp(
      at node: Node,
      _ place: JSONPath.Location?,
      _ keyword: String,
      _ finding: Violation.Finding
    ) {
      guard !isGivenUp else { return }
      isGivenUp = true
      guard limit > 0 else { return }
      violations = []
      isReporting = true
      report(keyword, node, place, finding)
      isReporting = false
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
        giveUp(at: node, place, keyword, .init(expected: "an answer", actual: limitation))
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
      let hasUnevaluated = node.unevaluatedItems != nil || node.unevaluatedProperties != nil
      var own = Marks()
      // By index, since taking each out of the list would copy it.
      for index in node.applicators.indices
      where !apply(
        node.applicators[index],
        of: node,
        to: value,
        at: place,
        &own,
        keepsMarks: keepsMarks || hasUnevaluated
      ) {
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
      for index in node.assertions.indices where !holds(node.assertions[index], node, value, place)
      {
        guard isReporting else { return false }
        isValid = false
        let assertion = node.assertions[index]
        report(assertion.keyword, node, place, assertion.finding(for: value))
      }
      return isValid
    }

    private mutating func holds(
      _ assertion: Assertion,
      _ node: Node,
      _ value: JSONValue,
      _ place: JSONPath.Location?
    ) -> Bool {
      guard case .text(.pattern(let pattern, _)) = assertion, case .string(let text) = value else {
        return assertion.holds(for: value)
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
        if !applyToChild(schema, position, of: value, at: place) {
          guard isReporting else { return false }
          isValid = false
        }
      }
      marks.coverAll()
      return isValid
    }

    /// Applies a schema to an element or a member's value.
    mutating func applyToChild(
      _ schema: Int,
      _ position: Int,
      of value: JSONValue,
      at place: JSONPath.Location?
    ) -> Bool {
      var unused = Marks()
      let childPlace = isReporting ? place?.appending(value.component(at: position)) : nil
      let child = value.child(at: position)
      return apply(schema, to: child, at: childPlace, &unused, keepsMarks: false)
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
      let schemaKeyword = keyword == "false" ? "" : "/" + keyword
      violations.append(
        Violation(
          instanceLocation: JSONPointer.text(of: tokens),
          path: JSONPath.normalized(components),
          schemaLocation: node.location + schemaKeyword,
          keyword: keyword,
          expected: finding.expected,
          actual: finding.actual,
          message: finding.message,
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
    private var places: [Bool] = []

    func contains(_ place: Int) -> Bool { coversAll || place < places.count && places[place] }

    mutating func insert(_ place: Int) {
      while places.count <= place { places.append(false) }
      places[place] = true
    }

    mutating func coverAll() { coversAll = true }

    mutating func formUnion(_ other: Marks) {
      coversAll = coversAll || other.coversAll
      if places.isEmpty {
        places = other.places
      } else {
        for (place, isMarked) in other.places.enumerated() where isMarked { insert(place) }
      }
    }
  }
}
