import Glibc

/// What loading needs of the file system.
enum FileSystem {
  /// What a path leads to.
  enum Kind {
    case file
    case folder
    case other
    case missing
  }

  /// What a path leads to, links followed.
  static func kind(of path: String) -> Kind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case _: return .other
    }
  }

  /// Whether something stands at a path that is meant to be a file: a link that leads nowhere is, a folder is not.
  static func isFileOrBroken(_ path: String) -> Bool {
    var status = stat()
    switch kind(of: path) {
    case .file, .other: return true
    case .folder: return false
    case .missing: return unsafe lstat(path, &status) == 0
    }
  }

  /// The absolute path without links and dots, or `nil` when it leads nowhere.
  static func resolved(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The names in a folder in byte order, hidden ones left out; `nil` when it cannot be read.
  static func names(in folder: String) -> [String]? {
    entries(in: folder)?.map(\.name).sorted { precedes($0, $1) }
  }

  /// What is in a folder in no order, hidden ones left out; `nil` when it cannot be read.
  ///
  /// - Parameter folder: the folder.
  /// - Returns: each name with what it leads to; that is `nil` where only asking for it tells, as for links.
  static func entries(in folder: String) -> [(name: String, kind: Kind?)]? {
    guard let directory = unsafe opendir(folder) else { return nil }
    defer { unsafe closedir(directory) }
    var entries: [(name: String, kind: Kind?)] = []
    while let entry = unsafe readdir(directory) {
      let kind: Kind? =
        switch unsafe Int(entry.pointee.d_type) {
        case Int(DT_REG): .file
        case Int(DT_DIR): .folder
        case _: nil
        }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name.utf8.first != UInt8(ascii: ".") { entries.append((name: name, kind: kind)) }
    }
    return entries
  }

  /// Whether a name comes before another in byte order.
  static func precedes(_ left: String, _ right: String) -> Bool {
    unsafe left.utf8.span.withUnsafeBufferPointer { left in
      unsafe right.utf8.span.withUnsafeBufferPointer { right in
        guard let first = left.baseAddress, let second = right.baseAddress else {
          return left.count < right.count
        }
        let order = unsafe memcmp(first, second, min(left.count, right.count))
        return order == 0 ? left.count < right.count : order < 0
      }
    }
  }

  /// Why a file cannot be read.
  struct Failure: Error {
    var message: String
  }

  /// The bytes of a regular file.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - limit: how many bytes it may have.
  /// - Returns: all of them.
  /// - Throws: why they cannot be had.
  static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Failure(message: reason()) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw Failure(message: reason()) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(message: "it is no file") }
    var bytes: [UInt8] = []
    // One more than it should have, so that its end is seen at once, and no more than that: the text is kept, and a page for each of a
    // thousand small files is felt. Files of /proc tell no size.
    let size = Int(status.st_size)
    let wanted = size > 0 ? min(size + 1, 1 << 20) : 4096
    while true {
      var result = 0
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        result = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        count = max(0, result)
      }
      if result < 0, errno == EINTR { continue }
      guard result >= 0 else { throw Failure(message: reason()) }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      guard bytes.count <= limit else {
        throw Failure(message: "it has more than \(limit >> 20) MiB")
      }
      if result == 0 || (bytes.count == result && result == size) { return bytes }
    }
  }

  private static func reason() -> String {
    switch errno {
    case ENOENT: return "there is no such file"
    case EACCES, EPERM: return "permission denied"
    case EISDIR: return "it is a folder"
    case let code:
      guard let text = unsafe strerror(code) else { return "error \(code)" }
      return unsafe String(cString: text).lowercased()
    }
  }
}

/// Paths as texts.
enum PathText {
  /// The path up to its last part; empty for a name alone.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// A path relative to a folder, without `.` and with `..` taken away where that is plain.
  static func join(_ folder: String, _ path: String) -> String {
    let whole = path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
    if isPlain(whole) { return whole }
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    let text = parts.joined(separator: "/")
    if whole.hasPrefix("/") { return "/" + text }
    return text.isEmpty ? "." : text
  }

  /// Whether a path has no empty part and none that starts with a dot, so that nothing is to be done with it.
  private static func isPlain(_ path: String) -> Bool {
    var previous = UInt8(ascii: "/")
    var isFirst = true
    let bytes = path.utf8.span
    for index in bytes.indices {
      let byte = bytes[index]
      if previous == UInt8(ascii: "/") {
        if byte == UInt8(ascii: ".") { return false }
        if byte == UInt8(ascii: "/"), !isFirst { return false }
      }
      previous = byte
      isFirst = false
    }
    return previous != UInt8(ascii: "/")
  }
}
