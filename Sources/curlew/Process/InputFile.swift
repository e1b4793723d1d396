import Diagnostics
import Engine
import Glibc
import Scenarios

/// A file given to the command, or standard input.
enum InputFile {
  /// The most bytes that are read.
  static let limit = 256 << 20

  /// What messages call it.
  static func name(_ path: String?) -> String {
    isStandardInput(path) ? "standard input" : path ?? ""
  }

  /// All bytes of a file, or of standard input for `nil` and `-`.
  static func read(_ path: String?) throws(Mistake) -> [UInt8] {
    guard let path, !isStandardInput(path) else { return try readStandardInput() }
    return try Mistake.reporting(ScenarioFiles(folder: ".", allowed: ["/"]).read(path))
  }

  private static func isStandardInput(_ path: String?) -> Bool { path == nil || path == "-" }

  private static func readStandardInput() throws(Mistake) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      }
      if count == 0 { return bytes }
      if count < 0 {
        guard errno == EINTR else { throw Mistake("standard input cannot be read") }
        continue
      }
      bytes += chunk[..<count]
      guard bytes.count <= limit else {
        throw Mistake("standard input has more than 256 MiB")
      }
    }
  }
}
