extension XPathEvaluator {
  /// A name test with its names looked up: -2 stands for any, -1 for none.
  private struct Names {
    var space: Int32 = -2
    var local: Int32 = -2
  }

  mutating func path(
    _ start: XPathExpression.Start,
    _ steps: [XPathExpression.Step],
    _ focus: Focus
  ) throws(XPathError) -> XPathValue {
    var nodes: [Int32]
    switch start {
    case .root: nodes = [0]
    case .context: nodes = [focus.node]
    case .filter(let expression, let predicates):
      let value = try evaluate(expression, focus)
      if predicates.isEmpty, steps.isEmpty { return value }
      nodes = try self.nodes(value, of: "a predicate or step")
      for predicate in predicates { nodes = try filtered(nodes, by: predicate) }
    }
    for step in steps {
      nodes =
        step.predicates.isEmpty ? try walk(step, from: nodes) : try select(step, from: nodes)
    }
    return .nodes(nodes)
  }

  /// A step with predicates, whose positions count from each node anew.
  private mutating func select(
    _ step: XPathExpression.Step,
    from nodes: [Int32]
  ) throws(XPathError) -> [Int32] {
    let names = try names(of: step.test)
    let index = index
    var result: [Int32] = []
    for node in nodes {
      var found: [Int32] = []
      round += 1
      try visit(step.axis, from: node) { place, isAttribute in
        if Self.matches(place, step.test, names, isAttribute, in: index) { found.append(place) }
      }
      try spend(found.count)
      for predicate in step.predicates { found = try filtered(found, by: predicate) }
      result += found
    }
    return try ordered(result)
  }

  /// A step without predicates, which meets each node once.
  private mutating func walk(
    _ step: XPathExpression.Step,
    from nodes: [Int32]
  ) throws(XPathError) -> [Int32] {
    let names = try names(of: step.test)
    let index = index
    round += 1
    var found: [Int32] = []
    var starts = nodes
    // What follows the first end, or precedes the last node, holds what the others would find.
    switch step.axis {
    case .following:
      let first = nodes.min { index.ends[Int($0)] < index.ends[Int($1)] }
      starts = first.map { [$0] } ?? []
    case .preceding: starts = nodes.last.map { [$0] } ?? []
    case .precedingSibling:
      // Of siblings the last one finds what the others would.
      var parents: Set<Int32> = []
      starts = nodes.reversed().filter { parents.insert(index.parents[Int($0)]).inserted }
    case _: break
    }
    for node in starts {
      try visit(step.axis, from: node, meetingOnce: true) { place, isAttribute in
        if Self.matches(place, step.test, names, isAttribute, in: index) { found.append(place) }
      }
    }
    return try ordered(found)
  }

  private mutating func filtered(
    _ nodes: [Int32],
    by predicate: XPathExpression
  ) throws(XPathError) -> [Int32] {
    // A step can have thousands of predicates, and each costs time even without nodes.
    try spend(1)
    if case .number(let number) = predicate {
      guard let position = Int(exactly: number), nodes.indices.contains(position - 1) else {
        return []
      }
      return [nodes[position - 1]]
    }
    var kept: [Int32] = []
    for (place, node) in nodes.enumerated() {
      let focus = Focus(node: node, position: place + 1, size: nodes.count)
      let value = try evaluate(predicate, focus)
      if case .number(let number) = value {
        if number == Double(place + 1) { kept.append(node) }
      } else if truth(value) {
        kept.append(node)
      }
    }
    return kept
  }

