extension JSONDifference {
  /// Which elements of two arrays belong together.
  ///
  /// Equal elements in the same order stay together, so one that is added or left out does not make
  /// all after it differ; equal elements elsewhere were moved; what remains between two that stay is
  /// paired in order.
  struct Alignment {
    /// Elements that belong together, or one that is alone.
    struct Step {
      var expected: Int?
      var actual: Int?
      /// Whether the two are equal and one was moved.
      var isMove = false
    }

    /// Beyond this many pairs, equal elements are only looked for at equal places.
    private static let mostPairs = 1_000_000

    /// What is not equal in place, in the order of the arrays.
    private(set) var steps: [Step] = []

    init(_ expected: [JSONValue], _ actual: [JSONValue]) {
      let shorter = min(expected.count, actual.count)
      var prefix = 0
      while prefix < shorter, expected[prefix] == actual[prefix] { prefix += 1 }
      var suffix = 0
      while suffix < shorter - prefix,
        expected[expected.count - 1 - suffix] == actual[actual.count - 1 - suffix]
      { suffix += 1 }
      let left = Array(prefix..<(expected.count - suffix))
      let right = Array(prefix..<(actual.count - suffix))
      guard !left.isEmpty || !right.isEmpty else { return }

      let (leftNumbers, rightNumbers) = Self.numbers(expected, left, actual, right)
      let anchors =
        left.count * right.count <= Self.mostPairs
        ? Self.longestCommonSubsequence(leftNumbers, rightNumbers)
        : zip(leftNumbers, rightNumbers).enumerated().compactMap { place, pair in
          pair.0 == pair.1 ? (place, place) : nil
        }
      let moves = Self.moves(leftNumbers, rightNumbers, anchors)
      var start = (left: 0, right: 0)
      for anchor in anchors + [(left.count, right.count)] {
        let ownGap = (start.left..<anchor.0).map { ($0, moves.origins[$0]) }
        let otherGap = (start.right..<anchor.1).filter { !moves.targets.contains($0) }
        addGap(ownGap, otherGap, offset: prefix)
        start = (anchor.0 + 1, anchor.1 + 1)
      }
    }

    private mutating func addGap(_ left: [(Int, Int?)], _ right: [Int], offset: Int) {
      var rest = right[...]
      for (place, target) in left {
        if let target {
          steps.append(Step(expected: place + offset, actual: target + offset, isMove: true))
        } else {
          let partner = rest.popFirst()
          steps.append(Step(expected: place + offset, actual: partner.map { $0 + offset }))
        }
      }
      for place in rest { steps.append(Step(expected: nil, actual: place + offset)) }
    }

    /// A number for each different value, so that elements are compared deeply only once.
    private static func numbers(
      _ expected: [JSONValue],
      _ left: [Int],
      _ actual: [JSONValue],
      _ right: [Int]
    ) -> ([Int], [Int]) {
      var known: [JSONValue: Int] = [:]
      func number(_ value: JSONValue) -> Int {
        if let number = known[value] { return number }
        known[value] = known.count
        return known.count - 1
      }
      return (left.map { number(expected[$0]) }, right.map { number(actual[$0]) })
    }

    private static func longestCommonSubsequence(
      _ left: [Int],
      _ right: [Int]
    ) -> [(Int, Int)] {
      let width = right.count + 1
      var lengths = [Int32](repeating: 0, count: (left.count + 1) * width)
      for row in left.indices.reversed() {
        for column in right.indices.reversed() {
          lengths[row * width + column] =
            left[row] == right[column]
            ? lengths[(row + 1) * width + column + 1] + 1
            : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
        }
      }
      var pairs: [(Int, Int)] = []
      var (row, column) = (0, 0)
      while row < left.count, column < right.count {
        if left[row] == right[column] {
          pairs.append((row, column))
          row += 1
          column += 1
        } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
          row += 1
        } else {
          column += 1
        }
      }
      return pairs
    }

    private static func moves(
      _ left: [Int],
      _ right: [Int],
      _ anchors: [(Int, Int)]
    ) -> (origins: [Int: Int], targets: Set<Int>) {
      let ownAnchors = Set(anchors.map(\.0))
      let otherAnchors = Set(anchors.map(\.1))
      var free: [Int: [Int]] = [:]
      for place in right.indices.reversed() where !otherAnchors.contains(place) {
        free[right[place], default: []].append(place)
      }
      var origins: [Int: Int] = [:]
      var targets: Set<Int> = []
      for place in left.indices where !ownAnchors.contains(place) {
        guard let target = free[left[place]]?.popLast() else { continue }
        origins[place] = target
        targets.insert(target)
      }
      return (origins, targets)
    }
  }
}
