import Files
import Glibc

/// A report in a file: written beside its place and renamed at the end, so that nothing half-written is ever there.
///
/// The folder is made when it is missing. What is not a plain file, such as `/dev/null` or a pipe, is written to directly.
public final class FileSink: ReportWriter {
  private static let bufferSize = 64 << 10

  /// The path of the report.
  public let path: String

  private var file: OpenFile?
  private var buffer: [UInt8] = []

  /// Makes a sink for a path; nothing is touched before `prepare()`.
  public init(path: String) {
    self.path = path
  }

  deinit {
    discard()
  }

  public func prepare() throws(ReporterError) {
    guard file == nil else { return }
    file = try OpenFile(for: path)
  }

  public func write(_ bytes: [UInt8]) throws(ReporterError) {
    try prepare()
    buffer += bytes
    if buffer.count >= Self.bufferSize { try flush() }
  }

  public func commit() throws(ReporterError) {
    try prepare()
    try flush()
    try ReporterError.telling(file?.putInPlace())
    file = nil
  }

  public func discard() {
    buffer = []
    file?.remove()
    file = nil
  }

  public func makeSpool() throws(ReporterError) -> ReportSpool {
    try prepare()
    return try ReportSpool(in: file?.folder ?? StreamSink.temporaryFolder)
  }

  private func flush() throws(ReporterError) {
    try ReporterError.telling(file?.write(buffer))
    buffer.removeAll(keepingCapacity: true)
  }
}

extension FileSink {
  /// The file that is being written.
  private final class OpenFile {
    /// The folder of the report; `nil` when it is no plain file.
    let folder: String?
    /// A device or a pipe.
    private let stream: FileDescriptor?
    /// What takes the place of the target at the end.
    private let file: TemporaryFile?
    private let target: String

    /// How long a pipe may be without a reader when the run begins, in milliseconds.
    private static let patience = 800

    init(for path: String) throws(ReporterError) {
      if FileSystem.kind(of: path) == .other {
        (folder, file, target) = (nil, nil, path)
        stream = try Self.openStream(path)
        return
      }
      // A link stays a link: the report goes where it leads.
      let target = FileSystem.destination(of: path)
      guard !path.hasSuffix("/"), FileSystem.kind(of: target) != .folder else {
        throw ReporterError("it is a folder; give the path of a file")
      }
      let folder = PathText.folder(of: target).orHere
      let file = try ReporterError.telling(Self.makeFile(in: folder))
      if unsafe unlink(target) != 0, errno != ENOENT {
        let error = FileError(errno, "cannot remove the report of an earlier run")
        throw ReporterError(error.message)
      }
      stream = nil
      (self.folder, self.file, self.target) = (folder, file, target)
    }

    private static func makeFile(in folder: String) throws(FileError) -> TemporaryFile {
      try FileSystem.makeFolders(folder)
      TemporaryFile.removeLeftovers(in: folder)
      return try TemporaryFile(in: folder)
    }

    func write(_ bytes: [UInt8]) throws(FileError) {
      try stream?.write(bytes)
      try file?.write(bytes)
    }

    func putInPlace() throws(FileError) {
      // No crash leaves a name without its bytes.
      try file?.sync()
      try file?.move(to: target)
    }

    func remove() { file?.remove() }

    /// Opens a device or a pipe.
    private static func openStream(_ path: String) throws(ReporterError) -> FileDescriptor {
      var waited = 0
      while true {
        do throws(FileError) {
          // Without a reader, opening a pipe would wait for one for ever.
          return try FileDescriptor(opening: path, O_WRONLY | O_NONBLOCK)
        } catch {
          guard error.code == ENXIO else { throw ReporterError(error.message) }
          guard waited < patience else {
            throw ReporterError("nobody reads the pipe \(path)")
          }
          waited += 10
          usleep(10_000)
        }
      }
    }
  }
}

@available(*, unavailable)
extension FileSink: Sendable {}
