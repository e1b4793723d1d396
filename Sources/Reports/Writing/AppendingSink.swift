import Glibc

/// A report that is put behind what a file holds already, such as the file that `GITHUB_STEP_SUMMARY` names.
///
/// It is kept in memory until it is whole, so it is for reports of bounded size.
public final class AppendingSink: ReportWriter {
  /// The path of the file.
  public let path: String

  private var bytes: [UInt8] = []

  /// Makes a sink for a path.
  public init(path: String) {
    self.path = path
  }

  public func prepare() throws(ReporterError) {
    try FilePathText.makeFolders(FilePathText.folder(of: path))
    _ = try open()
  }

  public func write(_ bytes: [UInt8]) throws(ReporterError) {
    self.bytes += bytes
  }

  public func commit() throws(ReporterError) {
    try open().write(bytes)
    bytes = []
  }

  public func discard() {
    bytes = []
  }

  public func makeSpool() throws(ReporterError) -> ReportSpool {
    try ReportSpool(in: StreamSink.temporaryFolder)
  }

  private func open() throws(ReporterError) -> FileDescriptor {
    try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_APPEND)
  }
}

@available(*, unavailable)
extension AppendingSink: Sendable {}
