/// A report that goes to standard output as it is made.
public final class StreamSink: ReportWriter {
  /// Where spools are kept unless another folder is given.
  public static let temporaryFolder = "/tmp"

  private let output: any TextOutput
  private let spoolFolder: String

  /// Makes a sink that hands everything to `output` at once.
  ///
  /// - Parameters:
  ///   - output: takes the report.
  ///   - spoolFolder: holds what a reporter must keep until the end.
  public init(_ output: any TextOutput, spoolFolder: String = StreamSink.temporaryFolder) {
    self.output = output
    self.spoolFolder = spoolFolder
  }

  public func prepare() {}

  public func write(_ bytes: [UInt8]) throws(ReporterError) {
    try output.write(bytes)
  }

  public func commit() {}

  public func discard() {}

  public func makeSpool() throws(ReporterError) -> ReportSpool {
    try ReportSpool(in: spoolFolder)
  }
}

@available(*, unavailable)
extension StreamSink: Sendable {}
