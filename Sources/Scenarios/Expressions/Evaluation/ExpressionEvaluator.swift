import Diagnostics
import Documents

/// Finds the value of an expression's nodes in a scope.
struct ExpressionEvaluator {
  let syntax: ExpressionSyntax
  let scope: any ExpressionScope

  /// The value of a node, which must have one.
  func value(of node: ExpressionNode) throws(ExpressionFailure) -> JSONValue {
    switch try found(node) {
    case .value(let value): return value
    case .nothing: throw absence(of: node)
    case .namespace(let namespace): throw notAValue(node, namespace)
    }
  }

  /// The value of a node, or `nil` for what `??` takes for nothing.
  func optionalValue(of node: ExpressionNode) throws(ExpressionFailure) -> JSONValue? {
    switch try foundOrNothing(node) {
    case .value(let value): return value
    case .nothing: return nil
    case .namespace(let namespace): throw notAValue(node, namespace)
    }
  }

  /// What a node stands for.
  ///
  /// - Parameters:
  ///   - node: the node.
  ///   - tolerant: whether a text, number or boolean on the way of a path has no members, instead of being a mistake.
  /// - Returns: a value, nothing, or something with members.
  /// - Throws: why there is none of these.
  private func found(
    _ node: ExpressionNode,
    tolerant: Bool = false
  ) throws(ExpressionFailure) -> ScopeValue {
    switch node.kind {
    case .literal(let value):
      return .value(value)
    case .name(let name):
      return try named(name, node)
    case .member(let base, let name):
      return try member(name, of: base, node, tolerant: tolerant)
    case .index(let base, let index):
      return try element(index, of: base, node, tolerant: tolerant)
    case .list(let items):
      var values: [JSONValue] = []
      for item in items { values.append(try value(of: item)) }
      return .value(.array(values))
    case .unary(let operation, let operand):
      return .value(try unary(operation, operand, node))
    case .binary(.coalesce, let left, let right):
      let first = try foundOrNothing(left)
      switch first {
      case .nothing, .value(.null): return try found(right)
      case .value, .namespace: return first
      }
    case .binary(let operation, let left, let right):
      return .value(try binary(operation, left, right, node))
    case .conditional(let condition, let then, let otherwise):
      return try found(truth(of: condition, for: "if") ? then : otherwise)
    case .call(let function, let arguments):
      return try call(function, arguments, node).map { .value($0) } ?? .nothing
    }
  }

  /// What stands left of `??` or beside `null`: absent members, at whatever depth, and a capture that was not made yet are
  /// nothing there.
  ///
  /// Names are checked before anything runs, so that one that is unknown now is no slip.
  private func foundOrNothing(_ node: ExpressionNode) throws(ExpressionFailure) -> ScopeValue {
    do throws(ExpressionFailure) {
      return try found(node, tolerant: true)
    } catch {
      guard error.unknownName != nil else { throw error }
      return .nothing
    }
  }

  private func named(
    _ name: String,
    _ node: ExpressionNode
  ) throws(ExpressionFailure) -> ScopeValue {
    let value: ScopeValue?
    do throws(ExpressionFailure) {
      value = try scope.value(named: name)
    } catch {
      throw error.placed(at: syntax.sourceRange(node.range))
    }
    if let value { return value }
    var failure = ExpressionFailure(
      "unknown name \"\(name)\"",
      at: syntax.sourceRange(node.range),
      hint: FunctionCatalogue.function(named: name).map { "a function is called: \($0.signature)" },
      suggestion: Suggestion.nearest(to: name, in: scope.names)
    )
    failure.unknownName = name
    throw failure
  }

  private func member(
    _ name: String,
    of base: ExpressionNode,
    _ node: ExpressionNode,
    tolerant: Bool
  ) throws(ExpressionFailure) -> ScopeValue {
    switch try found(base, tolerant: tolerant) {
    case .nothing, .value(.null):
      return .nothing
    case .value(.object(let members)):
      return members[name].map { .value($0) } ?? .nothing
    case .value(let value):
      if tolerant, value.array == nil { return .nothing }
      throw ExpressionFailure(
        "\(value.kindName) has no members, so there is no \"\(name)\"",
        at: syntax.sourceRange(node.anchor),
        hint: value.array == nil ? nil : "take an element first, as in [0].\(name)",
        blamesResponse: base.isPathIntoResponse
      )
    case .namespace(let namespace):
      let member: ScopeValue?
      do throws(ExpressionFailure) {
        member = try namespace.member(name)
      } catch {
        throw error.placed(at: syntax.sourceRange(node.range))
      }
      if let member { return member }
      throw ExpressionFailure(
        "\"\(syntax.text(of: base))\" has no \"\(name)\"",
        at: syntax.sourceRange(node.anchor),
        suggestion: Suggestion.nearest(to: name, in: namespace.memberNames)
      )
    }
  }

