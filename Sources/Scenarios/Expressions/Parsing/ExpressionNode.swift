import Documents

/// A node of an expression's tree.
struct ExpressionNode: Sendable {
  /// What a node is.
  indirect enum Kind: Sendable {
    case literal(JSONValue)
    case name(String)
    case member(ExpressionNode, String)
    case index(ExpressionNode, ExpressionNode)
    case list([ExpressionNode])
    case unary(UnaryOperator, ExpressionNode)
    case binary(BinaryOperator, ExpressionNode, ExpressionNode)
    case conditional(ExpressionNode, then: ExpressionNode, otherwise: ExpressionNode)
    case call(FunctionDefinition, [ExpressionNode])

    /// The nodes that stand right in it, in order.
    var children: [ExpressionNode] {
      switch self {
      case .literal, .name: []
      case .member(let node, _), .unary(_, let node): [node]
      case .index(let base, let index): [base, index]
      case .binary(_, let left, let right): [left, right]
      case .conditional(let condition, let then, let otherwise): [condition, then, otherwise]
      case .list(let items), .call(_, let items): items
      }
    }
  }

  /// `!` and `-` before a value.
  enum UnaryOperator: String, Sendable {
    case not = "!"
    case minus = "-"
  }

  /// Operators between two values, by how they are written.
  enum BinaryOperator: String, Sendable {
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    case add = "+"
    case subtract = "-"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="
    case and = "&&"
    case or = "||"
    case coalesce = "??"

    /// How tightly it binds; a pipe binds by 0.
    var precedence: Int {
      switch self {
      case .multiply, .divide, .remainder: 7
      case .add, .subtract: 6
      case .less, .lessOrEqual, .greater, .greaterOrEqual: 5
      case .equal, .notEqual: 4
      case .and: 3
      case .or: 2
      case .coalesce: 1
      }
    }
  }

  /// What it is.
  var kind: Kind
  /// Its bytes in the expression's text.
  var range: Range<Int>
  /// The bytes under which its value is shown: the operator, the last member, or the start.
  var anchor: Range<Int>
  /// How many levels of nodes there are, itself included.
  var depth: Int
}

extension ExpressionNode {
  /// Whether it is `response` or a path of members and indexes that starts there.
  var isPathIntoResponse: Bool {
    switch kind {
    case .name(let name): name == "response"
    case .member(let base, _), .index(let base, _): base.isPathIntoResponse
    case .literal, .list, .unary, .binary, .conditional, .call: false
    }
  }

  /// Whether `response` stands anywhere in it.
  var usesResponse: Bool {
    if case .name("response") = kind { return true }
    return kind.children.contains(where: \.usesResponse)
  }

  /// Whether it is the literal `null`.
  var isNull: Bool {
    if case .literal(.null) = kind { true } else { false }
  }
}