  /// Hands over the nodes of an axis in its order.
  ///
  /// - Parameters:
  ///   - axis: the axis.
  ///   - node: where it starts.
  ///   - meetingOnce: whether it may stop at what was met in this round.
  ///   - body: takes a node, and whether the axis is that of attributes.
  /// - Throws: when it is too much work.
  private mutating func visit(
    _ axis: XPathExpression.Axis,
    from node: Int32,
    meetingOnce: Bool = false,
    _ body: (_ place: Int32, _ isAttribute: Bool) -> Void
  ) throws(XPathError) {
    let kind = index.kinds[Int(node)]
    let end = index.ends[Int(node)]
    switch axis {
    case .oneself: try meet(node, meetingOnce, body)
    case .parent:
      let parent = index.parents[Int(node)]
      if parent >= 0 { try meet(parent, meetingOnce, body) }
    case .ancestor, .ancestorOrSelf:
      var place = axis == .ancestor ? index.parents[Int(node)] : node
      while place >= 0 {
        if meetingOnce, marks[Int(place)] == round { return }
        try meet(place, meetingOnce, body)
        place = index.parents[Int(place)]
      }
    case .attribute:
      var place = node + 1
      while place < end, index.kinds[Int(place)] == .attribute {
        try spend(1)
        body(place, true)
        place += 1
      }
    case .child:
      var place = node + 1
      while place < end {
        try spend(1)
        if index.kinds[Int(place)] != .attribute { body(place, false) }
        place = index.ends[Int(place)]
      }
    case .descendantOrSelf, .descendant:
      if axis == .descendantOrSelf { try meet(node, meetingOnce, body) }
      var place = node + 1
      while place < end {
        if meetingOnce, marks[Int(place)] == round, index.ends[Int(place)] > place + 1 {
          // What was met has had all inside it met, but for itself as a start.
          place = index.ends[Int(place)]
          continue
        }
        try spend(1)
        if index.kinds[Int(place)] != .attribute {
          if !meetingOnce || marks[Int(place)] != round { body(place, false) }
          if meetingOnce { marks[Int(place)] = round }
        }
        place += 1
      }
    case .following:
      let start = kind == .attribute ? node + 1 : end
      for place in start..<max(start, Int32(index.count)) {
        try spend(1)
        if index.kinds[Int(place)] != .attribute { body(place, false) }
      }
    case .preceding:
      // Of an attribute, what precedes its element.
      let origin = kind == .attribute ? index.parents[Int(node)] : node
      var place = origin - 1
      while place > 0 {
        try spend(1)
        if index.kinds[Int(place)] != .attribute, index.ends[Int(place)] <= origin {
          body(place, false)
        }
        place -= 1
      }
    case .followingSibling:
      guard kind != .attribute, index.parents[Int(node)] >= 0 else { return }
      let last = index.ends[Int(index.parents[Int(node)])]
      var place = end
      while place < last {
        if meetingOnce, marks[Int(place)] == round { return }
        try meet(place, meetingOnce, body)
        place = index.ends[Int(place)]
      }
    case .precedingSibling:
      guard kind != .attribute, index.parents[Int(node)] >= 0 else { return }
      // Siblings lead only forward, so that they are gathered and turned round.
      var before: [Int32] = []
      var place = index.parents[Int(node)] + 1
      while place < node {
        try spend(1)
        if index.kinds[Int(place)] != .attribute { before.append(place) }
        place = index.ends[Int(place)]
      }
      for place in before.reversed() {
        if meetingOnce, marks[Int(place)] == round { return }
        try meet(place, meetingOnce, body)
      }
    }
  }

  private mutating func meet(
    _ place: Int32,
    _ meetingOnce: Bool,
    _ body: (_ place: Int32, _ isAttribute: Bool) -> Void
  ) throws(XPathError) {
    try spend(1)
    if meetingOnce {
      guard marks[Int(place)] != round else { return }
      marks[Int(place)] = round
    }
    body(place, false)
  }

  private mutating func names(of test: XPathExpression.Test) throws(XPathError) -> Names {
    var names = Names()
    switch test {
    case .name(let prefix, let local):
      if let prefix {
        names.space = prefix.isEmpty ? -1 : try number(ofName: namespaces[prefix] ?? "")
      }
      if let local { names.local = try number(ofName: local) }
    case .instruction(let target):
      if let target { names.local = try number(ofName: target) }
    case .node, .text, .comment: break
    }
    return names
  }

  /// The number of a name in the index; -3 when the document does not have it.
  private mutating func number(ofName name: String) throws(XPathError) -> Int32 {
    try spend(name.utf8.count / 8)
    return index.number(ofName: name) ?? -3
  }

  private static func matches(
    _ place: Int32,
    _ test: XPathExpression.Test,
    _ names: Names,
    _ isAttribute: Bool,
    in index: XPathIndex
  ) -> Bool {
    let place = Int(place)
    let kind = index.kinds[place]
    switch test {
    case .node: return true
    case .text: return kind == .text
    case .comment: return kind == .comment
    case .instruction:
      return kind == .instruction && (names.local == -2 || names.local == index.locals[place])
    case .name:
      guard kind == (isAttribute ? .attribute : .element) else { return false }
      return (names.local == -2 || names.local == index.locals[place])
        && (names.space == -2 || names.space == index.spaces[place])
    }
  }
}
