import Files
import Glibc

/// A report that is put behind what a file holds already, such as the file that `GITHUB_STEP_SUMMARY` names.
///
/// It is kept in memory until it is whole, so it is for reports of bounded size. The folder must exist: the file is somebody else's.
public final class AppendingSink: ReportWriter {
  /// The path of the file.
  public let path: String

  /// The size that the file is not to exceed, in bytes.
  private let limit: Int
  private var bytes: [UInt8] = []

  /// Makes a sink for a path.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - limit: the size that the file is not to exceed, what it holds already counted.
  public init(path: String, limit: Int = .max) {
    self.path = path
    self.limit = limit
  }

  /// What is left below the limit, as the file is now.
  public var room: Int? {
    guard limit < .max else { return nil }
    let size = (try? open().size) ?? 0
    return max(0, limit - size)
  }

  public func prepare() throws(ReporterError) {
    _ = try ReporterError.telling(open())
  }

  public func write(_ bytes: [UInt8]) throws(ReporterError) {
    self.bytes += bytes
  }

  public func commit() throws(ReporterError) {
    try ReporterError.telling(open().write(bytes))
    bytes = []
  }

  public func discard() {
    bytes = []
  }

  private func open() throws(FileError) -> FileDescriptor {
    try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_APPEND)
  }
}

@available(*, unavailable)
extension AppendingSink: Sendable {}
