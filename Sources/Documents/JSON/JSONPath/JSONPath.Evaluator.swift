extension JSONPath {
  /// Applies queries to a document.
  ///
  /// It goes depth first, which yields the order of RFC 9535, and stops when its caller has enough.
  struct Evaluator {
    /// Takes a node; false ends the evaluation.
    typealias Visitor = (JSONValue, Location?) throws(JSONPathError) -> Bool

    /// How many nodes are looked at before a query is given up.
    private static let mostSteps = 100_000_000

    /// How many nodes are collected before a query is given up.
    private static let mostNodes = 5_000_000

    /// The value to which `$` refers.
    var root: JSONValue
    private var steps = 0
    /// The number of steps after which the limit of the task is asked again.
    private var nextLook = Evaluator.lookInterval
    private static let lookInterval = 16_384
    /// Patterns of the document, by their text as a value, since canonical equivalents differ, and
    /// whether they must match the whole.
    var patterns: [JSONValue: LiteralPattern] = [:]

    init(root: JSONValue) {
      self.root = root
    }

    /// Visits the nodes that a query selects.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - current: The node to which `@` refers.
    ///   - location: The place of that node, or nil when places are not wanted.
    ///   - visitor: Takes each node with its place.
    /// - Returns: Whether all were visited.
    /// - Throws: `tooMuchWork`, or what the visitor throws.
    @discardableResult
    mutating func visit(
      _ query: Query,
      from current: JSONValue,
      location: Location?,
      visitor: Visitor
    ) throws(JSONPathError) -> Bool {
      let start = query.isRelative ? current : root
      return try visit(query.segments[...], from: start, location, visitor)
    }

    /// The value of a singular query, or nil.
    mutating func value(of query: Query, from current: JSONValue) -> JSONValue? {
      var value = query.isRelative ? current : root
      for segment in query.segments {
        guard let child = segment.singular?.singularChild(of: value)?.value else { return nil }
        value = child
      }
      return value
    }

    /// Refuses to collect more nodes than fit into memory beside the document.
    static func checkCount(_ count: Int) throws(JSONPathError) {
      guard count < mostNodes else {
        throw tooMuchWork("the path selects more than \(mostNodes) nodes")
      }
    }

    /// Counts work; a query that takes too much of it is given up, and so is one whose task's ``WorkLimit`` is over.
    mutating func countStep(_ count: Int = 1) throws(JSONPathError) {
      steps += count
      guard steps <= Self.mostSteps else {
        throw Self.tooMuchWork("the path was given up after \(Self.mostSteps) steps")
      }
      guard steps >= nextLook else { return }
      nextLook = steps + Self.lookInterval
      guard !WorkLimit.endsNow() else {
        throw Self.tooMuchWork("the path was not finished: \(WorkLimit.message)")
      }
    }

    /// The error of a query that is given up.
    static func tooMuchWork(_ message: String) -> JSONPathError {
      JSONPathError(code: .tooMuchWork, message: message, offset: 0)
    }

    private mutating func visit(
      _ segments: ArraySlice<Segment>,
      from start: JSONValue,
      _ startLocation: Location?,
      _ visitor: Visitor
    ) throws(JSONPathError) -> Bool {
      var segments = segments
      var value = start
      var location = startLocation
      while let segment = segments.first {
        guard let selector = segment.singular else {
          return try branch(segment, segments.dropFirst(), from: value, location, visitor)
        }
        guard let (child, component) = selector.singularChild(of: value) else { return true }
        value = child
        location = location?.appending(component)
        segments = segments.dropFirst()
      }
      try countStep()
      return try visitor(value, location)
    }

    private mutating func branch(
      _ segment: Segment,
      _ rest: ArraySlice<Segment>,
      from value: JSONValue,
      _ location: Location?,
      _ visitor: Visitor
    ) throws(JSONPathError) -> Bool {
      guard segment.isDescendant else {
        return try select(segment.selectors, rest, of: value, location, visitor)
      }
      // The containers on the way down, each with the child to go on with.
      var open: [(value: JSONValue, location: Location?, next: Int)] = []
      guard try select(segment.selectors, rest, of: value, location, visitor) else { return false }
      open.append((value, location, 0))
      while let last = open.indices.last {
        let place = open[last].next
        guard let (child, position) = open[last].value.container(from: place) else {
          open.removeLast()
          continue
        }
        open[last].next = position + 1
        try countStep()
        let childLocation = open[last].location?.appending(
          open[last].value.component(at: position)
        )
        guard try select(segment.selectors, rest, of: child, childLocation, visitor) else {
          return false
        }
        open.append((child, childLocation, 0))
      }
      return true
    }

    private mutating func select(
      _ selectors: [Selector],
      _ rest: ArraySlice<Segment>,
      of value: JSONValue,
      _ location: Location?,
      _ visitor: Visitor
    ) throws(JSONPathError) -> Bool {
      for selector in selectors {
        switch selector {
        case .name, .index:
          guard let (child, component) = selector.singularChild(of: value) else { continue }
          let place = location?.appending(component)
          guard try visit(rest, from: child, place, visitor) else { return false }
        case .wildcard:
          for place in 0..<value.childCount {
            guard try go(on: rest, to: place, of: value, location, visitor) else { return false }
          }
        case .slice(let start, let end, let step):
          guard case .array(let elements) = value else { continue }
          for place in Selector.places(start, end, step, count: elements.count) {
            guard try go(on: rest, to: place, of: value, location, visitor) else { return false }
          }
        case .filter(let condition):
          for place in 0..<value.childCount {
            try countStep()
            guard try holds(condition, for: value.child(at: place)) else { continue }
            guard try go(on: rest, to: place, of: value, location, visitor) else { return false }
          }
        }
      }
      return true
    }

    private mutating func go(
      on rest: ArraySlice<Segment>,
      to place: Int,
      of value: JSONValue,
      _ location: Location?,
      _ visitor: Visitor
    ) throws(JSONPathError) -> Bool {
      try countStep()
      let childLocation = location?.appending(value.component(at: place))
      return try visit(rest, from: value.child(at: place), childLocation, visitor)
    }
  }
}
