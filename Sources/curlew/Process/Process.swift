import Files
import Glibc
import Locks

/// Ends the process.
enum Process {
  /// Opens what was closed of standard input, output and error on nothing, so that no file or connection takes their number.
  static func openStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", O_RDWR)
    }
  }

  /// Ends it with a status, output flushed.
  static func exit(_ status: ExitStatus) -> Never {
    endUnlessWhole(status)
    Glibc.exit(status.code)
  }

  /// Ends it with a number that is no ``ExitStatus`` of ours, output flushed.
  static func exit(code: Int32) -> Never {
    endUnlessWhole(code == 0 ? .passed : .failed)
    Glibc.exit(code)
  }

  /// Ends it when what was printed is not whole and the status would not tell.
  static func endUnlessWhole(_ status: ExitStatus = .passed) {
    guard status == .passed, let failure = StandardOutput.failure else { return }
    StandardError.write("error: standard output cannot be written: \(failure)\n")
    Glibc.exit(ExitStatus.broken.code)
  }

  /// Ends it at once: no teardown, nothing flushed.
  static func abandon(_ status: ExitStatus) -> Never {
    Glibc._exit(status.code)
  }
}

/// Standard error.
enum StandardError {
  /// Writes a text as it is.
  static func write(_ text: String) {
    try? FileDescriptor.writeAll(Array(text.utf8), to: STDERR_FILENO)
  }
}

/// Standard output.
enum StandardOutput {
  private static let firstFailure = Locked<String?>(nil)

  /// Why something could not be written; a reader that has gone away is none.
  static var failure: String? { firstFailure.withLock(\.self) }

  /// Writes bytes as they are.
  static func write(_ bytes: [UInt8]) {
    do throws(FileError) {
      try FileDescriptor.writeAll(bytes, to: STDOUT_FILENO)
    } catch {
      guard error.code != EPIPE else { return }
      firstFailure.withLock { $0 = $0 ?? error.reasonText }
    }
  }

  /// Writes a line.
  @Sendable static func writeLine(_ text: String) {
    write(Array("\(text)\n".utf8))
  }
}
