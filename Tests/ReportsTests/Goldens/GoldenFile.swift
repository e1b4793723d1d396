import Foundation

/// A whole output that is compared with a file.
///
/// With `CURLEW_UPDATE_EXPECTED=1` in the environment the files are written anew; look at the difference before keeping it.
enum GoldenFile {
  private static let folder: URL = {
    var url = URL(filePath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.appending(path: "Fixtures/Reports")
  }()

  /// The first line that differs from the file, with both texts; `nil` when none does.
  static func difference(of text: String, from name: String) throws -> String? {
    let url = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["CURLEW_UPDATE_EXPECTED"] == "1" {
      let parent = url.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
      return nil
    }
    let expected = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    guard text != expected else { return nil }
    let own = text.split(separator: "\n", omittingEmptySubsequences: false)
    let theirs = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let count = max(own.count, theirs.count)
    let line = (0..<count).first { index in
      index >= own.count || index >= theirs.count || own[index] != theirs[index]
    }
    guard let line else { return "\(name): only line ends differ" }
    return """
      \(name):\(line + 1)
      expected: \(line < theirs.count ? String(theirs[line]) : "the end")
      got:      \(line < own.count ? String(own[line]) : "the end")
      """
  }
}
