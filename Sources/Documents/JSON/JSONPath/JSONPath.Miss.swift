import Encodings

extension JSONPath {
  /// Where a path that finds nothing leaves the document, and what was perhaps meant.
  public struct Miss: Sendable, Hashable {
    /// The steps to the last value that was found, the first one of several.
    public var found: [Component]
    /// What is wrong there, as a lowercase fragment.
    public var message: String
    /// The name beside the missing one that is near to it, or nil.
    public var suggestion: String?
  }

  /// Why the path finds nothing: the first segment that leads nowhere.
  ///
  /// - Parameter document: The document, to which `$` refers.
  /// - Returns: The place and a near name, or nil when the path finds something.
  public func miss(in document: JSONValue) -> Miss? {
    var value = document
    var location = Location.root
    for (number, segment) in query.segments.enumerated() {
      guard let selector = segment.singular else {
        return branchingMiss(in: document, from: number)
      }
      if let (child, component) = selector.singularChild(of: value) {
        value = child
        location = location.appending(component)
        continue
      }
      let found = location.components
      return Miss(
        found: found,
        message: "\(Self.normalized(found)) \(Self.reason(selector, value))",
        suggestion: Self.suggestion(for: segment, in: [value])
      )
    }
    return nil
  }

  /// The first segment from a branching one on after which no node is left.
  private func branchingMiss(in document: JSONValue, from first: Int) -> Miss? {
    var before = firstNodes(of: query.segments[..<first], in: document)
    for number in first..<query.segments.count {
      let segment = query.segments[number]
      guard let previous = before, let origin = previous.first else { return nil }
      before = firstNodes(of: query.segments[...number], in: document)
      guard let current = before, current.isEmpty else { continue }
      let message: String
      if case .name(let name)? = segment.selectors.first, segment.selectors.count == 1 {
        message = "no value selected before it has a member '\(name)'"
      } else {
        message = "selects nothing of the values before it"
      }
      return Miss(
        found: origin.components,
        message: message,
        suggestion: Self.suggestion(for: segment, in: previous.map(\.value))
      )
    }
    return nil
  }

  /// Some nodes that the first segments select; nil when finding them was given up.
  private func firstNodes(of segments: ArraySlice<Segment>, in document: JSONValue) -> [Node]? {
    let part = Query(isRelative: false, segments: Array(segments))
    var nodes: [Node] = []
    var evaluator = Evaluator(root: document)
    let isDone = try? evaluator.visit(part, from: document, location: .root) { value, location in
      nodes.append(Node(value: value, location: location ?? .root))
      return nodes.count < 100
    }
    return isDone == nil ? nil : nodes
  }

  private static func reason(_ selector: Selector, _ value: JSONValue) -> String {
    switch (selector, value) {
    case (.name(let name), .object): "has no member '\(name)'"
    case (.name, _): "is \(value.typePhrase), not an object"
    case (.index(let index), .array(let elements)):
      "has \(elements.count) element\(elements.count == 1 ? "" : "s"), none at \(index)"
    case (.index, _): "is \(value.typePhrase), not an array"
    case (.wildcard, _), (.slice, _), (.filter, _): "selects nothing"
    }
  }

  /// The name near to the one that a segment selects among the members of values, or of all that is
  /// in them when the segment is a descendant one.
  private static func suggestion(for segment: Segment, in values: [JSONValue]) -> String? {
    guard case .name(let name)? = segment.selectors.first else { return nil }
    var names: [String] = []
    var waiting = values[...]
    while let value = waiting.popFirst(), names.count < 1000 {
      if case .object(let members) = value { names += members.entries.prefix(1000).map(\.key) }
      guard segment.isDescendant else { continue }
      for place in 0..<min(value.childCount, 100) { waiting.append(value.child(at: place)) }
    }
    return EditDistance.nearest(to: name, in: names)
  }
}
