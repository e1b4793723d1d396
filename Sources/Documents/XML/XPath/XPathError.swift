/// Why a query cannot be understood or answered.
public struct XPathError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a failure; kinds unknown today may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name of the kind.
    public var rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text is no XPath 1.0 expression.
    public static var syntax: Self { .init(rawValue: "syntax") }
    /// A function is called that XPath 1.0 does not have.
    public static var unknownFunction: Self { .init(rawValue: "unknown-function") }
    /// A variable is used; there are none.
    public static var unknownVariable: Self { .init(rawValue: "unknown-variable") }
    /// A prefix stands for no namespace.
    public static var undefinedPrefix: Self { .init(rawValue: "undefined-prefix") }
    /// The expression, the time it takes or what it gives is beyond the bounds.
    public static var limit: Self { .init(rawValue: "limit") }
    /// The expression cannot be evaluated, `count('a')` for example.
    public static var evaluation: Self { .init(rawValue: "evaluation") }
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
