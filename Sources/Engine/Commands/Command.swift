/// A command to run: what `exec` says, its expressions evaluated.
struct Command: Sendable, Hashable {
  /// The most bytes that a command may write to its standard output.
  static let outputLimit = 1 << 20
  /// How many of the last bytes of its standard error are kept.
  static let errorLimit = 16 << 10
  /// How long a process group has to end after the first signal, before it is killed.
  static let patience: Duration = .milliseconds(500)

  /// The command and its arguments; no shell reads them.
  var words: [String]
  /// The folder it runs in.
  var folder: String
  /// Its environment.
  var environment: [String: String]

  /// The result of a command.
  struct Ending: Sendable, Hashable {
    /// What it wrote to its standard output.
    var output: [UInt8]
    /// The end of what it wrote to its standard error.
    var errors: [UInt8]
    /// Its exit status; 128 and the signal's number when a signal ended it, as shells count.
    var status: Int

    /// The standard output as text, the line breaks at its end taken off as `$(…)` of a shell does.
    var text: String {
      var bytes = output[...]
      while bytes.last == UInt8(ascii: "\n") || bytes.last == UInt8(ascii: "\r") {
        bytes.removeLast()
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Why a command has no ending of its own.
  enum Failure: Error, Sendable, Hashable {
    /// It could not be started.
    case notStarted(String)
    /// It wrote more than ``Command/outputLimit`` and was killed.
    case tooMuchOutput
    /// The step was cancelled and the command with it.
    case cancelled
  }
}
