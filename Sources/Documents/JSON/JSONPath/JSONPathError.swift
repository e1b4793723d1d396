/// Why a text is not a JSONPath, or why a JSONPath was given up.
public struct JSONPathError: Error, Sendable, Hashable {
  /// What kind of mistake it is.
  public enum Code: Sendable, Hashable {
    /// The text breaks the grammar of RFC 9535.
    case syntax
    /// An expression is not well-typed (RFC 9535, section 2.4.3).
    case type
    /// The evaluation took more steps than are allowed.
    case tooMuchWork
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
