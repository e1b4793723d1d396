import Glibc

/// What paths are made of, and folders made of paths.
enum FilePathText {
  /// The folder that holds a path; `.` for a bare name.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    let folder = path[..<slash]
    return folder.isEmpty ? "/" : String(folder)
  }

  /// Makes a folder and all above it.
  ///
  /// - Throws: with the first folder that cannot be made.
  static func makeFolders(_ path: String) throws(ReporterError) {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += (made.isEmpty || made == "/" ? "" : "/") + part
      guard unsafe mkdir(made, 0o777) != 0 else { continue }
      let reason = errno
      guard isFolder(made) else {
        let told = reason == EEXIST ? ENOTDIR : reason
        throw FileDescriptor.failure("cannot make the folder \(made)", told)
      }
    }
  }

  /// The place that a path leads to, whether there is a file yet or not: without links, `.` and `..`.
  static func resolved(_ path: String) -> String {
    var rest: [Substring] = []
    var known = path.hasPrefix("/") ? path : "./" + path
    // As many links are followed as the system follows; what comes after opens no file.
    var links = 0
    while true {
      if let real = real(known) { return joined(real, rest) }
      if links < 40, let target = linkTarget(known) {
        links += 1
        known = target.hasPrefix("/") ? target : folder(of: known) + "/" + target
        continue
      }
      let parts = known.split(separator: "/")
      guard let last = parts.last, parts.count > 1 || known.hasPrefix("/") else { return path }
      rest.insert(last, at: 0)
      known = (known.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
    }
  }

  private static func joined(_ folder: String, _ names: [Substring]) -> String {
    var parts = folder.split(separator: "/")
    for name in names where name != "." {
      if name == ".." {
        _ = parts.popLast()
      } else {
        parts.append(name)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static func real(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  private static func linkTarget(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe readlink(path, $0, buffer.count) } ?? -1
    }
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether a path leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return false }
    return facts.st_mode & S_IFMT == S_IFDIR
  }
}
