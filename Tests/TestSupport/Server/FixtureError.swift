import Glibc

/// What went wrong in a fixture itself, never in what is tested.
public struct FixtureError: Error, Sendable, CustomStringConvertible {
  /// One sentence about the failure.
  public var description: String

  /// Makes an error of a sentence.
  ///
  /// - Parameter description: What failed.
  public init(_ description: String) {
    self.description = description
  }

  /// A system call that failed.
  ///
  /// - Parameters:
  ///   - call: The name of the call.
  ///   - code: The value of `errno` after it.
  /// - Returns: The error.
  public static func system(_ call: String, _ code: Int32) -> Self {
    Self("\(call) failed: \(unsafe String(cString: strerror(code)))")
  }
}
