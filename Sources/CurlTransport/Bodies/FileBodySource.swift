import Files
import Glibc

/// A regular file as a body.
public final class FileBodySource: BodySource {
  /// The size of the file when it was opened, in bytes.
  public let length: Int64?
  private let file: FileDescriptor
  private let path: String

  /// Opens a file.
  ///
  /// - Parameter path: closed with the source.
  /// - Throws: ``CurlError/Code/bodySourceFailed`` when it cannot be opened or is no regular file.
  public init(path: String) throws(CurlError) {
    do throws(FileError) {
      file = try FileDescriptor.reading(path)
    } catch {
      throw CurlError(
        code: .bodySourceFailed,
        message: error.reason == .notRegular
          ? "'\(path)' is no regular file" : "cannot open '\(path)': \(error.reasonText)",
        systemError: error.code
      )
    }
    self.path = path
    length = Int64(file.size)
  }

  /// Appends what one `read` gives.
  public func read(into buffer: inout OutputRawSpan) throws -> BodySourceState {
    let count = buffer.append(readingFrom: file.number)
    guard count >= 0 else {
      throw CurlError(
        code: .bodySourceFailed,
        message: "cannot read '\(path)': \(FileError.text(of: Int32(-count)))",
        systemError: Int32(-count)
      )
    }
    return count == 0 ? .end : .more
  }

  /// Goes back to the first byte.
  public func rewind() -> Bool {
    lseek(file.number, 0, SEEK_SET) == 0
  }
}
