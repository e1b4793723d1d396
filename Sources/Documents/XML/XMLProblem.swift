/// One thing that libxml2 found wrong, and where.
public struct XMLProblem: Sendable, Hashable, CustomStringConvertible {
  /// How bad a problem is.
  public enum Severity: Sendable, Hashable {
    /// The document can be read all the same.
    case warning
    /// The document breaks a rule.
    case error
  }

  /// How bad it is.
  public var severity: Severity = .error
  /// What is wrong, as a fragment without a line break.
  public var message: String
  /// The line from 1; 0 when it is not known.
  public var line = 0
  /// The column in characters from 1; 0 when it is not known.
  public var column = 0

  /// The XPath of the node that a schema does not allow; `nil` for other problems.
  public var path: String?

  public var description: String {
    switch (line, column) {
    case (...0, _): message
    case (_, ...0): "line \(line): \(message)"
    default: "line \(line), column \(column): \(message)"
    }
  }
}
