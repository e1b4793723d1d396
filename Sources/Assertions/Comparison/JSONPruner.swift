import Documents

/// Takes the values at some paths out of documents, so that a comparison does not see them.
struct JSONPruner: Sendable {
  let paths: [JSONPath]

  /// A document without what the paths select.
  ///
  /// - Throws: when a path asks for more work than is allowed.
  func pruned(_ document: JSONValue) throws(JSONPathError) -> JSONValue {
    try marks(of: document).map { Self.prune(document, $0) ?? .null } ?? document
  }

  /// A literal without what the paths select, with the origins of the parts that stay.
  ///
  /// - Throws: when a path asks for more work than is allowed.
  func pruned(
    _ literal: JSONValue,
    _ origin: ArgumentOrigin
  ) throws(JSONPathError) -> (JSONValue, ArgumentOrigin) {
    guard let marks = try marks(of: literal) else { return (literal, origin) }
    return (Self.prune(literal, marks) ?? .null, Self.prune(origin, of: literal, marks) ?? .written)
  }

  /// What the paths select; `nil` for nothing.
  private func marks(of document: JSONValue) throws(JSONPathError) -> Marks? {
    var marks = Marks()
    for path in paths {
      for node in try path.nodes(in: document) {
        marks.insert(node.components[...])
      }
    }
    return marks.isEmpty ? nil : marks
  }

  private static func prune(_ value: JSONValue, _ marks: Marks) -> JSONValue? {
    guard !marks.isEnd else { return nil }
    guard !marks.isEmpty else { return value }
    switch value {
    case .object(let object):
      return .object(
        JSONObject(
          object.compactMap { key, value in
            guard let below = marks.below[.name(key)] else { return (key, value) }
            return prune(value, below).map { (key, $0) }
          }
        )
      )
    case .array(let elements):
      return .array(
        elements.enumerated().compactMap { index, element in
          guard let below = marks.below[.index(index)] else { return element }
          return prune(element, below)
        }
      )
    case .null, .bool, .number, .string:
      return value
    }
  }

  private static func prune(
    _ origin: ArgumentOrigin,
    of value: JSONValue,
    _ marks: Marks
  ) -> ArgumentOrigin? {
    guard !marks.isEnd else { return nil }
    switch (origin, value) {
    case (.map(let members), .object(let object)):
      return .map(
        zip(members, object).compactMap { member, entry in
          guard let below = marks.below[.name(entry.key)] else { return member }
          return prune(member.value, of: entry.value, below).map {
            .init(isKeyComputed: member.isKeyComputed, value: $0)
          }
        }
      )
    case (.list(let origins), .array(let elements)):
      return .list(
        zip(origins, elements).enumerated().compactMap { index, pair in
          guard let below = marks.below[.index(index)] else { return pair.0 }
          return prune(pair.0, of: pair.1, below)
        }
      )
    case _:
      return origin
    }
  }

  /// Which values go, as a tree of steps.
  private struct Marks {
    var isEnd = false
    var below: [JSONPath.Component: Marks] = [:]

    var isEmpty: Bool { !isEnd && below.isEmpty }

    mutating func insert(_ steps: ArraySlice<JSONPath.Component>) {
      guard let first = steps.first else {
        isEnd = true
        return
      }
      below[first, default: Marks()].insert(steps.dropFirst())
    }
  }
}
