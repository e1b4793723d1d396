import Glibc

/// The sole owner of an open file.
struct FileDescriptor: ~Copyable {
  private let number: Int32

  /// Opens a file.
  ///
  /// - Throws: with the system's reason.
  init(opening path: String, _ flags: Int32, mode: mode_t = 0o666) throws(ReporterError) {
    var number: Int32
    repeat {
      number = unsafe open(path, flags | O_CLOEXEC, mode)
    } while number < 0 && errno == EINTR
    guard number >= 0 else {
      let reason = errno
      var failure = Self.failure("cannot open \(path)", reason)
      if reason == EEXIST { failure.code = .exists }
      if reason == ENXIO { failure.code = .noReader }
      throw failure
    }
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Its path among those of the process.
  var path: String { "/proc/self/fd/\(number)" }

  /// How long the file is, in bytes.
  var size: Int {
    var facts = stat()
    return unsafe fstat(number, &facts) == 0 ? Int(facts.st_size) : 0
  }

  /// Whether the file still has a name.
  var hasName: Bool {
    var facts = stat()
    return unsafe fstat(number, &facts) == 0 && facts.st_nlink > 0
  }

  /// Locks the file for this process, until it is closed.
  ///
  /// - Returns: `false` when another one has locked it.
  func lock() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

  /// Waits until what was written is on the disk, where the file system can say so.
  func sync() throws(ReporterError) {
    while fsync(number) != 0 {
      switch errno {
      case EINTR: continue
      case EINVAL, ENOSYS, EROFS: return
      case let reason: throw Self.failure("cannot write to the disk", reason)
      }
    }
  }

  /// Gives a file without a name one.
  func link(as name: String) throws(ReporterError) {
    guard unsafe linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW) != 0 else { return }
    let reason = errno
    var failure = Self.failure("cannot make \(name)", reason)
    if reason == EEXIST { failure.code = .exists }
    throw failure
  }

  /// Writes all bytes at the end of what was written.
  func write(_ bytes: [UInt8]) throws(ReporterError) {
    try Self.writeAll(bytes, to: number)
  }

  /// Writes all bytes over what is at a place.
  func write(_ bytes: [UInt8], at offset: Int) throws(ReporterError) {
    var done = 0
    while done < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe pwrite(
          number,
          buffer.baseAddress.map { unsafe $0 + done },
          bytes.count - done,
          off_t(offset + done)
        )
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw Self.failure("cannot write") }
      done += written
    }
  }

  /// Reads a stretch of the file.
  ///
  /// - Returns: fewer bytes than asked for when the file ends before.
  func read(_ count: Int, at offset: Int) throws(ReporterError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(
          number,
          buffer.baseAddress.map { unsafe $0 + done },
          count - done,
          offset + done
        )
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw Self.failure("cannot read back") }
      guard got > 0 else { break }
      done += got
    }
    bytes.removeLast(count - done)
    return bytes
  }

  /// Writes all bytes to a descriptor, waiting where it does not take them at once.
  static func writeAll(_ bytes: [UInt8], to number: Int32) throws(ReporterError) {
    var done = 0
    while done < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          number,
          buffer.baseAddress.map { unsafe $0 + done },
          bytes.count - done
        )
      }
      if written >= 0 {
        done += written
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&waiting, 1, -1)
      case let reason: throw failure("cannot write", reason)
      }
    }
  }

  /// The error of what the system said last.
  static func failure(_ action: String, _ reason: Int32 = errno) -> ReporterError {
    let text = unsafe strerror(reason).map { unsafe String(cString: $0) } ?? "error \(reason)"
    return ReporterError(.output, "\(action): \(text.lowercased())")
  }
}

extension ReporterError.Code {
  /// A file of that name is there already.
  static var exists: Self { .init(rawValue: "exists") }
  /// A pipe has no reader.
  static var noReader: Self { .init(rawValue: "no-reader") }
}
