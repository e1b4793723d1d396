import Diagnostics

/// Pieces of a body to show beside a failure: bounded, on one line, harmless for a terminal.
public enum BodyExcerpt: Sendable {
  /// How many characters of a body are shown.
  public static let limit = 200

  /// A piece of a body.
  ///
  /// ```
  /// $.total in application/json, 212 bytes:  … "total": 20.5, "lines": [ …
  /// ```
  ///
  /// - Parameters:
  ///   - body: the bytes as they came, decompressed; bytes that are no UTF-8 show as U+FFFD.
  ///   - count: how many bytes the whole body has, when `body` is only its start.
  ///   - offset: where the piece begins.
  ///   - label: what is shown, `body` or a query for example.
  ///   - contentType: the media type, for the head of the excerpt.
  /// - Returns: one line, bounded.
  public static func start(
    of body: [UInt8],
    count: Int? = nil,
    from offset: Int = 0,
    label: String = "body",
    contentType: String?
  ) -> String {
    let count = count ?? body.count
    let type = contentType.map { ValueText.cut(TerminalText.escaped($0)) }
    guard count > 0 else { return "empty body" + (type.map { " in \($0)" } ?? "") }
    let size = "\(count) byte\(count == 1 ? "" : "s")"
    return "\(label) in \(type ?? "no content-type"), \(size):  " + piece(of: body, from: offset)
  }

  private static func piece(of body: [UInt8], from offset: Int) -> String {
    var start = min(max(0, offset), body.count)
    while start > 0, start < body.count, body[start] & 0b1100_0000 == 0b1000_0000 { start -= 1 }
    let window = Redaction.piece(of: body, from: start, count: limit * 4)
    var text = ""
    var count = 0
    var isSpace = false
    var isCut = start + limit * 4 < body.count
    for scalar in String(decoding: window, as: UTF8.self).unicodeScalars {
      if scalar.properties.isWhitespace {
        isSpace = !text.isEmpty
        continue
      }
      guard count < limit else {
        isCut = true
        break
      }
      if isSpace {
        text += " "
        count += 1
        isSpace = false
      }
      text.unicodeScalars.append(scalar)
      count += 1
    }
    return (start > 0 ? "… " : "") + TerminalText.escaped(text) + (isCut ? " …" : "")
  }
}
