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
  public var severity: Severity
  /// What is wrong, as a fragment without a line break.
  public var message: String
  /// The line from 1; 0 when it is not known.
  public var line: Int
  /// The column in characters from 1; 0 when it is not known.
  public var column: Int

  /// The XPath of the node that a schema does not allow; `nil` for other problems.
  public var path: String?

  /// Makes a problem at a place.
  public init(
    severity: Severity = .error,
    message: String,
    line: Int = 0,
    column: Int = 0,
    path: String? = nil
  ) {
    self.severity = severity
    self.message = message
    self.line = line
    self.column = column
    self.path = path
  }

  public var description: String {
    switch (line, column) {
    case (...0, _): message
    case (_, ...0): "line \(line): \(message)"
    default: "line \(line), column \(column): \(message)"
    }
  }
}