  private func element(
    _ index: ExpressionNode,
    of base: ExpressionNode,
    _ node: ExpressionNode,
    tolerant: Bool
  ) throws(ExpressionFailure) -> ScopeValue {
    let container = try found(base, tolerant: tolerant)
    if case .nothing = container { return .nothing }
    if case .value(.null) = container { return .nothing }
    let key = try value(of: index)
    switch (container, key) {
    case (.value(.array), .number(let number)):
      guard let place = number.int else {
        guard number.isInteger else {
          throw ExpressionFailure(
            "expected a whole number as index, got \(number)",
            at: syntax.sourceRange(index.range)
          )
        }
        return .nothing
      }
      return container.value?[place].map { .value($0) } ?? .nothing
    case (.value(.object), .string(let name)), (.namespace, .string(let name)):
      return try member(name, of: base, node, tolerant: tolerant)
    case (.value(let value), _):
      let isScalar = value.array == nil && value.object == nil
      if tolerant, isScalar { return .nothing }
      let wanted = value.array == nil ? "a name" : "a number"
      throw ExpressionFailure(
        isScalar
          ? "\(value.kindName) has no elements"
          : "expected \(wanted) as index of \(value.kindName), got \(key.kindName)",
        at: syntax.sourceRange(isScalar ? node.anchor : index.range),
        blamesResponse: base.isPathIntoResponse
      )
    case (.namespace, _):
      throw ExpressionFailure(
        "expected a name as index, got \(key.kindName)",
        at: syntax.sourceRange(index.range)
      )
    case (.nothing, _):
      return .nothing
    }
  }

  private func unary(
    _ operation: ExpressionNode.UnaryOperator,
    _ operand: ExpressionNode,
    _ node: ExpressionNode
  ) throws(ExpressionFailure) -> JSONValue {
    switch operation {
    case .not:
      return .bool(try !truth(of: operand, for: "!"))
    case .minus:
      guard case .number(let number) = try value(of: operand) else {
        throw ExpressionFailure(
          "\"-\" needs a number",
          at: syntax.sourceRange(operand.range),
          hint: "int(…) and float(…) make numbers of texts",
          blamesResponse: operand.isPathIntoResponse
        )
      }
      return .number(try arithmetic(.subtract, 0, number, node))
    }
  }

  private func binary(
    _ operation: ExpressionNode.BinaryOperator,
    _ left: ExpressionNode,
    _ right: ExpressionNode,
    _ node: ExpressionNode
  ) throws(ExpressionFailure) -> JSONValue {
    switch operation {
    case .and:
      guard try truth(of: left, for: "&&") else { return .bool(false) }
      return .bool(try truth(of: right, for: "&&"))
    case .or:
      if try truth(of: left, for: "||") { return .bool(true) }
      return .bool(try truth(of: right, for: "||"))
    case .equal:
      return .bool(try areEqual(left, right))
    case .notEqual:
      return .bool(try !areEqual(left, right))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      let (first, second) = (try value(of: left), try value(of: right))
      if let order = Self.order(of: first, second) { return .bool(Self.holds(operation, order)) }
      var failure = mismatch(operation, left, first, right, second, node)
      // Either side may be the one that is wrong.
      failure.blamesResponse = left.isPathIntoResponse || right.isPathIntoResponse
      throw failure
    case .add, .subtract, .multiply, .divide, .remainder, .coalesce:
      let (first, second) = (try value(of: left), try value(of: right))
      switch (operation, first, second) {
      case (.add, .string, .string), (.add, .array, .array):
        return try call(.plus, [first, second], [left, right], node) ?? .null
      case _: break
      }
      guard case .number(let a) = first, case .number(let b) = second else {
        var failure = mismatch(operation, left, first, right, second, node)
        failure.blamesResponse =
          (first.number != nil || left.isPathIntoResponse)
          && (second.number != nil || right.isPathIntoResponse)
        throw failure
      }
      let isBlamed = right.isPathIntoResponse
      return .number(try arithmetic(operation, a, b, node, blamesResponse: isBlamed))
    }
  }

