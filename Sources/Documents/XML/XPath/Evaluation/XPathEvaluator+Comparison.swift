extension XPathEvaluator {
  /// Whether values are equal (section 3.4); of nodes, whether any are.
  mutating func isEqual(_ left: XPathValue, _ right: XPathValue) throws(XPathError) -> Bool {
    switch (left, right) {
    case (.nodes(let one), .nodes(let other)):
      let few = one.count <= other.count ? one : other
      let many = one.count <= other.count ? other : one
      var seen: Set<ArraySlice<UInt8>> = []
      for node in few { seen.insert(try costly(node)) }
      for node in many where seen.contains(try costly(node)) { return true }
      return false
    case (.nodes(let nodes), let value), (let value, .nodes(let nodes)):
      return try isAny(of: nodes, comparing: value, isEqual: true)
    case (.truth, _), (_, .truth): return truth(left) == truth(right)
    case (.number, _), (_, .number): return try number(left) == number(right)
    case (.text(let one), .text(let other)):
      try spend(one.count / 8)
      return one == other
    }
  }

  /// Whether values differ (section 3.4); of nodes, whether any do.
  mutating func isUnequal(_ left: XPathValue, _ right: XPathValue) throws(XPathError) -> Bool {
    switch (left, right) {
    case (.nodes(let one), .nodes(let other)):
      guard let first = one.first, !other.isEmpty else { return false }
      // Two sets have a pair that differs unless all are one text.
      let text = index.value(of: first)
      for node in one where try costly(node) != text { return true }
      for node in other where try costly(node) != text { return true }
      return false
    case (.nodes(let nodes), let value), (let value, .nodes(let nodes)):
      return try isAny(of: nodes, comparing: value, isEqual: false)
    case (.truth, _), (.number, _), (.text, _): return try !isEqual(left, right)
    }
  }

  /// Whether any of some nodes is equal to a value that is no set of nodes, or whether any is not.
  private mutating func isAny(
    of nodes: [Int32],
    comparing value: XPathValue,
    isEqual: Bool
  ) throws(XPathError) -> Bool {
    switch value {
    case .truth(let truth): return (truth != nodes.isEmpty) == isEqual
    case .number(let number):
      for node in nodes where (XPathNumber.value(of: try costly(node)) == number) == isEqual {
        return true
      }
    case .text(let text):
      for node in nodes where (try costly(node) == text) == isEqual { return true }
    case .nodes: break
    }
    return false
  }

  /// Whether the left value is less (section 3.4); of nodes, whether any is.
  mutating func isOrdered(
    _ left: XPathValue,
    _ right: XPathValue,
    orEqual: Bool
  ) throws(XPathError) -> Bool {
    // Nodes beside a truth count as one themselves.
    var lower = left
    var higher = right
    if case (.nodes, .truth) = (left, right) { lower = .truth(truth(left)) }
    if case (.truth, .nodes) = (left, right) { higher = .truth(truth(right)) }
    let low = try bound(lower) { $0 < $1 }
    let high = try bound(higher) { $0 > $1 }
    return orEqual ? low <= high : low < high
  }

  /// The least or greatest number of a value; NaN when there is none.
  private mutating func bound(
    _ value: XPathValue,
    _ isBetter: (Double, Double) -> Bool
  ) throws(XPathError) -> Double {
    guard case .nodes(let nodes) = value else { return try number(value) }
    var best = Double.nan
    for node in nodes {
      let number = XPathNumber.value(of: try costly(node))
      if best.isNaN || isBetter(number, best) { best = number }
    }
    return best
  }

  /// The string value of a node, its length counted as work.
  private mutating func costly(_ node: Int32) throws(XPathError) -> ArraySlice<UInt8> {
    let text = index.value(of: node)
    try spend(1 + text.count / 8)
    return text
  }
}
