/// A regular expression with the spellings that only other engines know written in PCRE2's way.
///
/// `\u00e9` becomes `\x{00e9}`, and `{,3}`, which is text for older releases of PCRE2, `{0,3}`.
struct PatternSpelling {
  /// The expression for PCRE2.
  private(set) var text: String
  /// Where bytes were added: the place in `text` behind them, and how many.
  private var additions: [(end: Int, count: Int)] = []

  /// Rewrites an expression.
  ///
  /// - Parameter source: The expression as written.
  init(_ source: String) {
    text = source
    guard source.utf8.contains(UInt8(ascii: "\\")) || source.utf8.contains(UInt8(ascii: "{")) else {
      return
    }
    let bytes = Array(source.utf8)
    var output: [UInt8] = []
    var place = 0
    var classStart: Int?
    while place < bytes.count {
      let rest = bytes[place...]
      if rest.starts(with: "\\Q".utf8) {
        while place < bytes.count, !bytes[place...].starts(with: "\\E".utf8) {
          output.append(bytes[place])
          place += 1
        }
        continue
      }
      if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count {
        let digits = bytes[(place + 2)...].prefix(4)
        if bytes[place + 1] == UInt8(ascii: "u"), digits.count == 4,
          digits.allSatisfy({ Unicode.Scalar($0).hexadecimalValue != nil })
        {
          output += Array("\\x{".utf8) + digits + [UInt8(ascii: "}")]
          additions.append((output.count, 2))
          place += 6
        } else {
          output += bytes[place...(place + 1)]
          place += 2
        }
        continue
      }
      if let start = classStart {
        let isClass =
          bytes[place] == UInt8(ascii: "[") && rest.dropFirst().first == UInt8(ascii: ":")
        if isClass, let end = Self.endOfClassName(in: bytes, from: place) {
          output += bytes[place..<end]
          place = end
          continue
        }
        if bytes[place] == UInt8(ascii: "]"), place > start { classStart = nil }
      } else if bytes[place] == UInt8(ascii: "[") {
        // A bracket that closes right behind the opening one is a member.
        classStart = place + (rest.dropFirst().first == UInt8(ascii: "^") ? 2 : 1)
      } else if rest.starts(with: "{,".utf8) {
        let digits = rest.dropFirst(2).prefix { (0x30...0x39).contains($0) }
        if !digits.isEmpty, rest.dropFirst(2 + digits.count).first == UInt8(ascii: "}") {
          output += Array("{0".utf8)
          additions.append((output.count, 1))
          place += 1
          continue
        }
      }
      output.append(bytes[place])
      place += 1
    }
    text = String(decoding: output, as: UTF8.self)
  }

  /// Where a byte of the rewritten expression stands in the one as written.
  ///
  /// - Parameter offset: A place in `text`, in bytes.
  /// - Returns: The place in bytes of the source.
  func sourceOffset(of offset: Int) -> Int {
    offset - additions.reduce(0) { $0 + ($1.end <= offset ? $1.count : 0) }
  }

  private static func endOfClassName(in bytes: [UInt8], from start: Int) -> Int? {
    var place = start + 2
    while place < bytes.count, (bytes[place] | 0x20) &- 0x61 < 26 || bytes[place] == 0x5E {
      place += 1
    }
    guard bytes[place...].starts(with: ":]".utf8) else { return nil }
    return place + 2
  }
}
