/// Hexadecimal digits.
enum Hex {
  /// The value of a digit, or nil.
  static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// Two lower-case digits for each byte.
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String($0, radix: 16).zeroPadded(to: 2) }.joined()
  }

  /// Eight lower-case digits.
  static func text(_ word: UInt32) -> String {
    String(word, radix: 16).zeroPadded(to: 8)
  }
}
