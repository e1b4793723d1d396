import Documents

extension LiteralPattern {
  /// A list whose elements may come in any order.
  struct UnorderedList: Sendable {
    /// What the elements must be, one each.
    let patterns: [LiteralPattern]

    /// How often each value must stand there, when no pattern holds a matcher.
    private let counts: [JSONValue: Int]?

    init(_ patterns: [LiteralPattern]) {
      self.patterns = patterns
      var counts: [JSONValue: Int]? = [:]
      for pattern in patterns {
        guard case .value(let value) = pattern else {
          counts = nil
          break
        }
        counts?[value, default: 0] += 1
      }
      self.counts = counts
    }

    /// Whether no pattern holds a matcher.
    var isPlain: Bool { counts != nil }

    /// Whether the elements are one for each pattern.
    func matches(_ elements: [JSONValue], nature: Subject.Nature) -> Bool {
      guard elements.count == patterns.count else { return false }
      if var counts, canCount(elements, nature: nature) {
        for element in elements {
          guard let count = counts[element], count > 0 else { return false }
          counts[element] = count - 1
        }
        return true
      }
      return paired(elements, nature: nature).patterns.isEmpty
    }

    /// What no partner is found for: indexes of patterns and of elements.
    ///
    /// - Returns: `nil` where finding that out would take too long.
    func unmatched(
      _ elements: [JSONValue],
      nature: Subject.Nature
    ) -> (patterns: [Int], elements: [Int])? {
      guard var counts, canCount(elements, nature: nature) else {
        let (pairs, overflow) = patterns.count.multipliedReportingOverflow(by: elements.count)
        return overflow || pairs > 1_000_000 ? nil : paired(elements, nature: nature)
      }
      var extra: [Int] = []
      for (index, element) in elements.enumerated() {
        if let count = counts[element], count > 0 {
          counts[element] = count - 1
        } else {
          extra.append(index)
        }
      }
      var missing: [Int] = []
      for (index, pattern) in patterns.enumerated() {
        if let count = counts[pattern.source], count > 0 {
          counts[pattern.source] = count - 1
          missing.append(index)
        }
      }
      return (missing, extra)
    }

    /// Whether equality of values decides, so that they need only be counted.
    private func canCount(_ elements: [JSONValue], nature: Subject.Nature) -> Bool {
      guard nature != .json else { return true }
      return counts?.keys.contains { $0.string == nil } == false
        && !elements.contains { $0.string == nil }
    }

    /// Pairs patterns with elements; what is left of both.
    ///
    /// One pattern may accept several elements, so this is a matching of two sides, grown by the
    /// shortest augmenting paths.
    private func paired(
      _ elements: [JSONValue],
      nature: Subject.Nature
    ) -> (patterns: [Int], elements: [Int]) {
      let accepted = patterns.map { pattern in
        elements.indices.filter { pattern.matches(elements[$0], nature: nature) }
      }
      var partnerOfElement = [Int?](repeating: nil, count: elements.count)
      var partnerOfPattern = [Int?](repeating: nil, count: patterns.count)
      var lonely: [Int] = []
      for start in patterns.indices {
        var reachedFrom = [Int?](repeating: nil, count: elements.count)
        var queue = [start]
        var next = 0
        var free: Int?
        while free == nil, next < queue.count {
          let pattern = queue[next]
          next += 1
          for element in accepted[pattern] where reachedFrom[element] == nil {
            reachedFrom[element] = pattern
            guard let partner = partnerOfElement[element] else {
              free = element
              break
            }
            queue.append(partner)
          }
        }
        guard var element = free else {
          lonely.append(start)
          continue
        }
        // Back along the path: each pattern on it takes the element it was led to.
        while let pattern = reachedFrom[element] {
          let previous = partnerOfPattern[pattern]
          partnerOfElement[element] = pattern
          partnerOfPattern[pattern] = element
          guard let previous, pattern != start else { break }
          element = previous
        }
      }
      return (lonely, elements.indices.filter { partnerOfElement[$0] == nil })
    }

    /// The list as text for a message.
    var text: String { ValueText.describe(.array(patterns.map(\.source))) }
  }
}
