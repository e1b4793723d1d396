/// How a text is spelled: where it ends and which escapes it has.
///
/// `\u{…}` is an escape of all.
enum TextSpelling: Sendable {
  /// URLs and the values of headers and rows: up to the end of the line or `#`, spaces before it cut.
  case value
  /// Names of headers, rows and captures: letters, digits and `_-.[]@$`.
  case key
  /// Between double quotes.
  case quoted
  /// Between backticks, on one line.
  case oneline
  /// Names of files.
  case filename
  /// Names of files that a password may follow.
  case filenameWithPassword
  /// Between three backticks, where escapes are decoded.
  case escapedLines
  /// Between three backticks, where a backslash is a character.
  case lines

  /// What messages call such a text.
  var noun: String {
    switch self {
    case .value: "a value"
    case .key: "a name"
    case .quoted: "a text in quotes"
    case .oneline: "a text in backticks"
    case .filename, .filenameWithPassword: "the name of a file"
    case .escapedLines, .lines: "a text"
    }
  }

  /// The characters that may stand behind a backslash, beside `u`.
  var escapes: StaticString {
    switch self {
    case .value, .quoted, .oneline, .escapedLines, .lines: "\"\\/#`bfnrt"
    case .key: "#:\\/bfnrt"
    case .filename: "\\bfnrt#; {}"
    case .filenameWithPassword: "\\bfnrt#; {}:"
    }
  }

  /// What an escape stands for.
  ///
  /// - Parameter character: what stands behind the backslash.
  /// - Returns: its bytes; `nil` when it is none of ``escapes``.
  func meaning(of character: UInt8) -> [UInt8]? {
    let known = escapes
    let isKnown = known.withUTF8Buffer { buffer in unsafe buffer.contains(character) }
    guard isKnown else { return nil }
    return switch character {
    case UInt8(ascii: "b"): [0x08]
    case UInt8(ascii: "f"): [0x0C]
    case UInt8(ascii: "n"): [0x0A]
    case UInt8(ascii: "r"): [0x0D]
    case UInt8(ascii: "t"): [0x09]
    // Between file and password a colon stands alone: one that belongs to the file keeps its backslash.
    case UInt8(ascii: ":") where self == .filenameWithPassword: [UInt8(ascii: "\\"), character]
    default: [character]
    }
  }

  /// The escapes for a message.
  var escapeList: String {
    let list = "\(escapes)".map { $0 == " " ? "\\ and a space" : "\\\($0)" }
    return "escapes are \(list.joined(separator: " ")) \\u{…}"
  }
}
