/// Character references of HTML.
public enum HTMLEntities: Sendable {
  /// What each name stands for, and whether it is known without a semicolon, too.
  private static let entities: [String: (text: [UInt8], isLegacy: Bool)] = {
    var entities: [String: (text: [UInt8], isLegacy: Bool)] = [:]
    for word in table.split(whereSeparator: \.isWhitespace) {
      let sides = word.split(separator: "=", maxSplits: 1)
      let isLegacy = sides[0].hasSuffix("!")
      var text = String.UnicodeScalarView()
      for code in sides[1].split(separator: "+") {
        if let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init) { text.append(scalar) }
      }
      let name = String(isLegacy ? sides[0].dropLast() : sides[0])
      entities[name] = (Array(String(text).utf8), isLegacy)
    }
    return entities
  }()

  /// The most letters of a name that is known without a semicolon.
  private static let longestLegacyName = 6
  /// The most letters of a name.
  private static let longestName = 31

  /// A text that stands for itself in HTML, in quotes too: `&amp; &lt; &gt; &quot; &#x27;` in place of these characters.
  public static func escape(_ text: String) -> String {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): escaped += "&amp;".utf8
      case UInt8(ascii: "<"): escaped += "&lt;".utf8
      case UInt8(ascii: ">"): escaped += "&gt;".utf8
      case UInt8(ascii: "\""): escaped += "&quot;".utf8
      case UInt8(ascii: "'"): escaped += "&#x27;".utf8
      case _: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// A text with its character references replaced, as the HTML Standard reads them (section 13.2.5.72) outside of attributes.
  ///
  /// - Parameter text: any text; what is no reference stays as it is.
  /// - Returns: the characters that it stands for.
  public static func unescape(_ text: String) -> String {
    var rest = Array(text.utf8)[...]
    var made: [UInt8] = []
    made.reserveCapacity(rest.count)
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      made += rest[..<start]
      rest = rest[(start + 1)...]
      if let (text, length) = reference(at: rest) {
        made += text
        rest = rest.dropFirst(length)
      } else {
        made.append(UInt8(ascii: "&"))
      }
    }
    return String(decoding: made + rest, as: UTF8.self)
  }

  /// What a reference behind `&` stands for, and how many bytes it takes.
  private static func reference(at bytes: ArraySlice<UInt8>) -> (text: [UInt8], length: Int)? {
    if bytes.first == UInt8(ascii: "#") { return number(at: bytes) }
    let letters = bytes.prefix(longestName + 1).prefix {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    if bytes.dropFirst(letters.count).first == UInt8(ascii: ";"),
      let entity = entities[String(decoding: letters, as: UTF8.self)]
    {
      return (entity.text, letters.count + 1)
    }
    for length in (2...longestLegacyName).reversed() where length <= letters.count {
      let name = String(decoding: letters.prefix(length), as: UTF8.self)
      if let entity = entities[name], entity.isLegacy { return (entity.text, length) }
    }
    return nil
  }

  /// `#12` or `#xC` with or without a semicolon.
  private static func number(at bytes: ArraySlice<UInt8>) -> (text: [UInt8], length: Int)? {
    var rest = bytes.dropFirst()
    let isHexadecimal = rest.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    if isHexadecimal { rest = rest.dropFirst() }
    var (code, count): (UInt32, Int) = (0, 0)
    while let byte = rest.first,
      let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < (isHexadecimal ? 16 : 10)
    {
      // Beyond all characters it may stay where it is.
      if code < 0x110000 { code = code * (isHexadecimal ? 16 : 10) + UInt32(digit) }
      count += 1
      rest = rest.dropFirst()
    }
    guard count > 0 else { return nil }
    if rest.first == UInt8(ascii: ";") { rest = rest.dropFirst() }
    return (Array(text(of: code).utf8), bytes.count - rest.count)
  }

  private static func text(of code: UInt32) -> String {
    // The Standard reads the control characters of these numbers as Windows-1252.
    if (0x80...0x9F).contains(code) { return TextEncoding.windows1252.decode([UInt8(code)]) }
    guard code != 0, let scalar = Unicode.Scalar(code) else { return "\u{FFFD}" }
    return String(scalar)
  }
}
