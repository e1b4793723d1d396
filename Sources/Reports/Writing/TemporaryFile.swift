import Glibc

/// A file that gets its name only when it is whole.
///
/// Where the system can, it has no name until then, so that nothing is left of it however the process ends. Elsewhere it lies hidden in its folder and is
/// locked by its owner: one that nobody locks is left over from a process that was killed, and the next one removes it.
final class TemporaryFile {
  private static let prefix = ".curlew-"
  private static let suffix = ".tmp"
  // The flag of the system's headers that has no name in the module: `__O_TMPFILE`.
  private static let nameless: Int32 = 0o20_000_000 | O_DIRECTORY

  private let folder: String
  private let descriptor: FileDescriptor
  private var name: String?

  /// Makes an empty file.
  ///
  /// - Parameters:
  ///   - folder: must exist and be writable.
  ///   - mayBeNameless: whether a file without a name is tried first.
  /// - Throws: when no file can be made there.
  init(in folder: String, mayBeNameless: Bool = true) throws(ReporterError) {
    self.folder = folder
    Self.removeLeftovers(in: folder)
    if mayBeNameless, let file = Self.nameless(in: folder) {
      descriptor = file
      return
    }
    while true {
      let path = try Self.named(in: folder)
      let file = try FileDescriptor(opening: path, O_WRONLY)
      // Between the two somebody may have taken it for a leftover.
      guard file.lock(), file.hasName else { continue }
      descriptor = file
      name = path
      return
    }
  }

  deinit {
    remove()
  }

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(ReporterError) {
    try descriptor.write(bytes)
  }

  /// Gives the file its place; what is there is replaced.
  func move(to path: String) throws(ReporterError) {
    let temporary: String
    if let name {
      temporary = name
    } else {
      // A link never replaces a file, so it takes two steps.
      temporary = try Self.firstFree(in: folder) { path throws(ReporterError) in
        try descriptor.link(as: path)
      }
      name = temporary
    }
    guard unsafe rename(temporary, path) == 0 else {
      throw FileDescriptor.failure("cannot rename \(temporary)")
    }
    name = nil
  }

  /// Removes the file.
  func remove() {
    if let name { _ = unsafe unlink(name) }
    name = nil
  }

  private static func nameless(in folder: String) -> FileDescriptor? {
    guard let file = try? FileDescriptor(opening: folder, O_WRONLY | nameless),
      unsafe access(file.path, F_OK) == 0
    else { return nil }
    return file
  }

  private static func named(in folder: String) throws(ReporterError) -> String {
    try firstFree(in: folder) { path throws(ReporterError) in
      _ = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL)
    }
  }

  /// Tries names until one is free, and gives that.
  private static func firstFree(
    in folder: String,
    _ make: (String) throws(ReporterError) -> Void
  ) throws(ReporterError) -> String {
    var number = 0
    while true {
      let path = "\(folder)/\(prefix)\(getpid())-\(number)\(suffix)"
      do throws(ReporterError) {
        try make(path)
        return path
      } catch {
        number += 1
        guard error.code == .exists, number < 10_000 else { throw error }
      }
    }
  }

  /// Removes what killed processes left behind; errors are nobody's concern.
  private static func removeLeftovers(in folder: String) {
    guard let directory = unsafe opendir(folder) else { return }
    defer { _ = unsafe closedir(directory) }
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: unsafe bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { continue }
      let path = "\(folder)/\(name)"
      guard let file = try? FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
        file.lock()
      else { continue }
      _ = unsafe unlink(path)
    }
  }
}

@available(*, unavailable)
extension TemporaryFile: Sendable {}
