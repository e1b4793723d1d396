import Diagnostics
import Encodings
import Engine
import Scenarios

/// A file of `--env-file`: lines `NAME=value`, as dotenv files have them.
///
/// Blank lines and lines that begin with `#` are passed over, `export` before a name too. A value without quotes ends before a `#` behind a space and at
/// the end of the line. In single quotes every character stands for itself; in double quotes `\n`, `\r`, `\t`, `\"`, `\\` and `\$` are escapes. A quoted
/// value may have several lines. Neither variables nor commands are put in: `$NAME` is text. No message holds a value, which may be a secret.
struct EnvironmentFile {
  /// The largest file, in bytes.
  static let largest = 1 << 20

  /// The variables, each with the last value that the file gives it.
  private(set) var values: [String: String] = [:]

  private let bytes: [UInt8]
  private var next = 0
  private var line = 1

  /// Reads a file.
  ///
  /// - Parameter path: relative to the working folder.
  /// - Throws: `Mistake` with the path, and the line where there is one.
  init(path: String) throws(Mistake) {
    bytes = try Mistake.reporting(
      ScenarioFiles(folder: ".", allowed: ["/"]).read(path, limit: Self.largest)
    )
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { next = 3 }
    do throws(Mistake) {
      while next < bytes.count { try readLine() }
    } catch {
      throw Mistake("\(path):\(line): \(error.message)")
    }
  }

  private var byte: UInt8? { next < bytes.count ? bytes[next] : nil }

  private mutating func readLine() throws(Mistake) {
    skipSpaces()
    guard let first = byte, first != UInt8(ascii: "#"), !isLineEnd else { return skipRest() }
    var name = word()
    if name == "export", byte == 0x20 || byte == 0x09 {
      skipSpaces()
      name = word()
    }
    skipSpaces()
    let isName = !name.isEmpty && !(0x30...0x39).contains(name.utf8.first ?? 0)
    guard isName, byte == UInt8(ascii: "=") else {
      throw Mistake("expected NAME=value, the name of letters, digits, _, - and .")
    }
    next += 1
    skipSpaces()
    values[name] = try value()
    skipRest()
  }

  private mutating func value() throws(Mistake) -> String {
    guard let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return try plainValue()
    }
    let start = line
    var text: [UInt8] = []
    next += 1
    while let byte, byte != quote {
      next += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      // A line ends in one way, however the file was saved.
      if byte == UInt8(ascii: "\r"), self.byte == UInt8(ascii: "\n") { continue }
      guard byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), let escaped = self.byte,
        let meant = Self.escapes[escaped]
      else {
        text.append(byte)
        continue
      }
      next += 1
      text.append(meant)
    }
    guard byte == quote else {
      line = start
      throw Mistake("the value has no closing \(quote == UInt8(ascii: "'") ? "'" : "\"")")
    }
    next += 1
    skipSpaces()
    guard byte == nil || isLineEnd || byte == UInt8(ascii: "#") else {
      throw Mistake("expected the end of the line behind the closing quote")
    }
    return try checked(text[...])
  }

  private mutating func plainValue() throws(Mistake) -> String {
    let start = next
    var end = next
    while let byte, !isLineEnd {
      let isSpace = byte == 0x20 || byte == 0x09
      if byte == UInt8(ascii: "#"), next == start || end < next { break }
      next += 1
      if !isSpace { end = next }
    }
    return try checked(bytes[start..<end])
  }

  private func checked(_ value: ArraySlice<UInt8>) throws(Mistake) -> String {
    guard !value.contains(0), let text = String(validating: value, as: UTF8.self) else {
      throw Mistake("the value is not UTF-8 text")
    }
    return text
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "$"): UInt8(ascii: "$"),
  ]

  /// The characters of a name from here on.
  private mutating func word() -> String {
    let start = next
    while let byte, Self.isNameByte(byte) { next += 1 }
    return String(decoding: bytes[start..<next], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "_-.".utf8.contains(byte)
  }

  /// Whether the line ends here: with LF, CR LF or, as of old, CR alone.
  private var isLineEnd: Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  private mutating func skipSpaces() {
    while byte == 0x20 || byte == 0x09 { next += 1 }
  }

  /// Passes over the rest of the line and its end.
  private mutating func skipRest() {
    while byte != nil, !isLineEnd { next += 1 }
    if byte == UInt8(ascii: "\r") { next += 1 }
    if byte == UInt8(ascii: "\n") { next += 1 }
    line += 1
  }
}
