public import Diagnostics
public import HTTPMessages
public import Scenarios

/// A file of cookies in the Netscape format, which curl, wget and exports of browsers have.
public enum CookieFile: Sendable {
  private static let sizeLimit = 16 << 20

  /// The cookies of a file that have not ended.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - files: what the path is relative to, and which files may be read.
  ///   - now: seconds since 1970.
  /// - Returns: a jar with them.
  /// - Throws: when the file cannot be read, or a line of it is no cookie; the message does not name the file.
  public static func read(
    _ path: String,
    in files: ScenarioFiles,
    now: Double
  ) throws(Mistake) -> CookieJar {
    let bytes = try Mistake.reporting(files.read(path, limit: sizeLimit))
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Mistake("it is not UTF-8")
    }
    if let line = CookieJar.firstUnreadableLine(inNetscapeText: text) {
      throw Mistake("line \(line) is no cookie: expected seven fields with tabs between them")
    }
    return CookieJar(netscapeText: text, now: now)
  }

  /// The text of a file with the cookies of a jar that have not ended.
  static func text(of jar: CookieJar, now: Double) -> String {
    var jar = jar
    jar.remove { $0.isExpired(at: now) }
    return jar.netscapeText
  }
}
