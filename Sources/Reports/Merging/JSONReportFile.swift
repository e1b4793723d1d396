import Diagnostics
import Files
import Glibc

/// The bytes of a report, read as they are needed.
final class JSONReportFile {
  private static let chunkSize = 64 << 10

  /// The path as it was given.
  let path: String
  /// How many bytes the file had when it was opened.
  let count: Int

  private let descriptor: FileDescriptor
  private let device: dev_t
  private let inode: ino_t
  private var chunk: [UInt8] = []
  private var chunkStart = 0

  /// Opens a plain file.
  init(path: String) throws(JSONReportError) {
    self.path = path
    guard let facts = Self.facts(of: path) else {
      let reason = FileError.text(of: errno)
      throw JSONReportError(path: path, "cannot be read: \(reason)")
    }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw JSONReportError(path: path, "cannot be read: it is no plain file")
    }
    do throws(FileError) {
      descriptor = try FileDescriptor(opening: path, O_RDONLY)
    } catch {
      throw JSONReportError(path: path, error.message)
    }
    count = Int(facts.st_size)
    device = facts.st_dev
    inode = facts.st_ino
  }

  /// Whether a path leads to this file.
  func isSame(as other: String) -> Bool {
    guard let facts = Self.facts(of: other) else { return false }
    return facts.st_dev == device && facts.st_ino == inode
  }

  /// A byte; `nil` behind the end.
  func byte(at offset: Int) throws(JSONReportError) -> UInt8? {
    if offset < chunkStart || offset >= chunkStart + chunk.count {
      guard offset >= 0, offset < count else { return nil }
      chunk = try bytes(ReportSpool.Extent(offset: offset, count: Self.chunkSize))
      chunkStart = offset
      guard !chunk.isEmpty else { return nil }
    }
    return chunk[offset - chunkStart]
  }

  /// A stretch, cut at the end of the file.
  func bytes(_ extent: ReportSpool.Extent) throws(JSONReportError) -> [UInt8] {
    do throws(FileError) {
      return try descriptor.read(min(extent.count, count - extent.offset), at: extent.offset)
    } catch {
      throw JSONReportError(path: path, error.message)
    }
  }

  /// An error at a place of the file.
  func error(
    at offset: Int,
    _ message: String,
    hint: String? = nil
  ) -> JSONReportError {
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, count) {
      guard let byte = try? byte(at: index) else { break }
      if byte == UInt8(ascii: "\n") {
        line += 1
        lineStart = index + 1
      }
    }
    return JSONReportError(
      path: path,
      line: line,
      column: offset - lineStart + 1,
      TerminalText.escaped(SafeText.cut(message, limit: 500)),
      hint: hint
    )
  }

  private static func facts(of path: String) -> stat? {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return nil }
    return facts
  }
}
