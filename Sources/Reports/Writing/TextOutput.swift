import Files

/// Takes bytes as they come: standard output, say, or a test.
public protocol TextOutput: Sendable {
  /// Writes all bytes.
  ///
  /// - Throws: when they cannot be written.
  func write(_ bytes: [UInt8]) throws(ReporterError)
}

/// Writes to an open file descriptor that somebody else closes.
///
/// ```swift
/// let output = DescriptorOutput.standardOutput
/// ```
public struct DescriptorOutput: TextOutput, Hashable {
  /// The number of the descriptor.
  public let descriptor: Int32

  /// Makes an output of a descriptor.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Standard output.
  public static let standardOutput = Self(descriptor: 1)
  /// Standard error.
  public static let standardError = Self(descriptor: 2)

  public func write(_ bytes: [UInt8]) throws(ReporterError) {
    try ReporterError.telling(FileDescriptor.writeAll(bytes, to: descriptor))
  }
}
