import Glibc

/// Reading and writing of a cache's files; every failure means that there is nothing.
enum CacheFile {
  /// What is known of a file without opening it.
  struct Facts: Sendable {
    var name: String
    var size: Int
    /// When it was last used or written, in seconds since 1970.
    var time: Double
  }

  /// Makes a directory that only this user can look into, and those above it.
  static func makeDirectory(_ path: String) -> Bool {
    var status = stat()
    if unsafe stat(path, &status) == 0 { return status.st_mode & S_IFMT == S_IFDIR }
    let parts = path.split(separator: "/")
    guard parts.count <= 256 else { return false }
    var way = path.hasPrefix("/") ? "" : "."
    for part in parts {
      way += "/\(part)"
      guard unsafe mkdir(way, 0o700) == 0 || errno == EEXIST else { return false }
    }
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// All regular files of a directory.
  static func list(_ directory: String) -> [Facts] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var files: [Facts] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        let length = unsafe MemoryLayout.size(ofValue: tuple.pointee)
        return unsafe tuple.withMemoryRebound(to: CChar.self, capacity: length) { text in
          unsafe String(cString: text)
        }
      }
      var status = stat()
      guard unsafe lstat("\(directory)/\(name)", &status) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      let time = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
      files.append(Facts(name: name, size: max(0, Int(status.st_size)), time: time))
    }
    return files
  }

  /// The bytes of a regular file, `nil` when there is none or it is longer than `limit`.
  static func read(_ path: String, limit: Int) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size >= 0, Int(status.st_size) <= limit
    else { return nil }
    let size = Int(status.st_size)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = 0
      while count < size {
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...])
        let read = unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
        if read < 0, errno == EINTR { continue }
        if read <= 0 { return }
        count += read
      }
    }
    return bytes.count == size ? bytes : nil
  }

  /// Writes a file under a name of its own and then gives it its real one, so that whoever reads
  /// finds the old bytes or the new ones, whenever the process ends.
  static func replace(_ path: String, by bytes: [UInt8], temporary: String) -> Bool {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = unsafe open(temporary, flags, 0o600)
    guard descriptor >= 0 else { return false }
    let isWritten = write(bytes, to: descriptor)
    guard close(descriptor) == 0, isWritten, unsafe rename(temporary, path) == 0 else {
      unlink(temporary)
      return false
    }
    return true
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
        return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  /// Sets a file's time to now.
  static func touch(_ path: String) { unsafe _ = utimensat(AT_FDCWD, path, nil, 0) }

  /// Removes a file.
  static func unlink(_ path: String) { unsafe _ = Glibc.unlink(path) }
}
