import Glibc

/// A new folder for the files of a subject; it is removed, with all in it, when the value goes.
final class WorkFolder: Sendable {
  /// The absolute path, without a slash at the end.
  let path: String

  /// Makes a folder below `TMPDIR`, or `/tmp`.
  ///
  /// - Throws: ``BenchmarkError`` when it cannot be made.
  init() throws(BenchmarkError) {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/curlew-benchmark-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw BenchmarkError("no folder can be made in \(parent)")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    _ = try? ChildProcess(["rm", "-rf", "--", path]).wait()
  }

  /// The path of something in the folder; nothing is made.
  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes a folder in the folder.
  func folder(_ name: String) -> String {
    unsafe mkdir(path(name), 0o755)
    return path(name)
  }

  /// Writes a file.
  ///
  /// - Parameters:
  ///   - text: its content.
  ///   - name: a relative path, whose folder must be there.
  /// - Returns: the absolute path.
  /// - Throws: ``BenchmarkError`` when it cannot be written.
  @discardableResult
  func write(_ text: String, to name: String) throws(BenchmarkError) -> String {
    let file = path(name)
    guard let stream = unsafe fopen(file, "w") else {
      throw BenchmarkError("\(file) cannot be written")
    }
    var text = text
    let isWhole = text.withUTF8 {
      unsafe fwrite($0.baseAddress, 1, $0.count, stream) == $0.count
    }
    guard unsafe fclose(stream) == 0, isWhole else {
      throw BenchmarkError("\(file) cannot be written")
    }
    return file
  }

  /// Makes a file of zeros that takes no room.
  ///
  /// - Parameters:
  ///   - size: its size, in bytes.
  ///   - name: a relative path.
  /// - Throws: ``BenchmarkError`` when it cannot be made.
  func makeHole(of size: Int, at name: String) throws(BenchmarkError) {
    try write("", to: name)
    guard unsafe truncate(path(name), size) == 0 else {
      throw BenchmarkError("\(path(name)) cannot be made \(size) bytes large")
    }
  }
}
