import Files
import Glibc
import Locks

/// The folder below which steps save bodies.
///
/// A file is there as a whole or not at all. Nobody waits until it is on the disk, which takes 0.5 ms a file instead of 0.1: when the machine
/// crashes, the run is lost, too.
struct OutputFolder: Sendable {
  /// Its path; it is made when the first file is written.
  let path: String

  /// The folders that were searched for what killed processes left behind, each once, for it may hold many files.
  private let searched = Locked<Set<String>>([])
  /// How many folders are searched; more are not worth the memory for their names.
  private static let mostSearched = 1000

  /// Why a file could not be written.
  struct Failure: Error {
    /// What happened, a fragment in lower case.
    var message: String

    /// Does something with a file.
    static func telling<Value>(
      _ body: @autoclosure () throws(FileError) -> Value
    ) throws(Failure) -> Value {
      do throws(FileError) {
        return try body()
      } catch {
        throw Failure(message: error.message)
      }
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
    let isNew = searched.withLock { $0.count < Self.mostSearched && $0.insert(folder).inserted }
    if isNew { TemporaryFile.removeLeftovers(in: folder) }
    let file = try Failure.telling(TemporaryFile(in: folder))
    try Failure.telling(file.write(bytes))
    try Failure.telling(file.move(to: "\(folder)/\(last)"))
  }

  /// Makes the folders that lead to a file.
  ///
  /// - Parameter parts: the names of the folders, from this one on.
  /// - Returns: the path of the last one, without links.
  /// - Throws: when one cannot be made, or is a link that leads out of this folder.
  private func folder(_ parts: [Substring]) throws(Failure) -> String {
    try Failure.telling(FileSystem.makeFolders(path))
    let root = try Failure.telling(Self.resolved(path))
    let prefix = root == "/" ? root : root + "/"
    var folder = root
    for part in parts {
      let next = (folder == "/" ? "" : folder) + "/" + part
      try Failure.telling(FileSystem.makeFolder(next))
      folder = try Failure.telling(Self.resolved(next))
      guard folder == root || folder.hasPrefix(prefix) else {
        throw Failure(message: "\(part) is a link that leads out of the folder")
      }
    }
    return folder
  }

  private static func resolved(_ path: String) throws(FileError) -> String {
    guard let resolved = FileSystem.resolved(path) else {
      throw FileError(errno, "cannot open \(path)")
    }
    return resolved
  }
}
