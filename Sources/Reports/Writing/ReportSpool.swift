import Glibc

/// A file without a name in which a reporter keeps what it can only write at the end.
///
/// The memory of a reporter stays flat this way. The file has no name, so nothing is left of it, however the process ends.
public final class ReportSpool {
  /// A stretch of the spool.
  struct Extent: Sendable, Hashable {
    /// Where it starts, in bytes.
    var offset: Int
    /// How long it is, in bytes.
    var count: Int
  }

  private static let bufferSize = 64 << 10

  private let descriptor: FileDescriptor
  private var written = 0
  private var buffer: [UInt8] = []

  /// Makes an empty spool.
  ///
  /// - Parameter folder: must exist and be writable.
  /// - Throws: when no file can be made there.
  public init(in folder: String) throws(ReporterError) {
    var number = 0
    while true {
      let path = "\(folder)/.curlew-\(getpid())-\(number).spool"
      do throws(ReporterError) {
        descriptor = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        _ = unsafe unlink(path)
        return
      } catch {
        number += 1
        guard error.code == .exists, number < 10_000 else { throw error }
      }
    }
  }

  /// Appends bytes.
  ///
  /// - Returns: where they are.
  func append(_ bytes: [UInt8]) throws(ReporterError) -> Extent {
    let extent = Extent(offset: written + buffer.count, count: bytes.count)
    buffer += bytes
    if buffer.count >= Self.bufferSize { try flush() }
    return extent
  }

  /// The bytes of a stretch.
  func read(_ extent: Extent) throws(ReporterError) -> [UInt8] {
    if extent.offset + extent.count > written { try flush() }
    return try descriptor.read(extent.count, at: extent.offset)
  }

  private func flush() throws(ReporterError) {
    try descriptor.write(buffer)
    written += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }
}

@available(*, unavailable)
extension ReportSpool: Sendable {}
