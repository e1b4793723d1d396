/// A JSONPath query (RFC 9535), ready to be applied to any number of documents.
///
/// ```swift
/// let path = try JSONPath(parsing: "$.store.book[?@.price < 10].title")
/// for node in try path.nodes(in: document) {
///   print(node.path, node.value)  // $['store']['book'][0]['title'] "Sayings of the Century"
/// }
/// ```
public struct JSONPath: Sendable {
  /// The path as it was written.
  public let text: String
  /// Whether the path can never yield more than one node (RFC 9535, section 2.3.5.1).
  public let isSingular: Bool
  let query: Query

  /// A path from its text.
  ///
  /// - Parameter text: A query that starts with `$`.
  /// - Throws: The first mistake with its place.
  public init(parsing text: String) throws(JSONPathError) {
    var parser = Parser(text)
    query = try parser.parse()
    isSingular = query.isSingular
    self.text = text
  }

  /// The nodes that the path selects, in the order of RFC 9535.
  ///
  /// - Parameter document: The document, to which `$` refers.
  /// - Returns: Each node's value and place; a node that is selected twice is there twice.
  /// - Throws: `tooMuchWork` when nested descendant segments or filters multiply beyond reason.
  public func nodes(in document: JSONValue) throws(JSONPathError) -> [Node] {
    var nodes: [Node] = []
    var evaluator = Evaluator(root: document)
    try evaluator.visit(query, from: document, location: .root) {
      value,
      location throws(JSONPathError) in
      try Evaluator.checkCount(nodes.count)
      nodes.append(Node(value: value, location: location ?? .root))
      return true
    }
    return nodes
  }

  /// The values that the path selects, in the order of RFC 9535.
  ///
  /// - Parameter document: The document, to which `$` refers.
  /// - Returns: The values.
  /// - Throws: `tooMuchWork` when nested descendant segments or filters multiply beyond reason.
  public func values(in document: JSONValue) throws(JSONPathError) -> [JSONValue] {
    var values: [JSONValue] = []
    var evaluator = Evaluator(root: document)
    try evaluator.visit(query, from: document, location: nil) {
      value,
      _ throws(JSONPathError) in
      try Evaluator.checkCount(values.count)
      values.append(value)
      return true
    }
    return values
  }

  /// The value that a singular path selects.
  ///
  /// - Parameter document: The document, to which `$` refers.
  /// - Returns: The value; nil where there is none, and for a path that is not singular.
  public func value(in document: JSONValue) -> JSONValue? {
    Self.value(at: query.segments, from: 0, in: document)
  }

  /// The value at the end of a path, from one of its segments on.
  ///
  /// Each segment is a call, because a loop would have to copy the values on its way. The calls go
  /// no deeper than the document.
  private static func value(
    at segments: [Segment],
    from number: Int,
    in value: JSONValue
  ) -> JSONValue? {
    guard number < segments.count else { return value }
    guard !segments[number].isDescendant, segments[number].selectors.count == 1 else { return nil }
    switch value {
    case .object(let members):
      guard case .name(let name) = segments[number].selectors[0],
        let place = members.position(of: name)
      else { return nil }
      return Self.value(at: segments, from: number + 1, in: members.entries[place].value)
    case .array(let elements):
      guard case .index(let index) = segments[number].selectors[0] else { return nil }
      let place = index < 0 ? elements.count + index : index
      guard elements.indices.contains(place) else { return nil }
      return Self.value(at: segments, from: number + 1, in: elements[place])
    case .null, .bool, .number, .string:
      return nil
    }
  }
}

extension JSONPath: Hashable {
  /// Whether both were written alike.
  public static func == (left: JSONPath, right: JSONPath) -> Bool {
    left.text.hasSameCodePoints(as: right.text)
  }

  /// Feeds the text to a hasher.
  ///
  /// - Parameter hasher: The hasher to feed.
  public func hash(into hasher: inout Hasher) {
    text.hashCodePoints(into: &hasher)
  }
}

extension JSONPath: CustomStringConvertible {
  /// The path as it was written.
  public var description: String { text }
}
