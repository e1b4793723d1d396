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
    Descriptor.write(Array(text.utf8), to: STDERR_FILENO)
  }
}

/// Standard output.
enum StandardOutput {
  private static let firstFailure = Locked<String?>(nil)

  /// Why something could not be written; a reader that has gone away is none.
  static var failure: String? { firstFailure.withLock(\.self) }

  /// Writes bytes as they are.
  static func write(_ bytes: [UInt8]) {
    let code = Descriptor.write(bytes, to: STDOUT_FILENO)
    guard code != 0, code != EPIPE else { return }
    let text = unsafe strerror(code).map { unsafe String(cString: $0).lowercased() }
    firstFailure.withLock { $0 = $0 ?? text ?? "error \(code)" }
  }

  /// Writes a line.
  @Sendable static func writeLine(_ text: String) {
    write(Array("\(text)\n".utf8))
  }
}

private enum Descriptor {
  /// Writes all bytes, unless something keeps it from that.
  ///
  /// - Returns: the system's error, or 0.
  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR && errno != EAGAIN {
        return errno
      }
    }
    return 0
  }
}