  /// Whether two sides are equal; nothing equals a `null` that is written.
  private func areEqual(
    _ left: ExpressionNode,
    _ right: ExpressionNode
  ) throws(ExpressionFailure) -> Bool {
    guard left.isNull || right.isNull else { return try value(of: left) == value(of: right) }
    return try optionalValue(of: left.isNull ? right : left)?.isNull ?? true
  }

  /// -1, 0 or 1 for the order of two numbers or two texts; `nil` for other values.
  private static func order(of left: JSONValue, _ right: JSONValue) -> Int? {
    switch (left, right) {
    case (.number(let left), .number(let right)):
      left < right ? -1 : (left == right ? 0 : 1)
    case (.string(let left), .string(let right)):
      left.precedesByCodePoints(right) ? -1 : (left.hasSameCodePoints(as: right) ? 0 : 1)
    case _:
      Optional<Int>.none
    }
  }

  private static func holds(_ operation: ExpressionNode.BinaryOperator, _ order: Int) -> Bool {
    switch operation {
    case .less: return order < 0
    case .lessOrEqual: return order <= 0
    case .greater: return order > 0
    case _: return order >= 0
    }
  }

  private func truth(
    of node: ExpressionNode,
    for operation: String
  ) throws(ExpressionFailure) -> Bool {
    let value = try value(of: node)
    guard let truth = value.bool else {
      throw ExpressionFailure(
        "\"\(operation)\" needs true or false, got \(value.excerpt(scope.services))",
        at: syntax.sourceRange(node.range),
        hint: "compare it, as in \(syntax.text(of: node)) == …",
        blamesResponse: node.isPathIntoResponse
      )
    }
    return truth
  }

  private func arithmetic(
    _ operation: ExpressionNode.BinaryOperator,
    _ left: JSONNumber,
    _ right: JSONNumber,
    _ node: ExpressionNode,
    blamesResponse: Bool = false
  ) throws(ExpressionFailure) -> JSONNumber {
    do throws(JSONArithmeticError) {
      switch operation {
      case .add: return try left.adding(right)
      case .subtract: return try left.subtracting(right)
      case .multiply: return try left.multiplied(by: right)
      case .divide: return try left.divided(by: right)
      case .remainder: return try left.remainder(dividingBy: right)
      case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual, .and, .or, .coalesce:
        preconditionFailure("\(operation.rawValue) is no arithmetic operator")
      }
    } catch {
      let place = syntax.sourceRange(node.anchor)
      throw ExpressionFailure(error.message, at: place, blamesResponse: blamesResponse)
    }
  }

  private func call(
    _ function: FunctionDefinition,
    _ arguments: [ExpressionNode],
    _ node: ExpressionNode
  ) throws(ExpressionFailure) -> JSONValue? {
    var values: [JSONValue] = []
    values.reserveCapacity(arguments.count)
    for argument in arguments { values.append(try value(of: argument)) }
    return try call(function, values, arguments, node)
  }

  private func call(
    _ function: FunctionDefinition,
    _ values: [JSONValue],
    _ arguments: [ExpressionNode],
    _ node: ExpressionNode
  ) throws(ExpressionFailure) -> JSONValue? {
    do throws(FunctionFailure) {
      return try function.value(of: values, in: scope.services)
    } catch {
      let place = error.argument.flatMap { arguments.indices.contains($0) ? arguments[$0] : nil }
      throw ExpressionFailure(
        error.message,
        at: syntax.sourceRange(place?.range ?? node.range),
        hint: error.hint,
        blamesResponse: place?.isPathIntoResponse ?? node.usesResponse
      )
    }
  }
}

