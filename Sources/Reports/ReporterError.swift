import Files

/// Why a report cannot be made.
public struct ReporterError: Error, Sendable, Hashable {
  /// What happened, a fragment in lower case.
  public var message: String
  /// What to do about it.
  public var hint: String?

  /// Makes an error.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

extension ReporterError {
  /// Does something with a file, whose error becomes one of the report.
  static func telling<Value: ~Copyable>(
    _ body: @autoclosure () throws(FileError) -> Value
  ) throws(ReporterError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw ReporterError(error.message)
    }
  }
}
