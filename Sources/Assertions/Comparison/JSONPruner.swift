import Documents

/// Takes the values at some paths out of documents, so that a comparison does not see them.
struct JSONPruner: Sendable {
  let paths: [JSONPath]

  /// A document without what the paths select.
  ///
  /// - Throws: when a path asks for more work than is allowed.
  func pruned(_ document: JSONValue) throws(JSONPathError) -> JSONValue {
    var marks = Marks()
    for path in paths {
      for node in try path.nodes(in: document) {
        marks.insert(node.components[...])
      }
    }
    guard !marks.isEmpty else { return document }
    return Self.prune(document, marks) ?? .null
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
