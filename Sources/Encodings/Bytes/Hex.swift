/// Bytes as pairs of hexadecimal digits.
///
/// ```swift
/// Hex.encode([0xCA, 0xFE])  // "cafe"
/// Hex.decode("CAFE")        // [0xCA, 0xFE]
/// ```
public enum Hex: Sendable {
  /// Two lowercase digits for each byte.
  public static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digit(byte >> 4))
      text.append(digit(byte & 0xF))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A number with zeros in front up to a width.
  ///
  /// - Parameters:
  ///   - number: what is written.
  ///   - width: the least number of digits; a longer number is not cut.
  ///   - isUppercase: whether the letters are `A` to `F` instead of `a` to `f`.
  /// - Returns: hexadecimal digits without prefix.
  public static func text(_ number: UInt64, width: Int, isUppercase: Bool = false) -> String {
    let digits = String(number, radix: 16, uppercase: isUppercase)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// The bytes that pairs of digits stand for.
  ///
  /// - Parameters:
  ///   - text: digits of either case and nothing else.
  ///   - ignoresWhitespace: whether ASCII spaces, tabs and line breaks may stand anywhere.
  /// - Returns: `nil` when the number of digits is odd or a character is no digit.
  public static func decode(
    _ text: some StringProtocol,
    ignoresWhitespace: Bool = false
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text.utf8 where !ignoresWhitespace || !character.isASCIIWhitespace {
      guard let digit = character.hexadecimalValue else { return nil }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil ? bytes : nil
  }

  /// The digit of a value from 0 to 15.
  static func digit(_ value: UInt8, isUppercase: Bool = false) -> UInt8 {
    value < 10 ? 0x30 + value : (isUppercase ? 0x37 : 0x57) + value
  }
}
