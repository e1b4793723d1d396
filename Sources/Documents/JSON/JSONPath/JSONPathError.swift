/// Why a text is not a JSONPath, or why a JSONPath was given up.
public struct JSONPathError: Error, Sendable, Hashable {
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

    /// The text breaks the grammar of RFC 9535.
    public static var syntax: Self { .init(rawValue: "syntax") }

    /// An expression is not well-typed (RFC 9535, section 2.4.3).
    public static var type: Self { .init(rawValue: "type") }

    /// The evaluation took more steps than are allowed.
    public static var tooMuchWork: Self { .init(rawValue: "too much work") }
  }

  /// What kind of mistake it is.
  public var code: Code
  /// What is wrong, as a lowercase fragment.
  public var message: String
  /// Where in the path, in code points from 0.
  public var offset: Int
}

extension JSONPathError: CustomStringConvertible {
  /// The message with the place counted from 1.
  public var description: String { "\(message) at column \(offset + 1)" }
}
