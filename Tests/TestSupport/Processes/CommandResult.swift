/// How a command ended and what it wrote.
public struct CommandResult: Sendable, Hashable {
  /// The exit status, or nil when a signal ended the command.
  public var status: Int32?
  /// The signal that ended the command, if one did.
  public var signal: Int32?
  /// What was written to standard output.
  public var output: [UInt8]
  /// What was written to standard error.
  public var errors: [UInt8]

  /// Standard output as text, broken UTF-8 replaced.
  public var outputText: String { String(decoding: output, as: UTF8.self) }
  /// Standard error as text, broken UTF-8 replaced.
  public var errorText: String { String(decoding: errors, as: UTF8.self) }
}
