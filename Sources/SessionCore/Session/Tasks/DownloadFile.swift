import Files
import Glibc

/// A temporary file that is removed with this object.
///
/// It has a name from the start, because whoever is asked for its destination is told where it is.
final class DownloadFile: Sendable {
  let path: String
  private let file: FileDescriptor

  /// Creates a file that only this user can read.
  init(in directory: String) throws(SessionError) {
    path = FileSystem.freeName(in: directory, prefix: "download-")
    do throws(FileError) {
      file = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    } catch {
      throw SessionError(
        code: .cannotCreateFile,
        message: "no file can be created in \(directory): errno \(error.code)"
      )
    }
  }

  deinit { unsafe unlink(path) }

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(SessionError) { try file.write(bytes, to: path) }

  /// Reads bytes from a place on.
  ///
  /// - Parameters:
  ///   - offset: the place of the first.
  ///   - count: how many are wanted.
  /// - Returns: fewer only where the file ends.
  /// - Throws: ``SessionError`` when the file cannot be read.
  func read(from offset: Int64, count: Int) throws(SessionError) -> [UInt8] {
    do throws(FileError) {
      return try file.read(count, at: Int(offset))
    } catch {
      throw .file(path, .cannotOpenFile, cannotBe: "read", error.code)
    }
  }

  /// The whole file; `nil` if it is longer than `limit` or cannot be read.
  func contents(limit: Int) -> [UInt8]? {
    let size = file.size
    return size <= limit ? try? file.read(size, at: 0) : nil
  }

  /// Moves the file; where there is something already, nothing is replaced unless that is asked for.
  func move(to destination: String, _ options: DownloadOptions = []) throws(SessionError) {
    if options.contains(.createsDirectories) {
      // What cannot be made shows when the file is moved.
      try? FileSystem.makeFolders(PathText.folder(of: destination))
    }
    let replaces = options.contains(.removesPreviousFile)
    // Renaming would replace; a second name does not, and the first one goes with this object.
    let status = unsafe replaces ? rename(path, destination) : link(path, destination)
    guard status != 0 else { return }
    var code = errno
    if code == EXDEV || code == EPERM {
      do throws(FileError) {
        return try copy(to: destination, replaces: replaces)
      } catch {
        code = error.code
      }
    }
    throw SessionError(
      code: .cannotMoveFile,
      message: "the download cannot be moved to \(destination): \(FileError.text(of: code))"
    )
  }

  /// The way across file systems, and on those that know no second name.
  private func copy(to destination: String, replaces: Bool) throws(FileError) {
    if replaces {
      let folder = PathText.folder(of: destination).orHere
      let copy = try TemporaryFile(in: folder, mode: 0o600)
      try forEachPiece { (piece) throws(FileError) in try copy.write(piece) }
      return try copy.move(to: destination)
    }
    let flags = O_WRONLY | O_CREAT | O_EXCL
    let copy = try FileDescriptor(opening: destination, flags, mode: 0o600)
    do throws(FileError) {
      try forEachPiece { (piece) throws(FileError) in try copy.write(piece) }
    } catch {
      // Half a file is no download.
      unsafe unlink(destination)
      throw error
    }
  }

  private func forEachPiece(
    _ body: (_ bytes: [UInt8]) throws(FileError) -> Void
  ) throws(FileError) {
    var offset = 0
    while case let piece = try file.read(1 << 20, at: offset), !piece.isEmpty {
      try body(piece)
      offset += piece.count
    }
  }
}
