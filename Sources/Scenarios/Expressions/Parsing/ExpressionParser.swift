import Diagnostics
import Documents

/// Reads an expression by the precedence of its operators.
struct ExpressionParser {
  /// Why a text is no expression.
  typealias Failure = ExpressionLexer.Failure

  /// How many levels of nodes an expression may have.
  static let deepest = 100

  private var lexer: ExpressionLexer
  private var token = ExpressionLexer.Token.end
  private var range = 0..<0
  private var level = 0

  init(_ bytes: ArraySlice<UInt8>) {
    lexer = ExpressionLexer(bytes)
  }

  /// The tree of the whole text.
  mutating func parse() throws(Failure) -> ExpressionNode {
    try advance()
    guard token != .end else {
      throw Failure(message: "empty expression", range: range, hint: "write a name, as in ${id}")
    }
    let node = try pipes()
    guard token == .end else { throw unexpected(behind: node) }
    return node
  }

  /// What is wrong about a token behind a whole expression.
  private func unexpected(behind node: ExpressionNode) -> Failure {
    var failure = unexpected()
    switch (node.kind, token) {
    case (.name("not"), .name), (.name("not"), .text), (.name("not"), .number):
      failure = Failure(message: "unexpected name \"not\"", range: node.range, hint: "write !")
    case (.member(let base, let name), .symbol("(")):
      // Of random.int(1, 6) the first word is the function, of name.lower() and random.uuid() the
      // second, of random.text(8) both together.
      let (path, last) = (Self.path(to: base), FunctionCatalogue.function(named: name))
      let function =
        path.flatMap { FunctionCatalogue.function(named: "\($0)_\(name)") }
        ?? last.flatMap { $0.parameters.allSatisfy(\.isOptional) ? $0 : nil }
        ?? path.flatMap { FunctionCatalogue.function(named: $0) } ?? last
      failure.hint =
        "a function stands before its arguments: \(function?.signature ?? "lower(text)")"
    case (.member(let base, let name), .name(let word)) where Self.operatorWords[word] == nil:
      // A name with a space, such as that of a column.
      guard let path = Self.path(to: base) else { break }
      var (rest, words) = (lexer, [name, word])
      while case .name(let next)? = try? rest.next(), Self.operatorWords[next] == nil {
        words.append(next)
      }
      let whole = words.joined(separator: " ")
      failure.hint = "write \(path)['\(whole)'] for a name with a space, or an operator before it"
    case _: break
    }
    return failure
  }

  /// How a name and members of it are written; `nil` for anything else.
  private static func path(to node: ExpressionNode) -> String? {
    switch node.kind {
    case .name(let name): name
    case .member(let base, let name): path(to: base).map { "\($0).\(name)" }
    case _: nil
    }
  }

  /// Words that other languages have for operators.
  private static let operatorWords = [
    "and": "&&", "or": "||", "not": "!", "eq": "==", "is": "==",
  ]

  private mutating func advance() throws(Failure) {
    token = try lexer.next()
    range = lexer.range
  }

  private func unexpected() -> Failure {
    let (message, hint): (String, String?) =
      switch token {
      case .end: ("the expression ends too early", "a value is missing here")
      case .number(let number): ("unexpected number \(number)", "an operator is missing before it")
      case .text: ("unexpected text", "an operator or a comma is missing before it")
      case .name(let name):
        (
          "unexpected name \"\(name)\"",
          Self.operatorWords[name].map { "write \($0)" } ?? "an operator is missing before it"
        )
      case .symbol(let symbol): ("unexpected \"\(symbol)\" in an expression", nil)
      }
    return Failure(message: message, range: range, hint: hint)
  }

  private func node(
    _ kind: ExpressionNode.Kind,
    _ range: Range<Int>,
    anchor: Range<Int>? = nil
  ) throws(Failure) -> ExpressionNode {
    let depth = (kind.children.map(\.depth).max() ?? 0) + 1
    guard depth <= Self.deepest else { throw tooDeep(range) }
    return ExpressionNode(kind: kind, range: range, anchor: anchor ?? range, depth: depth)
  }

  private func tooDeep(_ range: Range<Int>) -> Failure {
    Failure(
      message: "the expression has more than \(Self.deepest) levels",
      range: range,
      hint: "give a part of it a name under variables"
    )
  }

  private mutating func pipes() throws(Failure) -> ExpressionNode {
    level += 1
    defer { level -= 1 }
    guard level <= Self.deepest else { throw tooDeep(range) }
    var left = try operators(above: 0)
    while token == .symbol("|") {
      try advance()
      guard case .name(let name) = token else {
        throw Failure(
          message: "a function must follow |",
          range: range,
          hint: "as in ${name | lower}"
        )
      }
      let nameRange = range
      try advance()
      var arguments = [left]
      var end = nameRange.upperBound
      if token == .symbol("(") {
        arguments += try list(until: ")")
        end = lastEnd
      }
      left = try call(
        name,
        arguments,
        at: left.range.lowerBound..<end,
        nameRange: nameRange
      )
      if case .symbol(let symbol) = token,
        ExpressionNode.BinaryOperator(rawValue: symbol) != nil
      {
        throw Failure(
          message: "\"\(symbol)\" cannot follow a pipe, which binds weaker",
          range: range,
          hint: "put the pipe in parentheses, as in (name | length) > 3"
        )
      }
    }
    return left
  }

  private var lastEnd = 0

