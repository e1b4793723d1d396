import Glibc

/// The folder below which steps save bodies.
///
/// A file is there as a whole or not at all: it is written without a name, or under another one, before it
/// takes its place.
struct OutputFolder: Sendable {
  /// Its path; it is made when the first file is written.
  let path: String

  /// Why a file could not be written.
  struct Failure: Error {
    /// What happened, a fragment in lower case.
    var message: String

    /// The system's reason.
    init(_ action: String, _ reason: Int32 = errno) {
      let text = unsafe strerror(reason).map { unsafe String(cString: $0) } ?? "error \(reason)"
      message = "\(action): \(text.lowercased())"
    }

    init(message: String) {
      self.message = message
    }
  }

  /// Writes a file, in place of one that is there.
  ///
  /// - Parameters:
  ///   - bytes: its content.
  ///   - name: its path below the folder, of which `SavePath` has no complaint.
  /// - Throws: ``Failure``; nothing is left of the file then, and what was there before stays.
  func write(_ bytes: [UInt8], to name: String) throws(Failure) {
    var parts = name.split(separator: "/").filter { $0 != "." }
    guard let last = parts.popLast() else { throw Failure(message: "it is no path of a file") }
    let folder = try folder(parts)
    let target = "\(folder)/\(last)"
    let file = try UnnamedFile(in: folder)
    try file.write(bytes)
    try file.move(to: target)
  }

  /// Makes the folders that lead to a file.
  ///
  /// - Parameter parts: the names of the folders, from this one on.
  /// - Returns: the path of the last one, without links.
  /// - Throws: when one cannot be made, or is a link that leads out of this folder.
  private func folder(_ parts: [Substring]) throws(Failure) -> String {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += (made.isEmpty || made == "/" ? "" : "/") + part
      try Self.make(made)
    }
    guard let root = Self.resolved(path) else { throw Failure("cannot open \(path)") }
    let prefix = root == "/" ? root : root + "/"
    var folder = root
    for part in parts {
      let next = (folder == "/" ? "" : folder) + "/" + part
      try Self.make(next)
      guard let resolved = Self.resolved(next) else { throw Failure("cannot open \(next)") }
      guard resolved == root || resolved.hasPrefix(prefix) else {
        throw Failure(message: "\(part) is a link that leads out of the folder")
      }
      folder = resolved
    }
    return folder
  }

  private static func make(_ folder: String) throws(Failure) {
    guard unsafe mkdir(folder, 0o777) != 0 else { return }
    let reason = errno
    var facts = stat()
    let isFolder = unsafe stat(folder, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    guard !isFolder else { return }
    throw Failure("cannot make the folder \(folder)", reason == EEXIST ? ENOTDIR : reason)
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}

/// A file that takes its name when it is whole.
///
/// Where the system can, it has none until then, so that nothing is left of it however the process ends.
private final class UnnamedFile {
  // The flag of the system's headers that has no name in the module: `__O_TMPFILE`.
  private static let nameless: Int32 = 0o20_000_000 | O_DIRECTORY

  private let folder: String
  private let descriptor: Int32
  /// The name that it has until it is moved.
  private var name: String?

  init(in folder: String) throws(OutputFolder.Failure) {
    self.folder = folder
    let nameless = unsafe open(folder, O_WRONLY | O_CLOEXEC | Self.nameless, 0o666)
    // Without /proc it could never get a name.
    if nameless >= 0, unsafe access(Self.link(to: nameless), F_OK) == 0 {
      descriptor = nameless
      return
    }
    if nameless >= 0 { close(nameless) }
    let name = Self.freeName(in: folder)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    descriptor = unsafe open(name, flags, 0o666)
    guard descriptor >= 0 else { throw OutputFolder.Failure("cannot make a file in \(folder)") }
    self.name = name
  }

  deinit {
    if let name { _ = unsafe unlink(name) }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(OutputFolder.Failure) {
    var done = 0
    while done < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw OutputFolder.Failure("cannot write") }
      done += written
    }
  }

  /// Gives the file its place; what is there is replaced.
  func move(to path: String) throws(OutputFolder.Failure) {
    if name == nil {
      // A link never replaces a file, so it takes two steps.
      let free = Self.freeName(in: folder)
      let own = Self.link(to: descriptor)
      guard unsafe linkat(AT_FDCWD, own, AT_FDCWD, free, AT_SYMLINK_FOLLOW) == 0 else {
        throw OutputFolder.Failure("cannot make a file in \(folder)")
      }
      name = free
    }
    guard let name, unsafe rename(name, path) == 0 else {
      throw OutputFolder.Failure("cannot put it in its place")
    }
    self.name = nil
  }

  /// The path of an open file among those of the process.
  private static func link(to descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  /// A name that nobody else has.
  private static func freeName(in folder: String) -> String {
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(folder)/.curlew-\(getpid())-\(number).part"
  }
}

@available(*, unavailable)
extension UnnamedFile: Sendable {}
