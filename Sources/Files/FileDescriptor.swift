import Glibc

/// The sole owner of an open file, which is closed with this value.
public struct FileDescriptor: ~Copyable, Sendable {
  /// The number that the process knows the file by.
  public let number: Int32

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - flags: those of `open`; `O_CLOEXEC` is added.
  ///   - mode: the rights of a file that is made, from which the user's mask takes its part.
  /// - Throws: ``FileError`` with the system's reason.
  public init(opening path: String, _ flags: Int32, mode: UInt32 = 0o666) throws(FileError) {
    var number: Int32
    repeat {
      number = unsafe open(path, flags | O_CLOEXEC, mode)
    } while number < 0 && errno == EINTR
    guard number >= 0 else { throw FileError(errno, "cannot open \(path)") }
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Opens a regular file for reading; a pipe without a writer holds nobody up.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - flags: more of those of `open`, such as `O_NOFOLLOW`.
  /// - Returns: the open file.
  /// - Throws: ``FileError``, with ``FileError/Reason/notRegular`` for a folder, a pipe or a device.
  public static func reading(_ path: String, _ flags: Int32 = 0) throws(FileError) -> Self {
    let file = try Self(opening: path, O_RDONLY | O_NONBLOCK | flags)
    guard let facts = file.facts, facts.st_mode & S_IFMT == S_IFREG else {
      throw FileError(.notRegular, "cannot open \(path)")
    }
    return file
  }

  /// Its path among those of the process.
  var path: String { "/proc/self/fd/\(number)" }

  /// How long the file is, in bytes.
  public var size: Int { Int(facts?.st_size ?? 0) }

  /// Whether the file still has a name.
  var hasName: Bool { facts.map { $0.st_nlink > 0 } ?? false }

  private var facts: stat? {
    var facts = stat()
    return unsafe fstat(number, &facts) == 0 ? facts : nil
  }

  /// Locks the file for this process, until it is closed.
  ///
  /// - Returns: `false` when it cannot be locked; `errno` is `EWOULDBLOCK` when another one has locked it.
  func lock() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

  /// Waits until what was written is on the disk, where the file system can say so.
  func sync() throws(FileError) {
    while fsync(number) != 0 {
      switch errno {
      case EINTR: continue
      case EINVAL, ENOSYS, EROFS: return
      case let code: throw FileError(code, "cannot write to the disk")
      }
    }
  }

  /// Writes all bytes at the end of what was written.
  ///
  /// - Parameter bytes: what to write.
  /// - Throws: ``FileError``; a part may have been written.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    try Self.writeAll(bytes, to: number)
  }

  /// Writes all bytes over what is at a place.
  ///
  /// - Parameters:
  ///   - bytes: what to write.
  ///   - offset: the place of the first, in bytes.
  /// - Throws: ``FileError``; a part may have been written.
  public func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    try Self.writeAll(bytes.count, to: number) { done in
      unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        return unsafe pwrite(number, rest.baseAddress, rest.count, off_t(offset + done))
      }
    }
  }

  /// Reads a stretch of the file.
  ///
  /// - Parameters:
  ///   - count: how many bytes are wanted.
  ///   - offset: the place of the first, in bytes.
  /// - Returns: fewer bytes than asked for when the file ends before.
  /// - Throws: ``FileError`` with the system's reason.
  public func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
        return unsafe pread(number, rest.baseAddress, rest.count, off_t(offset + done))
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw FileError(errno, "cannot read back") }
      if got == 0 { break }
      done += got
    }
    bytes.removeLast(count - done)
    return bytes
  }

  /// Reads on from where the last reading ended.
  ///
  /// - Parameter limit: how many bytes are wanted at most.
  /// - Returns: fewer only when the file ends before.
  /// - Throws: ``FileError`` with the system's reason.
  public func read(upTo limit: Int) throws(FileError) -> [UInt8] {
    // One more than it should have, so that its end is seen at once, and no more than that: the bytes are kept, and a page for each
    // of a thousand small files is felt. Files of /proc tell no size.
    let size = size
    let wanted = size > 0 ? size &+ 1 : 4096
    var bytes: [UInt8] = []
    while bytes.count < limit {
      var result = 0
      let room = min(wanted, limit - bytes.count)
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        result = unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
        count = max(0, result)
      }
      if result < 0, errno == EINTR { continue }
      guard result >= 0 else { throw FileError(errno, "cannot read") }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      if result == 0 || (bytes.count == result && result == size) { break }
    }
    return bytes
  }

  /// Writes all bytes to a descriptor, waiting where it does not take them at once.
  ///
  /// - Parameters:
  ///   - bytes: what to write.
  ///   - number: an open descriptor, which stays open.
  /// - Throws: ``FileError``; a part may have been written.
  public static func writeAll(_ bytes: [UInt8], to number: Int32) throws(FileError) {
    try writeAll(bytes.count, to: number) { done in
      unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        return unsafe Glibc.write(number, rest.baseAddress, rest.count)
      }
    }
  }

  /// Repeats a system call until all bytes are written.
  private static func writeAll(
    _ count: Int,
    to number: Int32,
    _ call: (_ done: Int) -> Int
  ) throws(FileError) {
    var done = 0
    while done < count {
      let written = call(done)
      if written > 0 {
        done += written
        continue
      }
      switch written == 0 ? EIO : errno {
      case EINTR: continue
      case EAGAIN:
        var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&waiting, 1, -1)
      case let code: throw FileError(code, "cannot write")
      }
    }
  }
}
