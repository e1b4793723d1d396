/// Reads an expression whose syntax libxml2 has checked.
struct XPathParser {
  private let tokens: XPathTokens
  private var index = 0

  private init(_ tokens: XPathTokens) {
    self.tokens = tokens
  }

  /// Reads an expression.
  ///
  /// - Parameter tokens: an expression whose syntax libxml2 has checked.
  /// - Returns: its tree, or `nil` when it uses the axis of namespaces.
  /// - Throws: what is not understood, or a call with a wrong number of arguments.
  static func parse(_ tokens: XPathTokens) throws(XPathError) -> XPathExpression? {
    for (place, (token, _)) in tokens.list.enumerated()
    where token == .name("namespace") && tokens.isSymbol("::", at: place + 1) {
      return nil
    }
    var parser = XPathParser(tokens)
    let expression = try parser.any()
    guard parser.next == nil else { throw parser.error() }
    return expression
  }

  private func error(_ message: String = "the expression is not valid") -> XPathError {
    XPathError(code: .syntax, message: message, expression: tokens.text)
  }

  private var next: XPathTokens.Token? {
    index < tokens.list.count ? tokens.list[index].token : nil
  }

  private func isSymbol(_ symbol: String, ahead: Int = 0) -> Bool {
    tokens.isSymbol(symbol, at: index + ahead)
  }

  private mutating func take(_ symbol: String) -> Bool {
    guard isSymbol(symbol) else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ symbol: String) throws(XPathError) {
    guard take(symbol) else { throw error() }
  }

  private mutating func takeOperator(_ name: String) -> Bool {
    guard next == .operation(name) else { return false }
    index += 1
    return true
  }

  private mutating func any() throws(XPathError) -> XPathExpression {
    var parts = [try all()]
    while takeOperator("or") { parts.append(try all()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func all() throws(XPathError) -> XPathExpression {
    var parts = [try chain(0)]
    while takeOperator("and") { parts.append(try chain(0)) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// The operators of each level, from the loosest; a symbol before those it starts with.
  private static let levels: [[(String, XPathExpression.Operator)]] = [
    [("=", .equal), ("!=", .notEqual)],
    [("<=", .lessOrEqual), (">=", .moreOrEqual), ("<", .less), (">", .more)],
    [("+", .plus), ("-", .minus)],
    [("*", .times), ("div", .divided), ("mod", .modulo)],
  ]

  private mutating func chain(_ level: Int) throws(XPathError) -> XPathExpression {
    guard level < Self.levels.count else { return try negation() }
    let first = try chain(level + 1)
    var rest: [(XPathExpression.Operator, XPathExpression)] = []
    while let found = Self.levels[level].first(where: { isOperator($0.0) }) {
      index += 1
      rest.append((found.1, try chain(level + 1)))
    }
    return rest.isEmpty ? first : .chain(first, rest)
  }

  private func isOperator(_ name: String) -> Bool { isSymbol(name) || next == .operation(name) }

  private mutating func negation() throws(XPathError) -> XPathExpression {
    var count = 0
    while take("-") { count += 1 }
    var parts = [try path()]
    while take("|") { parts.append(try path()) }
    let inner = parts.count == 1 ? parts[0] : .union(parts)
    if count == 0 { return inner }
    return count.isMultiple(of: 2) ? .negated(.negated(inner)) : .negated(inner)
  }

  private mutating func path() throws(XPathError) -> XPathExpression {
    let start: XPathExpression.Start
    var steps: [XPathExpression.Step] = []
    if let primary = try primary() {
      let predicates = try predicates()
      guard isSymbol("/") || isSymbol("//") || !predicates.isEmpty else { return primary }
      start = .filter(primary, predicates: predicates)
    } else if isSymbol("/") {
      start = .root
      guard startsStep(at: index + 1) else {
        index += 1
        return .path(.root, [])
      }
    } else {
      start = isSymbol("//") ? .root : .context
      if case .context = start { steps.append(try step()) }
    }
    while true {
      if take("//") {
        steps.append(.init(axis: .descendantOrSelf, test: .node))
      } else if !take("/") {
        return .path(start, steps)
      }
      steps.append(try step())
    }
  }

  private func startsStep(at place: Int) -> Bool {
    guard place < tokens.list.count else { return false }
    switch tokens.list[place].token {
    case .name: return true
    case .symbol(let symbol): return ["@", ".", "..", "*"].contains(symbol)
    case .operation, .text, .number: return false
    }
  }

  private mutating func primary() throws(XPathError) -> XPathExpression? {
    switch next {
    case .text(let bytes):
      index += 1
      return .text(bytes)
    case .number(let number):
      index += 1
      return .number(number)
    case .symbol("("):
      index += 1
      let inner = try any()
      try expect(")")
      return inner
    case .name(let name)
    where isSymbol("(", ahead: 1) && !XPathScanner.nodeTests.contains(name):
      index += 2
      var arguments: [XPathExpression] = []
      if !isSymbol(")") {
        repeat { arguments.append(try any()) } while take(",")
      }
      try expect(")")
      guard let arity = XPathScanner.functions[name] else { throw error() }
      guard arity.contains(arguments.count) else {
        throw error("\(name) takes \(Self.noun(of: arity)), got \(arguments.count)")
      }
      return .call(name, arguments)
    case .name, .operation, .symbol, nil: return nil
    }
  }

  private static func noun(of arity: ClosedRange<Int>) -> String {
    switch (arity.lowerBound, arity.upperBound) {
    case (0, 0): "no arguments"
    case (0, 1): "at most 1 argument"
    case (1, 1): "1 argument"
    case (let least, Int.max): "at least \(least) arguments"
    case (let least, let most) where least == most: "\(least) arguments"
    case (let least, let most): "\(least) or \(most) arguments"
    }
  }

  private mutating func predicates() throws(XPathError) -> [XPathExpression] {
    var predicates: [XPathExpression] = []
    while take("[") {
      predicates.append(try any())
      try expect("]")
    }
    return predicates
  }

  private mutating func step() throws(XPathError) -> XPathExpression.Step {
    if take(".") { return .init(axis: .oneself, test: .node) }
    if take("..") { return .init(axis: .parent, test: .node) }
    var axis = XPathExpression.Axis.child
    if take("@") {
      axis = .attribute
    } else if case .name(let name) = next, isSymbol("::", ahead: 1) {
      guard let known = XPathExpression.Axis(rawValue: name) else { throw error() }
      axis = known
      index += 2
    }
    let test = try test()
    return .init(axis: axis, test: test, predicates: try predicates())
  }

  private mutating func test() throws(XPathError) -> XPathExpression.Test {
    if take("*") { return .name(prefix: nil, local: nil) }
    guard case .name(let name) = next else { throw error() }
    index += 1
    if take("(") {
      var target: String?
      if case .text(let bytes) = next {
        target = String(decoding: bytes, as: UTF8.self)
        index += 1
      }
      try expect(")")
      switch name {
      case "node": return .node
      case "text": return .text
      case "comment": return .comment
      case "processing-instruction": return .instruction(target: target)
      case _: throw error()
      }
    }
    let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return .name(prefix: "", local: name) }
    return .name(prefix: parts[0], local: parts[1] == "*" ? nil : parts[1])
  }
}
