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
    try file?.putInPlace()
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
    try file?.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

extension FileSink {
  /// The file that is being written.
  private final class OpenFile {
    /// The folder of the report; `nil` when it is no plain file.
    let folder: String?
    private let output: Output

    private enum Output {
      /// A device or a pipe.
      case special(SpecialFile)
      /// A file for a path.
      case plain(TemporaryFile, target: String)
    }

    init(for path: String) throws(ReporterError) {
      if Self.isSpecial(path) {
        folder = nil
        output = .special(try SpecialFile(path))
        return
      }
      // A link stays a link: the report goes where it leads.
      let target = FilePathText.resolved(path)
      guard !path.hasSuffix("/"), !FilePathText.isFolder(target) else {
        throw ReporterError(.output, "it is a folder; give the path of a file")
      }
      let folder = FilePathText.folder(of: target)
      try FilePathText.makeFolders(folder)
      let file = try TemporaryFile(in: folder)
      if unsafe unlink(target) != 0, errno != ENOENT {
        throw FileDescriptor.failure("cannot remove the report of an earlier run")
      }
      self.folder = folder
      output = .plain(file, target: target)
    }

    func write(_ bytes: [UInt8]) throws(ReporterError) {
      switch output {
      case .special(let file): try file.descriptor.write(bytes)
      case .plain(let file, _): try file.write(bytes)
      }
    }

    func putInPlace() throws(ReporterError) {
      switch output {
      case .special: break
      case .plain(let file, let target): try file.move(to: target)
      }
    }

    func remove() {
      switch output {
      case .special: break
      case .plain(let file, _): file.remove()
      }
    }

    private static func isSpecial(_ path: String) -> Bool {
      var facts = stat()
      guard unsafe stat(path, &facts) == 0 else { return false }
      return facts.st_mode & S_IFMT != S_IFREG && facts.st_mode & S_IFMT != S_IFDIR
    }
  }

  /// An open device or pipe.
  private final class SpecialFile {
    let descriptor: FileDescriptor

    /// How long a pipe may be without a reader when the run begins, in milliseconds.
    private static let patience = 800

    init(_ path: String) throws(ReporterError) {
      var waited = 0
      while true {
        do throws(ReporterError) {
          // Without a reader, opening a pipe would wait for one for ever.
          descriptor = try FileDescriptor(opening: path, O_WRONLY | O_NONBLOCK)
          return
        } catch {
          guard error.code == .noReader else { throw error }
          guard waited < Self.patience else {
            throw ReporterError(.output, "nobody reads the pipe \(path)")
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
