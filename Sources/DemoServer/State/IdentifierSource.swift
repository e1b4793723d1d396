import Encodings

/// Ids that look random and are counted from a fixed seed: equal runs get equal ones.
struct IdentifierSource {
  private var counter: UInt64 = 0

  /// The next version 4 UUID.
  mutating func uuid() -> String {
    let digits = nextDigits() + nextDigits()
    let bytes = Array(digits.utf8)
    let variant = ["8", "9", "a", "b"][Int(bytes[16].hexadecimalValue ?? 0) % 4]
    let text = { (range: Range<Int>) in String(decoding: bytes[range], as: UTF8.self) }
    return "\(text(0..<8))-\(text(8..<12))-4\(text(13..<16))-\(variant)\(text(17..<20))-"
      + text(20..<32)
  }

  /// The next token of 32 hexadecimal digits.
  mutating func token() -> String {
    nextDigits() + nextDigits()
  }

  /// Sixteen digits of SplitMix64.
  private mutating func nextDigits() -> String {
    counter &+= 0x9E37_79B9_7F4A_7C15
    var word = counter
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return Hex.text(word ^ (word >> 31), width: 16)
  }
}
