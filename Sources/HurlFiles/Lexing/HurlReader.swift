import Diagnostics

/// A cursor over the text of a file, and what was noticed on the way.
///
/// Extensions of it read the constructs of the format, each from where the cursor is to the end of the construct. The
/// first mistake is thrown.
struct HurlReader {
  /// How many warnings of a file are kept: nobody reads more.
  static let mostWarnings = 50

  let file: SourceFile
  let bytes: [UInt8]
  /// The next byte.
  var position = 0
  /// Where the text ends that is being read: the file, or a text inside of it.
  var end: Int
  /// The comments so far.
  var comments: [HurlComment] = []
  /// The warnings so far.
  var warnings: [Diagnostic] = []

  /// Starts before a file, which must be UTF-8.
  init(_ file: SourceFile) {
    self.file = file
    bytes = file.utf8
    end = bytes.count
  }

  /// The next byte, `nil` at the end.
  var current: UInt8? { position < end ? bytes[position] : nil }

  /// The byte behind the next one.
  var following: UInt8? { position + 1 < end ? bytes[position + 1] : nil }

  /// The stretch from a place up to the cursor.
  func range(from start: Int) -> SourceRange { file.range(start..<position) }

  /// The text from a place up to the cursor, as it is spelled.
  func spelling(from start: Int) -> String { spelling(of: start..<position) }

  /// The text of a stretch, as it is spelled.
  func spelling(of range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether a text comes next.
  func has(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard count <= end - position else { return false }
    for index in 0..<count where unsafe bytes[position + index] != text.utf8Start[index] {
      return false
    }
    return true
  }

  /// Steps over a text when it comes next.
  mutating func skip(_ text: StaticString) -> Bool {
    guard has(text) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  /// Steps over spaces and tabs.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  mutating func skipSpaces() -> Bool {
    let start = position
    while let byte = current, byte == 0x20 || byte == 0x09 { position += 1 }
    return position > start
  }

  /// Steps over spaces and tabs, of which there must be one.
  mutating func requireSpace(before what: String) throws(Diagnostic) {
    guard skipSpaces() else { throw expected("a space before \(what)") }
  }

  /// Whether the line ends here, perhaps with a comment.
  var isAtLineEnd: Bool {
    switch current {
    case nil, UInt8(ascii: "\n"), UInt8(ascii: "#"): true
    case UInt8(ascii: "\r"): following == UInt8(ascii: "\n")
    default: false
    }
  }
}

// Lines.
extension HurlReader {
  /// Steps over a line break when it comes next.
  mutating func skipLineBreak() -> Bool { skip("\n") || skip("\r\n") }

  /// Reads the rest of a line, on which only a comment may stand.
  mutating func readLineEnd(hint: String? = nil) throws(Diagnostic) {
    skipSpaces()
    readComment(isWholeLine: false)
    guard current == nil || skipLineBreak() else {
      throw expected("the end of the line", hint: hint)
    }
  }

  /// Steps over empty lines, comments, and the white space before what follows them.
  mutating func readBlankLines() {
    repeat {
      skipSpaces()
      readComment(isWholeLine: true)
    } while skipLineBreak()
  }

  private mutating func readComment(isWholeLine: Bool) {
    guard current == UInt8(ascii: "#") else { return }
    let start = position
    while let byte = current, byte != UInt8(ascii: "\n") { position += 1 }
    if current != nil, bytes[position - 1] == UInt8(ascii: "\r") { position -= 1 }
    comments.append(
      HurlComment(
        text: String(spelling(from: start).dropFirst()),
        isWholeLine: isWholeLine,
        range: range(from: start)
      )
    )
  }
}
