/// Why an exact calculation has no result.
public struct JSONArithmeticError: Error, Sendable, Hashable {
  /// What kind of mistake it is.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code's name.
    public var rawValue: String

    /// A code of any name.
    ///
    /// - Parameter rawValue: Its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The divisor is zero.
    public static var divisionByZero: Self { .init(rawValue: "division by zero") }

    /// The exact result, or a step towards it, has more digits than are calculated with.
    public static var tooLong: Self { .init(rawValue: "too long") }
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
