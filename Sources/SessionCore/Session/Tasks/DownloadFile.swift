import Glibc

/// A temporary file that is removed with this object.
final class DownloadFile: Sendable {
  let path: String
  private let descriptor: Int32

  /// Creates a file that only this user can read.
  init(in directory: String) throws(SessionError) {
    var name = Array("\(directory)/download-XXXXXX".utf8CString)
    descriptor = unsafe name.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return -1 }
      return unsafe mkstemp(start)
    }
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if descriptor < 0 {
      throw SessionError(
        code: .cannotCreateFile,
        message: "no file can be created in \(directory): errno \(errno)"
      )
    }
  }

  deinit {
    close(descriptor)
    unsafe unlink(path)
  }

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(SessionError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
        return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw SessionError(
          code: .cannotWriteToFile,
          message: "\(path) cannot be written: errno \(errno)"
        )
      }
      written += count
    }
  }

  /// Reads bytes from a place on.
  ///
  /// - Parameters:
  ///   - offset: the place of the first.
  ///   - count: how many are wanted.
  /// - Returns: fewer only where the file ends.
  /// - Throws: ``SessionError`` when the file cannot be read.
  func read(from offset: Int64, count: Int) throws(SessionError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        return unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + filled)
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else {
        throw SessionError(code: .cannotOpenFile, message: "\(path) cannot be read: errno \(errno)")
      }
      if read == 0 { return Array(bytes[..<filled]) }
      filled += read
    }
    return bytes
  }

  /// The whole file; `nil` if it is longer than `limit` or cannot be read.
  func contents(limit: Int) -> [UInt8]? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_size <= limit else { return nil }
    return try? read(from: 0, count: Int(status.st_size))
  }

  /// Moves the file; where there is something already, nothing is replaced unless that is asked for.
  func move(to destination: String, _ options: DownloadOptions = []) throws(SessionError) {
    if options.contains(.createsDirectories) { Self.makeDirectories(for: destination) }
    if options.contains(.removesPreviousFile) {
      if unsafe rename(path, destination) == 0 { return }
    } else {
      // Renaming would replace; a second name does not, and the first one goes with this object.
      if unsafe link(path, destination) == 0 { return }
    }
    guard errno == EXDEV || errno == EPERM else { throw moveError(destination) }
    try copy(to: destination, replaces: options.contains(.removesPreviousFile))
  }

  /// What cannot be made shows when the file is moved.
  private static func makeDirectories(for destination: String) {
    var path = ""
    for name in destination.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
      path += name
      if !name.isEmpty { unsafe _ = mkdir(path, 0o777) }
      path += "/"
    }
  }

  private func moveError(_ destination: String) -> SessionError {
    let reason = unsafe String(cString: strerror(errno))
    return SessionError(
      code: .cannotMoveFile,
      message: "the download cannot be moved to \(destination): \(reason.lowercased())"
    )
  }

  /// The way across file systems.
  private func copy(to destination: String, replaces: Bool) throws(SessionError) {
    if replaces {
      // Beside its place first, so that nobody sees half a file there.
      let beside = "\(destination).part-\(getpid())-\(UInt32.random(in: 0...(.max)))"
      try copyBytes(to: beside)
      if unsafe rename(beside, destination) == 0 { return }
      let error = moveError(destination)
      unsafe unlink(beside)
      throw error
    }
    try copyBytes(to: destination)
  }

  private func copyBytes(to destination: String) throws(SessionError) {
    let target = unsafe open(destination, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw moveError(destination) }
    defer { close(target) }
    lseek(descriptor, 0, SEEK_SET)
    while true {
      let count = sendfile(target, descriptor, nil, 1 << 20)
      if count < 0, errno == EINTR { continue }
      if count < 0 {
        let error = moveError(destination)
        // Half a file is no download.
        unsafe unlink(destination)
        throw error
      }
      if count == 0 { return }
    }
  }
}
