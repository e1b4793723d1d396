/// Evaluates an expression on an index, with a bound on the work whatever the expression.
///
/// libxml2's own evaluation bounds its steps but neither its comparisons nor its merges nor its
/// work on texts, so that a short query could take minutes. Its numbers are not those of XPath 1.0
/// either: `1e3` is one, `string(100000000000)` is `1e+11`.
@safe struct XPathEvaluator {
  /// The most units of work, each of some ten nanoseconds.
  static let workLimit = 20_000_000
  /// The longest text that is made, in bytes.
  static let textLimit = 16 << 20

  /// The node that an expression is about.
  struct Focus {
    var node: Int32
    var position = 1
    var size = 1
  }

  let index: XPathIndex
  let xpath: XPath
  /// Prefix to URI.
  let namespaces: [String: String]
  /// For each node the last round in which it was met, so that nothing is met twice.
  var marks: [Int32]
  var round: Int32 = 0
  private var work = 0
  /// The amount of work after which the limit of the task is asked again.
  private var nextLook = XPathEvaluator.lookInterval
  private static let lookInterval = 100_000

  init(index: XPathIndex, xpath: XPath, namespaces: [String: String]) {
    self.index = index
    self.xpath = xpath
    let standard = ["xml": "http://www.w3.org/XML/1998/namespace"]
    self.namespaces = standard.merging(namespaces) { $1 }
    marks = Array(repeating: 0, count: index.count)
  }

  /// Counts work.
  ///
  /// - Parameter amount: how many units; a node is one, eight bytes are one.
  /// - Throws: when it is too much, or the task's ``WorkLimit`` is over.
  mutating func spend(_ amount: Int) throws(XPathError) {
    work += amount
    guard work <= Self.workLimit else { throw error(.limit, "the query takes too long") }
    if work >= nextLook {
      nextLook = work + Self.lookInterval
      if WorkLimit.endsNow() {
        throw error(.limit, "the query was not finished: \(WorkLimit.message)")
      }
    }
  }

  func error(_ code: XPathError.Code, _ message: String) -> XPathError {
    XPathError(code: code, message: message, expression: xpath.text)
  }

  mutating func evaluate(
    _ expression: XPathExpression,
    _ focus: Focus
  ) throws(XPathError) -> XPathValue {
    try spend(1)
    switch expression {
    case .text(let bytes): return .text(bytes[...])
    case .number(let number): return .number(number)
    case .any(let parts):
      for part in parts where try truth(evaluate(part, focus)) { return .truth(true) }
      return .truth(false)
    case .all(let parts):
      for part in parts where try !truth(evaluate(part, focus)) { return .truth(false) }
      return .truth(true)
    case .chain(let first, let rest):
      var value = try evaluate(first, focus)
      for (operation, operand) in rest {
        value = try apply(operation, value, evaluate(operand, focus))
      }
      return value
    case .negated(let inner): return .number(-(try number(evaluate(inner, focus))))
    case .union(let parts):
      var all: [Int32] = []
      for part in parts { all += try nodes(evaluate(part, focus), of: "|") }
      return .nodes(try ordered(all))
    case .path(let start, let steps): return try path(start, steps, focus)
    case .call(let name, let arguments): return try call(name, arguments, focus)
    }
  }

  private mutating func apply(
    _ operation: XPathExpression.Operator,
    _ left: XPathValue,
    _ right: XPathValue
  ) throws(XPathError) -> XPathValue {
    switch operation {
    case .equal: .truth(try isEqual(left, right))
    case .notEqual: .truth(try isUnequal(left, right))
    case .less: .truth(try isOrdered(left, right, orEqual: false))
    case .lessOrEqual: .truth(try isOrdered(left, right, orEqual: true))
    case .more: .truth(try isOrdered(right, left, orEqual: false))
    case .moreOrEqual: .truth(try isOrdered(right, left, orEqual: true))
    case .plus: .number(try number(left) + number(right))
    case .minus: .number(try number(left) - number(right))
    case .times: .number(try number(left) * number(right))
    case .divided: .number(try number(left) / number(right))
    case .modulo: .number(try number(left).truncatingRemainder(dividingBy: number(right)))
    }
  }

  /// Nodes in document order, each once.
  mutating func ordered(_ nodes: [Int32]) throws(XPathError) -> [Int32] {
    try spend(nodes.count)
    var inOrder = min(1, nodes.count)
    while inOrder < nodes.count, nodes[inOrder - 1] < nodes[inOrder] { inOrder += 1 }
    if inOrder == nodes.count { return nodes }
    try spend(nodes.count * 4)
    var result: [Int32] = []
    for node in nodes.sorted() where result.last != node { result.append(node) }
    return result
  }

  func nodes(_ value: XPathValue, of name: String) throws(XPathError) -> [Int32] {
    guard case .nodes(let nodes) = value else {
      throw error(.evaluation, "\(name) wants nodes")
    }
    return nodes
  }

  func truth(_ value: XPathValue) -> Bool {
    switch value {
    case .nodes(let nodes): !nodes.isEmpty
    case .text(let text): !text.isEmpty
    case .number(let number): !(number == 0 || number.isNaN)
    case .truth(let truth): truth
    }
  }

  mutating func number(_ value: XPathValue) throws(XPathError) -> Double {
    switch value {
    case .nodes, .text:
      let text = try text(value)
      try spend(text.count / 8)
      return XPathNumber.value(of: text)
    case .number(let number): return number
    case .truth(let truth): return truth ? 1 : 0
    }
  }

  mutating func text(_ value: XPathValue) throws(XPathError) -> ArraySlice<UInt8> {
    switch value {
    case .nodes(let nodes): nodes.first.map { index.value(of: $0) } ?? []
    case .text(let text): text
    case .number(let number): XPathNumber.text(of: number)[...]
    case .truth(let truth): Array((truth ? "true" : "false").utf8)[...]
    }
  }
}