  private mutating func operators(above limit: Int) throws(Failure) -> ExpressionNode {
    var left = try unary()
    while case .symbol(let symbol) = token,
      let operation = ExpressionNode.BinaryOperator(rawValue: symbol),
      operation.precedence > limit
    {
      let anchor = range
      try advance()
      let right = try operators(above: operation.precedence)
      if operation == .add { try checkSum(of: left, right, at: anchor) }
      left = try node(
        .binary(operation, left, right),
        left.range.lowerBound..<right.range.upperBound,
        anchor: anchor
      )
    }
    return left
  }

  /// Refuses a literal text beside a literal of another kind, which no value of a variable can mend.
  private func checkSum(
    of left: ExpressionNode,
    _ right: ExpressionNode,
    at place: Range<Int>
  ) throws(Failure) {
    guard case .literal(let first) = left.kind, case .literal(let second) = right.kind,
      (first.string == nil) != (second.string == nil)
    else { return }
    let (one, other) = (lexer.text(left.range), lexer.text(right.range))
    throw Failure(
      message: "\"+\" cannot take \(first.kindName) and \(second.kindName)",
      range: place,
      hint: ExpressionEvaluator.hint(forAdding: (one, first), (other, second))
    )
  }

  private mutating func unary() throws(Failure) -> ExpressionNode {
    guard case .symbol(let symbol) = token,
      let operation = ExpressionNode.UnaryOperator(rawValue: symbol)
    else { return try postfix() }
    level += 1
    defer { level -= 1 }
    guard level <= Self.deepest else { throw tooDeep(range) }
    let anchor = range
    try advance()
    let operand = try unary()
    return try node(
      .unary(operation, operand),
      anchor.lowerBound..<operand.range.upperBound,
      anchor: anchor
    )
  }

  private mutating func postfix() throws(Failure) -> ExpressionNode {
    var base = try primary()
    while case .symbol(let symbol) = token {
      if symbol == "." {
        try advance()
        guard case .name(let name) = token else {
          let hint: String
          if case .number(let number) = token {
            hint = "write [\(number)]"
          } else {
            hint = "as in response.json.id, or [\"any name\"]"
          }
          throw Failure(message: "a name must follow the point", range: range, hint: hint)
        }
        base = try node(
          .member(base, name),
          base.range.lowerBound..<range.upperBound,
          anchor: range
        )
        try advance()
      } else if symbol == "[" {
        let open = range
        try advance()
        let index = try pipes()
        guard token == .symbol("]") else {
          throw Failure(message: "expected ]", range: range, hint: "it closes the [ before")
        }
        base = try node(
          .index(base, index),
          base.range.lowerBound..<range.upperBound,
          anchor: open.lowerBound..<range.upperBound
        )
        try advance()
      } else {
        break
      }
    }
    return base
  }

  private mutating func primary() throws(Failure) -> ExpressionNode {
    let start = range
    switch token {
    case .number(let number):
      try advance()
      return try node(.literal(.number(number)), start)
    case .text(let text):
      try advance()
      return try node(.literal(.string(text)), start)
    case .name(let name):
      try advance()
      if token == .symbol("(") {
        let arguments = try list(until: ")")
        return try call(name, arguments, at: start.lowerBound..<lastEnd, nameRange: start)
      }
      switch name {
      case "true": return try node(.literal(.bool(true)), start)
      case "false": return try node(.literal(.bool(false)), start)
      case "null": return try node(.literal(.null), start)
      case _: return try node(.name(name), start)
      }
    case .symbol("("):
      try advance()
      var inner = try pipes()
      guard token == .symbol(")") else {
        throw Failure(message: "expected )", range: range, hint: "it closes the ( before")
      }
      inner.range = start.lowerBound..<range.upperBound
      try advance()
      return inner
    case .symbol("["):
      let items = try list(until: "]")
      return try node(.list(items), start.lowerBound..<lastEnd)
    case .symbol, .end:
      throw unexpected()
    }
  }

  private mutating func list(until close: String) throws(Failure) -> [ExpressionNode] {
    try advance()
    var items: [ExpressionNode] = []
    while token != .symbol(close) {
      if !items.isEmpty {
        guard token == .symbol(",") else {
          guard token != .end else {
            throw Failure(message: "expected \(close)", range: range, hint: "it is never closed")
          }
          throw items.last.map { unexpected(behind: $0) } ?? unexpected()
        }
        try advance()
      }
      items.append(try pipes())
    }
    lastEnd = range.upperBound
    try advance()
    return items
  }

  private func call(
    _ name: String,
    _ arguments: [ExpressionNode],
    at range: Range<Int>,
    nameRange: Range<Int>
  ) throws(Failure) -> ExpressionNode {
    guard let function = FunctionCatalogue.function(named: name) else {
      let suggestion = ForeignWords.meant(by: name, .function, among: FunctionCatalogue.names)
      let advice = ForeignWords.advice(on: name, .function)
      throw Failure(
        message: "unknown function \"\(name)\"",
        range: nameRange,
        hint: suggestion == nil ? advice ?? "curlew reference functions lists all" : nil,
        suggestion: suggestion
      )
    }
    if let message = function.complaint(aboutArguments: arguments.count) {
      throw Failure(message: message, range: range, hint: "write \(function.signature)")
    }
    for (place, argument) in arguments.enumerated() {
      guard case .literal(.string(let text)) = argument.kind,
        let failure = function.complaint(aboutLiteral: text, at: place)
      else { continue }
      throw Failure(message: failure.message, range: argument.range, hint: failure.hint)
    }
    let kind: ExpressionNode.Kind =
      name == "if"
      ? .conditional(arguments[0], then: arguments[1], otherwise: arguments[2])
      : .call(function, arguments)
    return try node(kind, range, anchor: nameRange)
  }
}
