import Glibc

/// A file that gets its name only when it is whole.
///
/// Where the system can, it has no name until then, so that nothing is left of it however the process ends. Elsewhere it lies hidden in its folder and is
/// locked by its owner: one that nobody locks is left over from a process that was killed, and ``removeLeftovers(in:)`` removes it.
public final class TemporaryFile {
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
  ///   - mode: its rights, from which the user's mask takes its part.
  ///   - mayBeNameless: whether a file without a name is tried first.
  /// - Throws: ``FileError`` when no file can be made there.
  public init(
    in folder: String,
    mode: UInt32 = 0o666,
    mayBeNameless: Bool = true
  ) throws(FileError) {
    self.folder = folder
    if mayBeNameless,
      let file = try? FileDescriptor(opening: folder, O_WRONLY | Self.nameless, mode: mode),
      // Without /proc it could never get a name.
      unsafe access(file.path, F_OK) == 0
    {
      descriptor = file
      return
    }
    while true {
      let path = Self.freeName(in: folder)
      let file: FileDescriptor
      do throws(FileError) {
        file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
      } catch {
        throw FileError(error.reason, "cannot make a file in \(folder)")
      }
      // Until it is locked, somebody may have taken it for a leftover. Some file systems know no locks.
      guard file.lock() || errno != EWOULDBLOCK, file.hasName else { continue }
      descriptor = file
      name = path
      return
    }
  }

  deinit {
    remove()
  }

  /// Appends bytes.
  ///
  /// - Parameter bytes: what to write.
  /// - Throws: ``FileError``; a part may have been written.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    try descriptor.write(bytes)
  }

  /// Waits until the bytes are on the disk.
  ///
  /// Done before ``move(to:)``, not even a crash of the machine leaves a name without them; the end of the process never does.
  ///
  /// - Throws: ``FileError`` with the system's reason.
  public func sync() throws(FileError) {
    try descriptor.sync()
  }

  /// Gives the file its place; what is there is replaced.
  ///
  /// - Parameter path: in the folder of the file.
  /// - Throws: ``FileError``; what is there stays then.
  public func move(to path: String) throws(FileError) {
    let temporary = name ?? Self.freeName(in: folder)
    if name == nil {
      // Once it has a name, whoever clears leftovers away sees it, and leaves it alone if it is locked.
      _ = descriptor.lock()
      // A link never replaces a file, so it takes two steps.
      let own = descriptor.path
      guard unsafe linkat(AT_FDCWD, own, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) == 0 else {
        throw FileError(errno, "cannot make a file in \(folder)")
      }
      name = temporary
    }
    guard unsafe rename(temporary, path) == 0 else {
      throw FileError(errno, "cannot put it in its place")
    }
    name = nil
  }

  /// Removes the file.
  public func remove() {
    if let name { _ = unsafe unlink(name) }
    name = nil
  }

  private static func freeName(in folder: String) -> String {
    FileSystem.freeName(in: folder, prefix: prefix, suffix: suffix)
  }

  /// Removes what killed processes left behind; errors are nobody's concern.
  ///
  /// - Parameter folder: the folder of such files.
  public static func removeLeftovers(in folder: String) {
    try? FileSystem.forEachEntry(in: folder) { name, _ in
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return }
      let path = "\(folder)/\(name)"
      guard let file = try? FileDescriptor.reading(path, O_NOFOLLOW), file.lock(), file.hasName
      else { return }
      _ = unsafe unlink(path)
    }
  }
}

@available(*, unavailable)
extension TemporaryFile: Sendable {}
