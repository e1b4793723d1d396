import Documents
import Glibc
import Testing

/// The public test suites beside the project, which are not part of it.
struct ConformanceSuite {
  /// The folder of the suites, beside the package's root.
  static var folder: String {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    while let last = parts.popLast(), last != "Tests" {}
    return parts.dropLast().joined(separator: "/") + "/shared/conformance"
  }

  /// The path of a file or folder of a suite.
  static func path(_ name: String) -> String { folder + "/" + name }

  /// Whether the suites are there: without them their tests are skipped.
  static var isThere: Bool { unsafe access(folder, R_OK) == 0 }

  /// Why their tests are skipped.
  static var reason: Comment { "there are no conformance suites at \(folder)" }

  /// The names in a folder in order.
  static func names(in folder: String) -> [String] {
    guard let directory = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The bytes of a file; none when it cannot be read.
  static func bytes(of path: String) -> [UInt8] {
    guard let file = unsafe fopen(path, "rb") else { return [] }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// The JSON document in a file.
  static func document(at path: String) throws -> JSONValue {
    try JSONParser().parse(bytes(of: path))
  }
}