extension ExpressionEvaluator {
  private func absence(of node: ExpressionNode) -> ExpressionFailure {
    var failure = ExpressionFailure(
      "\"\(syntax.text(of: node))\" has no value",
      at: syntax.sourceRange(node.range),
      hint: "write ?? and a default behind it if it may be absent",
      blamesResponse: node.usesResponse
    )
    guard let (base, part) = lastStep(of: node), let container = try? found(base) else {
      return failure
    }
    let owner = syntax.text(of: base)
    switch container {
    case .value(.object(let members)):
      failure.message = "\(owner) has no \(part.text)"
      failure.suggestion = part.name.flatMap { Suggestion.nearest(to: $0, in: members.keys) }
      if failure.suggestion != nil {
        failure.hint = nil
      } else if let names = Self.names(of: members) {
        failure.message += "; it has \(names)"
      }
    case .value(.null):
      failure.message = "\(owner) is null, so it has no \(part.text)"
    case .value(.array):
      failure.message = "\(owner) has no \(part.text)"
    case .nothing:
      return absence(of: base)
    case .namespace where base.isPathIntoResponse && lastStep(of: base) != nil:
      failure.message = "\(owner) has no \(part.text)"
    case .value, .namespace:
      break
    }
    return failure
  }

  /// The names of all members; `nil` when there are none or too many for a message.
  private static func names(of members: JSONObject) -> String? {
    guard 1...8 ~= members.count else { return nil }
    let names = members.keys.joined(separator: ", ")
    return names.utf8.count <= 120 ? names : nil
  }

  /// What a path takes its last step from, and into: `member NAME` or `element 3`.
  private func lastStep(
    of node: ExpressionNode
  ) -> (base: ExpressionNode, part: (text: String, name: String?))? {
    switch node.kind {
    case .member(let base, let name):
      return (base, ("member \(name)", name))
    case .index(let base, let index):
      guard let key = try? value(of: index) else { return nil }
      if let name = key.string { return (base, ("member \(name)", name)) }
      return (base, ("element \(key.writtenOut)", nil))
    case .literal, .name, .list, .unary, .binary, .conditional, .call:
      return nil
    }
  }

  private func notAValue(
    _ node: ExpressionNode,
    _ namespace: any ExpressionNamespace
  ) -> ExpressionFailure {
    let name = syntax.text(of: node)
    let member = namespace.memberNames.first ?? "NAME"
    return ExpressionFailure(
      "\"\(name)\" is no value by itself",
      at: syntax.sourceRange(node.range),
      hint: "name a member, as in \(name).\(member)"
    )
  }

  private func mismatch(
    _ operation: ExpressionNode.BinaryOperator,
    _ left: ExpressionNode,
    _ first: JSONValue,
    _ right: ExpressionNode,
    _ second: JSONValue,
    _ node: ExpressionNode
  ) -> ExpressionFailure {
    ExpressionFailure(
      "\"\(operation.rawValue)\" cannot take \(first.kindName) and \(second.kindName)",
      at: syntax.sourceRange(node.anchor),
      hint: operation == .add
        ? Self.hint(forAdding: (syntax.text(of: left), first), (syntax.text(of: right), second))
        : first.string != nil || second.string != nil
          ? "int(…) and float(…) make numbers of texts" : "both sides must be numbers"
    )
  }

  /// What to write instead of `+` between two values of different kinds.
  static func hint(
    forAdding left: (text: String, value: JSONValue),
    _ right: (text: String, value: JSONValue)
  ) -> String {
    func piece(_ side: (text: String, value: JSONValue)) -> String {
      side.text.utf8.count > 40 ? "…" : side.text
    }
    switch (left.value, right.value) {
    case (.string, .number):
      return "write text(\(piece(right))) to join texts, int(\(piece(left))) to add numbers"
    case (.number, .string):
      return "write text(\(piece(left))) to join texts, int(\(piece(right))) to add numbers"
    case (.string, .array), (.array, .string):
      return "join(…) makes one text of a list"
    case (.string, _): return "write text(\(piece(right))) to join texts"
    case (_, .string): return "write text(\(piece(left))) to join texts"
    case (.array, _): return "write [\(piece(right))] for a list with that element"
    case (_, .array): return "write [\(piece(left))] for a list with that element"
    case _: return "+ adds two numbers, or joins two texts or two lists"
    }
  }
}

extension ScopeValue {
  fileprivate var value: JSONValue? {
    if case .value(let value) = self { value } else { nil }
  }
}

extension ExpressionFailure {
  /// The same failure with a place, if it had none.
  func placed(at range: SourceRange) -> ExpressionFailure {
    guard self.range == nil else { return self }
    var placed = self
    placed.range = range
    return placed
  }
}
