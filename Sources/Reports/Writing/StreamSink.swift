import Files

/// A report that goes to standard output, or to another open descriptor, as it is made.
public final class StreamSink: ReportWriter {
  /// Where spools are kept of what goes to no file of its own.
  public static let temporaryFolder = "/tmp"

  private let descriptor: Int32

  /// Makes a sink that writes at once to a descriptor, which somebody else closes.
  public init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  public func prepare() {}

  public func write(_ bytes: [UInt8]) throws(ReporterError) {
    try ReporterError.telling(FileDescriptor.writeAll(bytes, to: descriptor))
  }

  public func commit() {}

  public func discard() {}
}

@available(*, unavailable)
extension StreamSink: Sendable {}
