import Encodings

extension JSONPath.Parser {
  private static let deepestNesting = 64

  /// Reads a logical expression (RFC 9535, section 2.3.5.1).
  mutating func parseCondition() throws(JSONPathError) -> JSONPath.Condition {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepestNesting else { throw error("the filter is nested too deeply") }
    var alternatives = [try parseConjunction()]
    while try takeOperator("||") { alternatives.append(try parseConjunction()) }
    return alternatives.count == 1 ? alternatives[0] : .or(alternatives)
  }

  private mutating func parseConjunction() throws(JSONPathError) -> JSONPath.Condition {
    var conditions = [try parseBasic()]
    while try takeOperator("&&") { conditions.append(try parseBasic()) }
    return conditions.count == 1 ? conditions[0] : .and(conditions)
  }

  private mutating func takeOperator(_ text: String) throws(JSONPathError) -> Bool {
    let end = position
    skipSpace()
    guard take(text) else {
      position = end
      return false
    }
    skipSpace()
    return true
  }

  private mutating func parseBasic() throws(JSONPathError) -> JSONPath.Condition {
    let start = position
    let isNegated = next == UInt8(ascii: "!")
    if isNegated {
      position += 1
      skipSpace()
    }
    if take("(") {
      skipSpace()
      let condition = try parseCondition()
      skipSpace()
      guard take(")") else { throw error("expected )") }
      return isNegated ? .not(condition) : condition
    }
    let operandStart = position
    let operand = try parseOperand()
    let end = position
    skipSpace()
    let comparison = JSONPath.Comparison.allCases.first { take($0.rawValue) }
    guard let comparison else {
      position = end
      let test = try self.test(operand, at: operandStart)
      return isNegated ? .not(test) : test
    }
    if isNegated { throw error("a negated comparison needs parentheses", at: start) }
    skipSpace()
    let rightStart = position
    let right = try parseOperand()
    for (side, place) in [(operand, operandStart), (right, rightStart)] {
      let path = "a path that can yield several nodes cannot be compared"
      try checkValue(side, at: place, orSay: path, ofResult: "cannot be compared")
    }
    return .comparison(operand, comparison, right)
  }

  private func test(
    _ operand: JSONPath.Operand,
    at place: Int
  ) throws(JSONPathError) -> JSONPath.Condition {
    switch operand {
    case .literal:
      throw error("expected a comparison after the literal")
    case .query(let query):
      return .exists(query)
    case .call(let call):
      guard call.function.isLogical else {
        let name = call.function.rawValue
        throw error("the result of \(name)() must be compared", code: .type, at: place)
      }
      return .call(call)
    }
  }

  /// Checks that an operand is one value, as not every path and not every result of a function is.
  private func checkValue(
    _ operand: JSONPath.Operand,
    at place: Int,
    orSay ofPath: String,
    ofResult: String
  ) throws(JSONPathError) {
    switch operand {
    case .literal:
      break
    case .query(let query):
      guard query.isSingular else { throw error(ofPath, code: .type, at: place) }
    case .call(let call):
      guard !call.function.isLogical else {
        let name = call.function.rawValue
        throw error("the result of \(name)() \(ofResult)", code: .type, at: place)
      }
    }
  }

  private mutating func parseOperand() throws(JSONPathError) -> JSONPath.Operand {
    if let byte = next, byte &- UInt8(ascii: "a") < 26 { return try parseNamed() }
    switch next {
    case UInt8(ascii: "$"), UInt8(ascii: "@"):
      return .query(try parseQuery())
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      return .literal(.string(try parseString()))
    default:
      let start = position
      guard let scan = JSONNumber.Scan(of: bytes, from: start) else {
        throw error("expected a path from @ or $, a literal or a function")
      }
      position = scan.end
      return .literal(.number(JSONNumber(scan, in: bytes, from: start)))
    }
  }

  private mutating func parseNamed() throws(JSONPathError) -> JSONPath.Operand {
    let start = position
    while let byte = next,
      byte == UInt8(ascii: "_") || byte &- UInt8(ascii: "0") < 10
        || byte &- UInt8(ascii: "a") < 26
    {
      position += 1
    }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    guard take("(") else {
      switch name {
      case "true": return .literal(.bool(true))
      case "false": return .literal(.bool(false))
      case "null": return .literal(.null)
      default:
        throw error("expected a path from @ or $, a literal or a function", at: start)
      }
    }
    guard let function = JSONPath.Function(rawValue: name) else {
      let near = EditDistance.nearest(to: name, in: JSONPath.Function.allCases.map(\.rawValue))
      let hint = near.map { ", did you mean \($0)()?" } ?? ""
      throw error("unknown function \(name)()\(hint)", code: .type, at: start)
    }
    return .call(try parseArguments(of: function, from: start))
  }

  private mutating func parseArguments(
    of function: JSONPath.Function,
    from start: Int
  ) throws(JSONPathError) -> JSONPath.Call {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepestNesting else { throw error("the filter is nested too deeply") }
    var call = JSONPath.Call(function: function, arguments: [])
    skipSpace()
    while next != UInt8(ascii: ")") {
      let place = position
      let operand = try parseOperand()
      call.arguments.append(try argument(operand, of: function, at: place))
      skipSpace()
      guard take(",") else { break }
      skipSpace()
      guard next != UInt8(ascii: ")") else { throw error("expected an argument") }
    }
    guard take(")") else { throw error("expected , or ) after an argument") }
    guard call.arguments.count == function.arity else {
      let message = "expected \(function.arity) arguments of \(function.rawValue)()"
      throw error("\(message), got \(call.arguments.count)", code: .type, at: start)
    }
    if function.isLogical, case .value(.literal(.string(let source))) = call.arguments[1] {
      call.pattern = JSONPath.LiteralPattern(source, of: function)
    }
    return call
  }

  private func argument(
    _ operand: JSONPath.Operand,
    of function: JSONPath.Function,
    at place: Int
  ) throws(JSONPathError) -> JSONPath.Argument {
    if function.takesNodes {
      guard case .query(let query) = operand else {
        throw error("\(function.rawValue)() takes a path", code: .type, at: place)
      }
      return .nodes(query)
    }
    let path = "\(function.rawValue)() takes a value, and this path can yield several nodes"
    try checkValue(operand, at: place, orSay: path, ofResult: "is not a value")
    return .value(operand)
  }
}

extension JSONPath.LiteralPattern {
  /// The pattern that a text spells as an I-Regexp.
  init(_ source: String, of function: JSONPath.Function) {
    do throws(TextPatternError) {
      let isWhole = function == .match
      self = .valid(try TextPattern(source, dialect: .iRegexp, isWhole: isWhole))
    } catch {
      self = error.isUnsupported ? .unusable(error.message) : .invalid
    }
  }
}
