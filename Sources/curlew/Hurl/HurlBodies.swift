import Engine
import Files
import Glibc
import Locks

/// Writes the last body of each file that succeeded, as it came, to standard output or a file.
struct HurlBodies {
  private let includesHead: Bool
  private let file: WholeFile?
  private let last = Locked<[Int: ReceivedResponse]>([:])

  /// Prepares the output.
  ///
  /// - Parameters:
  ///   - path: of the file that takes the bodies; `nil` or `-` for standard output.
  ///   - includesHead: whether the fields are written, too.
  /// - Throws: ``FileError`` when the file cannot be written.
  init(path: String?, includesHead: Bool) throws(FileError) {
    self.includesHead = includesHead
    guard let path, path != "-" else {
      file = nil
      return
    }
    file = try WholeFile(path)
  }

  /// Keeps a response; the last one of a file counts.
  var keep: @Sendable (Int, ReceivedResponse) -> Void {
    { [last] place, response in last.withLock { $0[place] = response } }
  }

  /// Forgets what is kept of a file, once it has been written.
  ///
  /// - Parameters:
  ///   - place: of the file in the plan.
  ///   - isWanted: whether its last body is written.
  /// - Throws: ``FileError`` when the file cannot be written.
  func end(_ place: Int, isWanted: Bool) throws(FileError) {
    guard let response = last.withLock({ $0.removeValue(forKey: place) }), isWanted else { return }
    var bytes: [UInt8] = []
    if includesHead {
      var head = "HTTP/\(response.version) \(response.status)\n"
      for (name, value) in response.fields { head += "\(name): \(value)\n" }
      bytes += Array((head + "\n").utf8)
    }
    bytes += response.body
    guard let file else { return StandardOutput.write(bytes) }
    try file.write(bytes)
  }

  /// Puts the file in its place, when there is one and a body was written to it.
  ///
  /// - Throws: ``FileError``; what stood there before stays then.
  func commit() throws(FileError) { try file?.commit() }
}

/// A file that is in its place as a whole or not at all.
private final class WholeFile {
  private let path: String
  /// What takes bytes as they come: a pipe, a terminal or the like.
  private let stream: FileDescriptor?
  /// What gets its name at the end.
  private let file: TemporaryFile?
  private var isWritten = false

  /// Makes sure that the file can be written.
  init(_ path: String) throws(FileError) {
    // A link stays, and what it leads to is replaced.
    self.path = FileSystem.destination(of: path)
    switch FileSystem.kind(of: self.path) {
    case .file, .missing:
      stream = nil
      file = try TemporaryFile(in: PathText.folder(of: self.path).orHere)
    case .other:
      stream = try FileDescriptor(opening: self.path, O_WRONLY)
      file = nil
    case .folder: throw FileError(.notRegular, "cannot write \(path)")
    }
  }

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(FileError) {
    isWritten = true
    try stream?.write(bytes)
    try file?.write(bytes)
  }

  /// Gives the file its name, when anything was written to it.
  func commit() throws(FileError) {
    if isWritten { try file?.move(to: path) }
  }
}

/// A file that is written from its start, line by line.
final class OutputFile: Sendable {
  private let descriptor: FileDescriptor

  /// Opens or makes the file, and empties it.
  init(_ path: String) throws(FileError) {
    descriptor = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC)
  }

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(FileError) { try descriptor.write(bytes) }
}
