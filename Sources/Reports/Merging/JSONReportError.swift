/// Why a JSON report cannot be read, or reports cannot be joined.
public struct JSONReportError: Error, Sendable, Hashable {
  /// The path of the report; `nil` when several are meant.
  public var path: String?
  /// The line that it is about, from 1, if there is one.
  public var line: Int?
  /// The byte of that line, from 1.
  public var column: Int?
  /// What is wrong, a fragment in lower case.
  public var message: String
  /// What to do about it.
  public var hint: String?

  /// Makes an error.
  public init(
    path: String? = nil,
    line: Int? = nil,
    column: Int? = nil,
    _ message: String,
    hint: String? = nil
  ) {
    self.path = path
    self.line = line
    self.column = column
    self.message = message
    self.hint = hint
  }
}

extension JSONReportError: CustomStringConvertible {
  /// The place and the message: `shard-2.json:14:3: scenarios[3].outcome: expected a text, got 7`.
  public var description: String {
    var text = ""
    if let path { text += path }
    if let line, let column { text += ":\(line):\(column)" }
    return text.isEmpty ? message : "\(text): \(message)"
  }
}
