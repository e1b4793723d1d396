/// A cursor over the bytes of a short text.
struct ByteScanner {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Whether nothing is left.
  var isAtEnd: Bool { position == bytes.count }

  /// The next byte, if there is one.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Steps over the next byte when it is one of `characters`.
  mutating func skip(_ characters: Unicode.Scalar...) -> Bool {
    guard let next, characters.contains(where: { $0.value == UInt32(next) }) else { return false }
    position += 1
    return true
  }

  /// Steps over a word when it comes next.
  mutating func skip(word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  /// Reads exactly so many decimal digits as a number.
  mutating func digits(_ count: Int) -> Int? {
    guard bytes.count - position >= count else { return nil }
    var value = 0
    for byte in bytes[position..<position + count] {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    position += count
    return value
  }

  /// Reads letters up to the next byte that is none.
  mutating func letters() -> String {
    let start = position
    while let next, (0x41...0x5A).contains(next) || (0x61...0x7A).contains(next) {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}
