import Diagnostics

/// Text from outside, made fit for a report: bounded, and harmless for terminals and CI logs.
enum SafeText {
  /// A text on one line, cut in the middle of nothing: at most so many characters, the last one then `…`.
  static func line(_ text: String, limit: Int = 500) -> String {
    TerminalText.escaped(cut(text, limit: limit))
  }

  /// A text of several lines, tabs kept.
  static func lines(_ text: String, limit: Int) -> String {
    TerminalText.escaped(cut(text, limit: limit), keepingTabs: true, keepingLineBreaks: true)
  }

  /// At most so many Unicode scalars; a longer text ends in `…`.
  static func cut(_ text: String, limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return String(scalars[..<scalars.index(before: end)]) + "…"
  }

  /// The text in which nothing reads as a command of a CI runner: `::error::`, `##[error]`, `##vso[…]`, `##teamcity[…]`.
  ///
  /// GitHub's runner looks for `::` behind leading space, others look for `##name[` anywhere in a line.
  static func withoutCommands(_ text: String) -> String {
    guard hasDoubledSign(text) else { return text }
    let lines = text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }
    return lines.map { line in
      let line = withoutMarkers(line)
      let start = line.firstIndex { !$0.isWhitespace } ?? line.endIndex
      guard line[start...].hasPrefix("::") else { return line }
      return line[..<start] + ": :" + line[start...].dropFirst(2)
    }.joined(separator: "\n")
  }

  /// Whether there is `::` or `##` anywhere; asked of each line that is written, so of bytes.
  private static func hasDoubledSign(_ text: String) -> Bool {
    let bytes = text.utf8.span
    var last: UInt8 = 0
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == last, byte == UInt8(ascii: ":") || byte == UInt8(ascii: "#") { return true }
      last = byte
    }
    return false
  }

  private static func withoutMarkers(_ line: Substring) -> Substring {
    guard line.contains("##") else { return line }
    var result = ""
    var rest = line
    while let found = rest.firstRange(of: "##") {
      result += rest[..<found.lowerBound]
      let behind = rest[found.upperBound...].drop { $0.isASCII && $0.isLetter }
      result += behind.first == "[" ? "# #" : "##"
      rest = rest[found.upperBound...]
    }
    return result[...] + rest
  }

  /// The start of a body as text, with what was left out said behind it.
  static func body(_ bytes: [UInt8], count: Int64?, limit: Int) -> String {
    let isCut = bytes.count > limit || count.map { $0 > Int64(bytes.count) } ?? false
    let text = String(decoding: bytes.prefix(limit), as: UTF8.self)
    guard isCut else { return text }
    return text + "\n… (\(min(limit, bytes.count)) of \(count.map(String.init) ?? "more") bytes)"
  }
}
