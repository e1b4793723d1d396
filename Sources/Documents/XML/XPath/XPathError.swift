/// Why a query cannot be understood or answered.
public struct XPathError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a failure.
  public enum Code: Sendable, Hashable {
    /// The text is no XPath 1.0 expression.
    case syntax
    /// A function is called that XPath 1.0 does not have.
    case unknownFunction
    /// A variable is used; there are none.
    case unknownVariable
    /// A prefix stands for no namespace.
    case undefinedPrefix
    /// The expression, the time it takes or what it gives is beyond the bounds.
    case limit
    /// The expression cannot be evaluated, `count('a')` for example.
    case evaluation
  }

  /// The kind of the failure.
  public var code: Code
  /// What is wrong, as a lowercase fragment.
  public var message: String
  /// The expression.
  public var expression: String
  /// The byte of the expression's UTF-8 at which it goes wrong, from 0, when that is known.
  public var offset: Int?

  public var description: String {
    guard let offset else { return "\(message) in \(expression)" }
    return "\(message) at character \(column(of: offset)) of \(expression)"
  }

  private func column(of offset: Int) -> Int {
    expression.utf8.prefix(max(0, offset)).count { $0 & 0b1100_0000 != 0b1000_0000 } + 1
  }
}
