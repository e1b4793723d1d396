import Glibc

/// What the system knows of paths.
public enum FileSystem: Sendable {
  /// What a path leads to.
  public enum Kind: Sendable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A pipe, a socket or a device.
    case other
    /// Nothing that can be reached.
    case missing
  }

  /// What a path leads to, links followed.
  ///
  /// - Parameter path: any path.
  /// - Returns: what stands there.
  public static func kind(of path: String) -> Kind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case _: return .other
    }
  }

  /// Whether something stands at a path that is meant to be a file: a link that leads nowhere is, a folder is not.
  ///
  /// - Parameter path: any path.
  /// - Returns: whether it does.
  public static func isFileOrBroken(_ path: String) -> Bool {
    var status = stat()
    switch kind(of: path) {
    case .file, .other: return true
    case .folder: return false
    case .missing: return unsafe lstat(path, &status) == 0
    }
  }

  /// The absolute path without links and dots.
  ///
  /// - Parameter path: any path.
  /// - Returns: `nil` when it leads nowhere.
  public static func resolved(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The place that a path leads to, whether there is a file yet or not: without links, `.` and `..`.
  ///
  /// - Parameter path: any path.
  /// - Returns: an absolute path; the path itself when not even its beginning leads anywhere.
  public static func destination(of path: String) -> String {
    var rest: [Substring] = []
    var known = path.hasPrefix("/") ? path : "./" + path
    // As many links are followed as the system follows; what comes after opens no file.
    var links = 0
    while true {
      if let real = resolved(known) {
        return PathText.join(real, rest.joined(separator: "/"))
      }
      if links < 40, let target = linkTarget(known) {
        links += 1
        known = target.hasPrefix("/") ? target : PathText.folder(of: known) + "/" + target
        continue
      }
      let parts = known.split(separator: "/")
      guard let last = parts.last, parts.count > 1 || known.hasPrefix("/") else { return path }
      rest.insert(last, at: 0)
      known = (known.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
    }
  }

  private static func linkTarget(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe readlink(path, $0, buffer.count) } ?? -1
    }
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The bytes of a regular file.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - limit: how many bytes it may have.
  ///   - flags: more of those of `open`, such as `O_NOFOLLOW`.
  /// - Returns: all of them.
  /// - Throws: ``FileError`` with why they cannot be had.
  public static func read(
    _ path: String,
    limit: Int,
    _ flags: Int32 = 0
  ) throws(FileError) -> [UInt8] {
    let bytes = try FileDescriptor.reading(path, flags).read(upTo: max(limit, limit &+ 1))
    guard bytes.count <= limit else {
      throw FileError(.tooLong(limit: limit), "cannot read \(path)")
    }
    return bytes
  }
}
