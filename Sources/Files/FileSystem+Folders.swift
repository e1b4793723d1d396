import Glibc

extension FileSystem {
  /// Makes a folder and all above it.
  ///
  /// - Parameters:
  ///   - path: the folder; one that is there already is no error.
  ///   - mode: the rights of those that are made, from which the user's mask takes its part.
  /// - Throws: ``FileError`` that names the first folder that cannot be made.
  public static func makeFolders(_ path: String, mode: UInt32 = 0o777) throws(FileError) {
    guard !path.isEmpty else { throw FileError(ENOENT, "cannot make a folder without a name") }
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += (made.isEmpty || made == "/" ? "" : "/") + part
      try makeFolder(made, mode: mode)
    }
  }

  /// Makes a folder in one that is there.
  ///
  /// - Parameters:
  ///   - path: the folder; one that is there already is no error.
  ///   - mode: its rights, from which the user's mask takes its part.
  /// - Throws: ``FileError`` that names the folder.
  public static func makeFolder(_ path: String, mode: UInt32 = 0o777) throws(FileError) {
    guard unsafe mkdir(path, mode) != 0 else { return }
    let code = errno
    guard kind(of: path) != .folder else { return }
    throw FileError(code == EEXIST ? ENOTDIR : code, "cannot make the folder \(path)")
  }

  /// A path that nobody else has: processes of two containers may have the same number.
  ///
  /// - Parameters:
  ///   - folder: the folder of the path.
  ///   - prefix: what its name begins with.
  ///   - suffix: what its name ends with.
  /// - Returns: the path; nothing is made.
  public static func freeName(in folder: String, prefix: String, suffix: String = "") -> String {
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(folder)/\(prefix)\(getpid())-\(number)\(suffix)"
  }

  /// Looks at all that is in a folder but `.` and `..`, in no order.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - body: takes each name with what it leads to; that is `nil` where only asking for it tells, as for links.
  /// - Throws: ``FileError`` when the folder cannot be read.
  public static func forEachEntry(
    in folder: String,
    _ body: (_ name: String, _ kind: Kind?) -> Void
  ) throws(FileError) {
    guard let directory = unsafe opendir(folder) else {
      throw FileError(errno, "cannot open \(folder)")
    }
    defer { unsafe closedir(directory) }
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
      if name != ".", name != ".." { body(name, kind) }
    }
  }

  /// What is in a folder in no order, hidden ones left out.
  ///
  /// - Parameter folder: the folder.
  /// - Returns: each name with what it leads to, as ``forEachEntry(in:_:)`` gives it; `nil` when the folder cannot be read.
  public static func entries(in folder: String) -> [(name: String, kind: Kind?)]? {
    var entries: [(name: String, kind: Kind?)] = []
    let isRead: Void? = try? forEachEntry(in: folder) { name, kind in
      if name.utf8.first != UInt8(ascii: ".") { entries.append((name: name, kind: kind)) }
    }
    return isRead.map { entries }
  }

  /// The names in a folder in byte order, hidden ones left out.
  ///
  /// - Parameter folder: the folder.
  /// - Returns: `nil` when it cannot be read.
  public static func names(in folder: String) -> [String]? {
    entries(in: folder)?.map(\.name).sorted { PathText.precedes($0, $1) }
  }
}
