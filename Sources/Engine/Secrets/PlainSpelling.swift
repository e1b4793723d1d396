import Encodings

/// A text with its escapes undone, as far as URLs, forms, JSON and XML have them: of all spellings of a secret one is left.
///
/// Encoders do not agree on what needs escaping (RFC 3986 leaves `/` and `?` in a query alone, a form does not), so no list of whole
/// spellings is complete. What means different things to different readers becomes one: `+` and a space, `\n` and a line break,
/// one backslash and several.
struct PlainSpelling {
  /// The text without escapes.
  private(set) var bytes: [UInt8] = []
  /// Where in the text each byte comes from.
  private var starts: [Int32] = []
  private let count: Int

  /// Undoes all escapes in a text of less than 2 GiB.
  init(of text: [UInt8]) {
    self.init(text) { _ in true }
  }

  /// Undoes what a text without escapes has of one spelling only; escapes of URLs and XML stay as they are.
  init(ofMeaning text: [UInt8]) {
    self.init(text) { _ in false }
  }

  /// Undoes the escapes of URLs and XML at chosen places only.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - isEscape: whether what looks like an escape is one, by its number.
  init(_ text: [UInt8], where isEscape: (Int) -> Bool) {
    count = text.count
    bytes.reserveCapacity(text.count)
    starts.reserveCapacity(text.count)
    var number = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "&"),
        let (decoded, length) = Self.escape(in: text, at: index)
      {
        number += 1
        if isEscape(number - 1) {
          for byte in decoded { append(byte, from: index) }
          index += length
          continue
        }
      }
      append(byte, from: index)
      index += 1
    }
    undoBackslashes()
  }

  /// How often in a row a text may have been escaped.
  static let mostLevels = 3

  /// A text without escapes, that one without the escapes that were escaped themselves, and so on.
  ///
  /// - Parameter text: less than 2 GiB.
  /// - Returns: none for a text without escapes; each has the ``bytes`` of the one before as its text.
  static func levels(of text: [UInt8]) -> [PlainSpelling] {
    guard mayDiffer(from: text.span) else { return [] }
    var levels = [PlainSpelling(of: text)]
    while levels.count < mostLevels, hasEscape(levels[levels.count - 1].bytes) {
      levels.append(PlainSpelling(of: levels[levels.count - 1].bytes))
    }
    return levels
  }

  /// Whether something in a text looks like an escape of a URL or of XML.
  private static func hasEscape(_ text: [UInt8]) -> Bool {
    text.indices.contains { index in
      (text[index] == UInt8(ascii: "%") || text[index] == UInt8(ascii: "&"))
        && escape(in: text, at: index) != nil
    }
  }

  /// Whether a text may have escapes, or what they may stand for; without them it is its own spelling.
  static func mayDiffer(from text: borrowing Span<UInt8>) -> Bool {
    // Without an early end the compiler compares many bytes at once.
    var found: UInt8 = 0
    for index in text.indices {
      let byte = text[index]
      found |= byte == UInt8(ascii: "%") ? 1 : 0
      found |= byte == UInt8(ascii: "&") ? 1 : 0
      found |= byte == UInt8(ascii: "\\") ? 1 : 0
      found |= byte == UInt8(ascii: "+") ? 1 : 0
    }
    return found != 0
  }

  /// How often something in a text looks like an escape of a URL or of XML.
  static func escapeCount(in text: [UInt8]) -> Int {
    var count = 0
    _ = PlainSpelling(text) { number in
      count = number + 1
      return true
    }
    return count
  }

  /// The stretch of the text that a stretch of ``bytes`` comes from.
  func source(of range: Range<Int>) -> Range<Int> {
    let start = Int(starts[range.lowerBound])
    let end = range.upperBound < starts.count ? Int(starts[range.upperBound]) : count
    return start..<max(start, end)
  }

  private mutating func append(_ byte: UInt8, from index: Int) {
    bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
    starts.append(Int32(truncatingIfNeeded: index))
  }

  /// `%2F`, `&amp;`, `&#x2F;` or `&#47;` at a place.
  private static func escape(in text: [UInt8], at index: Int) -> (bytes: [UInt8], length: Int)? {
    if text[index] == UInt8(ascii: "%") {
      guard index + 2 < text.count, let high = text[index + 1].hexadecimalValue,
        let low = text[index + 2].hexadecimalValue
      else { return nil }
      return ([high << 4 | low], 3)
    }
    guard
      let end = text[index...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
    else { return nil }
    let name = text[(index + 1)..<end]
    let length = end + 1 - index
    guard name.first == UInt8(ascii: "#") else {
      return names[String(decoding: name, as: UTF8.self)].map { ([$0], length) }
    }
    let digits = name.dropFirst()
    let isHex = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    let number = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
    guard let value = UInt32(number, radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(value)
    else { return nil }
    return (Array(String(Character(scalar)).utf8), length)
  }

  private static let names: [String: UInt8] = [
    "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"),
    "quot": UInt8(ascii: "\""), "apos": UInt8(ascii: "'"),
  ]
}

/// The escapes of JSON, which may stand in another JSON text and so have their backslashes doubled.
extension PlainSpelling {
  private mutating func undoBackslashes() {
    guard bytes.contains(UInt8(ascii: "\\")) else { return }
    let (escaped, places) = (bytes, starts)
    bytes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    var index = 0
    while index < escaped.count {
      guard escaped[index] == UInt8(ascii: "\\") else {
        bytes.append(escaped[index])
        starts.append(places[index])
        index += 1
        continue
      }
      let start = places[index]
      index = Self.endOfBackslashes(in: escaped, from: index)
      let (decoded, end) = Self.escaped(in: escaped, at: index)
      for byte in decoded {
        bytes.append(byte)
        starts.append(start)
      }
      index = end
    }
  }

  private static func endOfBackslashes(in bytes: [UInt8], from index: Int) -> Int {
    var index = index
    while index < bytes.count, bytes[index] == UInt8(ascii: "\\") { index += 1 }
    return index
  }

  /// What backslashes and the byte behind them stand for, and where it ends.
  private static func escaped(in bytes: [UInt8], at index: Int) -> (bytes: [UInt8], end: Int) {
    let backslash = UInt8(ascii: "\\")
    guard index < bytes.count else { return ([backslash], index) }
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "'"):
      return ([bytes[index]], index + 1)
    case UInt8(ascii: "n"): return ([0x0A], index + 1)
    case UInt8(ascii: "r"): return ([0x0D], index + 1)
    case UInt8(ascii: "t"): return ([0x09], index + 1)
    case UInt8(ascii: "b"): return ([0x08], index + 1)
    case UInt8(ascii: "f"): return ([0x0C], index + 1)
    case UInt8(ascii: "u"):
      guard let first = unit(in: bytes, at: index + 1) else { break }
      if let scalar = Unicode.Scalar(first) {
        return (plain(scalar), index + 5)
      }
      let next = endOfBackslashes(in: bytes, from: index + 5)
      guard next > index + 5, next < bytes.count, bytes[next] == UInt8(ascii: "u"),
        let second = unit(in: bytes, at: next + 1), (0xD800..<0xDC00).contains(first),
        (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      else { break }
      return (plain(scalar), next + 5)
    case _: break
    }
    return ([backslash], index)
  }

  private static func plain(_ scalar: Unicode.Scalar) -> [UInt8] {
    scalar == "+" ? [UInt8(ascii: " ")] : Array(String(Character(scalar)).utf8)
  }

  /// A number of four hexadecimal digits.
  private static func unit(in bytes: [UInt8], at index: Int) -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[index..<(index + 4)] {
      guard let digit = byte.hexadecimalValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
