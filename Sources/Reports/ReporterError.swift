import Files

/// Why a report cannot be made.
public struct ReporterError: Error, Sendable, Hashable {
  /// What kind of error it is.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name.
    public var rawValue: String

    /// Makes a code from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// What was asked for is no report, or is not written as `KIND=PATH`.
    public static var request: Self { .init(rawValue: "request") }
    /// The report cannot be written.
    public static var output: Self { .init(rawValue: "output") }
    /// The reporter itself is at fault.
    public static var `internal`: Self { .init(rawValue: "internal") }
  }

  /// What kind of error it is.
  public var code: Code
  /// What happened, a fragment in lower case.
  public var message: String
  /// What to do about it.
  public var hint: String?

  /// Makes an error.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

extension ReporterError {
  /// Does something with a file, whose error is told as one of the report.
  static func telling<Value: ~Copyable>(
    _ body: @autoclosure () throws(FileError) -> Value
  ) throws(ReporterError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw ReporterError(.output, error.message)
    }
  }
}
