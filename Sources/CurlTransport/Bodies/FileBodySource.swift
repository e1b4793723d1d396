import Glibc

/// A regular file as a body.
public final class FileBodySource: BodySource {
  /// The size of the file when it was opened, in bytes.
  public let length: Int64?
  private let descriptor: Int32
  private let path: String

  /// Opens a file.
  ///
  /// - Parameter path: closed with the source.
  /// - Throws: ``CurlError/Code/bodySourceFailed`` when it cannot be opened or is no regular file.
  public init(path: String) throws(CurlError) {
    // Without O_NONBLOCK a pipe without a writer would hold up the loop.
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw CurlError(
        code: .bodySourceFailed,
        message: unsafe "cannot open '\(path)': \(String(cString: strerror(errno)).lowercased())",
        systemError: errno
      )
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw CurlError(code: .bodySourceFailed, message: "'\(path)' is no regular file")
    }
    self.descriptor = descriptor
    self.path = path
    length = Int64(status.st_size)
  }

  deinit {
    close(descriptor)
  }

  /// Appends what one `read` gives.
  public func read(into buffer: inout OutputRawSpan) throws -> BodySourceState {
    let count = buffer.append(readingFrom: descriptor)
    guard count >= 0 else {
      throw CurlError(
        code: .bodySourceFailed,
        message:
          unsafe "cannot read '\(path)': \(String(cString: strerror(Int32(-count))).lowercased())",
        systemError: Int32(-count)
      )
    }
    return count == 0 ? .end : .more
  }

  /// Goes back to the first byte.
  public func rewind() -> Bool {
    lseek(descriptor, 0, SEEK_SET) == 0
  }
}
