/// Why a JSON report cannot be read, or reports cannot be joined.
public struct JSONReportError: Error, Sendable, Hashable {
  /// What kind of error it is.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name.
    public var rawValue: String

    /// Makes a code from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The file cannot be read.
    public static var unreadable: Self { .init(rawValue: "unreadable") }
    /// The file is no JSON report of this version.
    public static var foreign: Self { .init(rawValue: "foreign") }
    /// The report is cut short or says what a report cannot say.
    public static var malformed: Self { .init(rawValue: "malformed") }
    /// Something is in two of the reports.
    public static var duplicate: Self { .init(rawValue: "duplicate") }
    /// A report is not of a rerun of the others.
    public static var unrelated: Self { .init(rawValue: "unrelated") }
    /// The reports are not those of all shards.
    public static var incomplete: Self { .init(rawValue: "incomplete") }
  }

  /// What kind of error it is.
  public var code: Code
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
    _ code: Code,
    path: String? = nil,
    line: Int? = nil,
    column: Int? = nil,
    _ message: String,
    hint: String? = nil
  ) {
    self.code = code
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
