import Encodings
import Glibc

/// Checks of files before they are sent.
enum FilePath {
  /// The path that a text names: a path as it is, a `file` URL without its escapes.
  static func path(of text: String) throws(SessionError) -> String {
    guard let scheme = text.firstRange(of: "://"), !text[..<scheme.lowerBound].contains("/") else {
      return text
    }
    let url = try URI.parsing(text)
    guard url.scheme == "file", url.host == nil || url.host == "" || url.host == "localhost",
      let path = PercentEncoding.decodeText(url.path), !path.utf8.contains(0)
    else {
      throw SessionError(
        code: .badURL,
        message: "Expected URL to be a file URL",
        failingURL: text
      )
    }
    return path
  }

  /// The number of bytes of a regular file that can be read.
  static func lengthOfReadableFile(_ path: String) throws(SessionError) -> Int64 {
    var status = stat()
    guard unsafe stat(path, &status) == 0, unsafe access(path, R_OK) == 0 else {
      throw SessionError(code: .badURL, message: "File URL not reachable.", failingURL: path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SessionError(code: .badURL, message: "the path is not a regular file", failingURL: path)
    }
    return Int64(status.st_size)
  }
}
