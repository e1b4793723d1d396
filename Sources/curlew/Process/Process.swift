import Glibc

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
    Glibc.exit(status.code)
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
  /// Writes bytes as they are.
  static func write(_ bytes: [UInt8]) {
    Descriptor.write(bytes, to: STDOUT_FILENO)
  }

  /// Writes a line.
  @Sendable static func writeLine(_ text: String) {
    write(Array("\(text)\n".utf8))
  }
}

private enum Descriptor {
  /// Writes all bytes; a reader that has gone away ends it quietly.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR && errno != EAGAIN {
        return
      }
    }
  }
}
