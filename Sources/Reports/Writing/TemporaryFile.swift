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
      let path = Self.freeName(in: folder)
      guard let file = try Self.made(path) else { continue }
      // Until it is locked, somebody may have taken it for a leftover.
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
  ///
  /// The bytes are on the disk before the name is, so that no crash leaves a name without them.
  func move(to path: String) throws(ReporterError) {
    try descriptor.sync()
    let temporary: String
    if let name {
      temporary = name
    } else {
      // Once it has a name, whoever clears leftovers away sees it, and leaves it alone if it is locked.
      _ = descriptor.lock()
      // A link never replaces a file, so it takes two steps.
      temporary = try link()
      name = temporary
    }
    guard unsafe rename(temporary, path) == 0 else {
      throw FileDescriptor.failure("cannot rename \(temporary)")
    }
    name = nil
  }

  private func link() throws(ReporterError) -> String {
    while true {
      let path = Self.freeName(in: folder)
      do throws(ReporterError) {
        try descriptor.link(as: path)
        return path
      } catch {
        guard error.code == .exists else { throw error }
      }
    }
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

  /// Makes a file, or gives `nil` when the name is taken.
  private static func made(_ path: String) throws(ReporterError) -> FileDescriptor? {
    do throws(ReporterError) {
      return try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL)
    } catch {
      guard error.code == .exists else { throw error }
      return nil
    }
  }

  /// A name that hardly anybody else has: processes of two containers may have the same number.
  private static func freeName(in folder: String) -> String {
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(folder)/\(prefix)\(getpid())-\(number)\(suffix)"
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
        file.lock(), file.hasName
      else { continue }
      _ = unsafe unlink(path)
    }
  }
}

@available(*, unavailable)
extension TemporaryFile: Sendable {}
