import Files
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
    (try? FileSystem.makeFolders(path, mode: 0o700)) != nil
  }

  /// All regular files of a directory.
  static func list(_ directory: String) -> [Facts] {
    var files: [Facts] = []
    try? FileSystem.forEachEntry(in: directory) { name, _ in
      var status = stat()
      guard unsafe lstat("\(directory)/\(name)", &status) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { return }
      let time = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
      files.append(Facts(name: name, size: max(0, Int(status.st_size)), time: time))
    }
    return files
  }

  /// The bytes of a regular file, `nil` when there is none or it is longer than `limit`.
  static func read(_ path: String, limit: Int) -> [UInt8]? {
    try? FileSystem.read(path, limit: limit, O_NOFOLLOW)
  }

  /// Writes a file, so that whoever reads finds the old bytes or the new ones, whenever the process ends.
  ///
  /// It is not waited for until it is on the disk: what a crash of the machine damages, its digest shows.
  static func replace(_ path: String, by bytes: [UInt8]) -> Bool {
    do throws(FileError) {
      let file = try TemporaryFile(in: PathText.folder(of: path), mode: 0o600)
      try file.write(bytes)
      try file.move(to: path)
      return true
    } catch {
      return false
    }
  }

  /// Sets a file's time to now.
  static func touch(_ path: String) { unsafe _ = utimensat(AT_FDCWD, path, nil, 0) }

  /// Removes a file.
  static func unlink(_ path: String) { unsafe _ = Glibc.unlink(path) }
}
