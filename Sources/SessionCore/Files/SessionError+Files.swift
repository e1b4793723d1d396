import Files

extension SessionError {
  /// What the system does not let be done with a file.
  static func file(_ path: String, _ code: Code, cannotBe done: String, _ number: Int32) -> Self {
    SessionError(code: code, message: "\(path) cannot be \(done): errno \(number)")
  }
}

extension FileDescriptor {
  /// Writes bytes; a failure becomes a session's error.
  func write(_ bytes: [UInt8], to path: String) throws(SessionError) {
    do throws(FileError) {
      try write(bytes)
    } catch {
      throw .file(path, .cannotWriteToFile, cannotBe: "written", error.code)
    }
  }
}
