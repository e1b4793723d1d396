import Glibc

/// A folder of one test's own, gone with it.
final class Scratch {
  let path: String

  init() throws {
    var template = "/tmp/curlew-reports-XXXXXX".utf8.map { CChar(bitPattern: $0) } + [0]
    let made = unsafe template.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let start = buffer.baseAddress, let path = unsafe mkdtemp(start) else {
        return nil
      }
      return unsafe String(cString: path)
    }
    guard let made else { throw ScratchError() }
    path = made
  }

  deinit {
    Self.remove(path)
  }

  struct ScratchError: Error {}

  /// The names in a folder below, hidden ones too.
  func names(in folder: String = "") -> [String] {
    Self.names(in: "\(path)/\(folder)")
  }

  /// The text of a file; `nil` when there is none.
  func text(_ name: String) -> String? {
    guard let file = unsafe fopen("\(path)/\(name)", "r") else { return nil }
    defer { _ = unsafe fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = unsafe getc(file), byte != EOF {
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a file.
  func write(_ text: String, to name: String) {
    guard let file = unsafe fopen("\(path)/\(name)", "w") else { return }
    _ = unsafe fputs(text, file)
    _ = unsafe fclose(file)
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = unsafe opendir(folder) else { return [] }
    defer { _ = unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: unsafe bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func remove(_ path: String) {
    for name in names(in: path) {
      let inner = "\(path)/\(name)"
      if unsafe unlink(inner) != 0 { remove(inner) }
    }
    _ = unsafe rmdir(path)
  }
}
