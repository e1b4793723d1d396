extension JSONDifference {
  /// A comparison at work.
  struct Comparison {
    /// Deeper values are compared as a whole.
    private static let deepestLevel = 512

    let limit: Int
    private(set) var differences: [JSONDifference] = []

    private var isFull: Bool { differences.count >= limit }

    mutating func compare(
      _ expected: JSONValue,
      _ expectedPlace: JSONPath.Location,
      _ actual: JSONValue,
      _ place: JSONPath.Location,
      depth: Int
    ) {
      guard !isFull else { return }
      if depth < Self.deepestLevel {
        if case .object(let left) = expected, case .object(let right) = actual {
          return compare(left, expectedPlace, right, place, depth: depth)
        }
        if case .array(let left) = expected, case .array(let right) = actual {
          return compare(left, expectedPlace, right, place, depth: depth)
        }
      }
      if expected != actual { add(.different, expected, expectedPlace, actual, place) }
    }

    private mutating func compare(
      _ expected: JSONObject,
      _ expectedPlace: JSONPath.Location,
      _ actual: JSONObject,
      _ place: JSONPath.Location,
      depth: Int
    ) {
      for (key, value) in expected {
        let expectedChild = expectedPlace.appending(.name(key))
        if let other = actual[key] {
          let child = place.appending(.name(key))
          compare(value, expectedChild, other, child, depth: depth + 1)
        } else {
          add(.missing, value, expectedChild, nil, place)
        }
        if isFull { return }
      }
      for (key, value) in actual where expected[key] == nil {
        add(.unexpected, nil, expectedPlace, value, place.appending(.name(key)))
        if isFull { return }
      }
    }

    private mutating func compare(
      _ expected: [JSONValue],
      _ expectedPlace: JSONPath.Location,
      _ actual: [JSONValue],
      _ place: JSONPath.Location,
      depth: Int
    ) {
      for step in Alignment(expected, actual).steps {
        let expectedChild = expectedPlace.appending(.index(step.expected ?? 0))
        let child = place.appending(.index(step.actual ?? 0))
        switch (step.expected, step.actual) {
        case (let left?, let right?) where step.isMove:
          add(.moved, expected[left], expectedChild, actual[right], child)
        case (let left?, let right?):
          compare(expected[left], expectedChild, actual[right], child, depth: depth + 1)
        case (let left?, nil):
          add(.missing, expected[left], expectedChild, nil, place)
        case (nil, let right?):
          add(.unexpected, nil, expectedPlace, actual[right], child)
        case (nil, nil):
          break
        }
        if isFull { return }
      }
    }

    private mutating func add(
      _ kind: Kind,
      _ expected: JSONValue?,
      _ expectedPlace: JSONPath.Location,
      _ actual: JSONValue?,
      _ place: JSONPath.Location
    ) {
      differences.append(
        JSONDifference(
          kind: kind,
          path: (actual == nil ? expectedPlace : place).components,
          expectedPath: expected.map { _ in expectedPlace.components },
          expected: expected,
          actual: actual
        )
      )
    }
  }
}
