/// Why an exact calculation has no result.
public struct JSONArithmeticError: Error, Sendable, Hashable {
  /// What kind of mistake it is.
  public enum Code: String, Sendable, Hashable {
    /// The divisor is zero.
    case divisionByZero = "division by zero"
    /// The exact result, or a step towards it, has more digits than are calculated with.
    case tooLong = "too long"
  }

  /// What kind of mistake it is.
  public var code: Code
  /// What is wrong, as a lowercase fragment.
  public var message: String

  static var divisionByZero: Self { .init(code: .divisionByZero, message: "division by zero") }

  static var tooLong: Self {
    .init(
      code: .tooLong,
      message: "the result has more than \(JSONNumber.longestResult) digits"
    )
  }
}

extension JSONArithmeticError: CustomStringConvertible {
  /// What is wrong, as a lowercase fragment.
  public var description: String { message }
}
