import Documents

/// What operators do to numbers: exact decimals, division to 34 digits.
enum Arithmetic {
  typealias Failure = JSONArithmeticError

  /// The result of an arithmetic operator between two numbers.
  static func apply(
    _ operation: ExpressionNode.BinaryOperator,
    _ left: JSONNumber,
    _ right: JSONNumber
  ) throws(Failure) -> JSONNumber {
    switch operation {
    case .add: try left.adding(right)
    case .subtract: try left.subtracting(right)
    case .multiply: try left.multiplied(by: right)
    case .divide: try left.divided(by: right)
    case .remainder: try left.remainder(dividingBy: right)
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual, .and, .or, .coalesce:
      preconditionFailure("\(operation.rawValue) is no arithmetic operator")
    }
  }
}
