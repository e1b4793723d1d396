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

  private static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return false }
    return facts.st_mode & S_IFMT == S_IFDIR
  }
}
