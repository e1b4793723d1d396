import Files
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

  /// That a spool does not hold what was put into it.
  static let unreadable = ReporterError("what was kept of the run cannot be read back")

  private static let bufferSize = 64 << 10

  private let descriptor: FileDescriptor
  private var written = 0
  private var buffer: [UInt8] = []
  /// A stretch of the file that was read and has not changed since: what is read next stands mostly behind it.
  private var window: (offset: Int, bytes: [UInt8]) = (0, [])

  /// Makes an empty spool.
  ///
  /// - Parameter folder: must exist and be writable.
  /// - Throws: when no file can be made there.
  public init(in folder: String) throws(ReporterError) {
    let path = FileSystem.freeName(in: folder, prefix: ".curlew-", suffix: ".spool")
    let flags = O_RDWR | O_CREAT | O_EXCL
    descriptor = try ReporterError.telling(FileDescriptor(opening: path, flags, mode: 0o600))
    _ = unsafe unlink(path)
  }

  /// Where the next bytes will be.
  var end: Int { written + buffer.count }

  /// Appends bytes.
  ///
  /// - Returns: where they are.
  @discardableResult
  func append(_ bytes: [UInt8]) throws(ReporterError) -> Extent {
    let extent = Extent(offset: end, count: bytes.count)
    buffer += bytes
    if buffer.count >= Self.bufferSize { try flush() }
    return extent
  }

  /// Puts bytes over ones that were appended before.
  func overwrite(_ bytes: [UInt8], at offset: Int) throws(ReporterError) {
    precondition(offset + bytes.count <= end, "only what was appended can be overwritten")
    if offset >= written {
      let start = offset - written
      for (index, byte) in bytes.enumerated() { buffer[start + index] = byte }
      return
    }
    if offset + bytes.count > written { try flush() }
    window = (0, [])
    try ReporterError.telling(descriptor.write(bytes, at: offset))
  }

  /// The bytes of a stretch.
  func read(_ extent: Extent) throws(ReporterError) -> [UInt8] {
    let stop = extent.offset + extent.count
    if extent.offset >= written, stop <= end {
      return Array(buffer[extent.offset - written..<stop - written])
    }
    if stop > written { try flush() }
    guard extent.count <= Self.bufferSize / 4 else {
      return try ReporterError.telling(descriptor.read(extent.count, at: extent.offset))
    }
    if extent.offset < window.offset || stop > window.offset + window.bytes.count {
      let count = min(Self.bufferSize, written - extent.offset)
      let bytes = try ReporterError.telling(descriptor.read(count, at: extent.offset))
      window = (extent.offset, bytes)
    }
    let start = extent.offset - window.offset
    return Array(window.bytes[min(start, window.bytes.count)...].prefix(extent.count))
  }

  private func flush() throws(ReporterError) {
    try ReporterError.telling(descriptor.write(buffer))
    written += buffer.count
    buffer.removeAll(keepingCapacity: buffer.count <= 4 * Self.bufferSize)
  }
}

@available(*, unavailable)
extension ReportSpool: Sendable {}
