/// Percent-encoding of RFC 3986 section 2.1.
///
/// ```swift
/// PercentEncoding.encode("a b&c")          // "a%20b%26c"
/// PercentEncoding.decodeText("a%20b%26c")  // "a b&c"
/// ```
public enum PercentEncoding: Sendable {
  /// Whether a byte is a letter, a digit or one of `-._~` (RFC 3986 section 2.3).
  @inlinable
  public static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    case _: false
    }
  }

  /// The UTF-8 of a text with every byte encoded that is not unreserved.
  public static func encode(_ text: String) -> String {
    String(decoding: encode(text.utf8), as: UTF8.self)
  }

  /// Bytes with every one encoded that is not unreserved.
  ///
  /// - Parameters:
  ///   - bytes: what is encoded, of any charset.
  ///   - kept: a byte that is not encoded either, such as the slash between segments.
  ///   - isUppercase: whether the digits are `A` to `F`, as RFC 3986 recommends, or `a` to `f`.
  /// - Returns: ASCII.
  public static func encode(
    _ bytes: some Collection<UInt8>,
    keeping kept: UInt8? = nil,
    isUppercase: Bool = true
  ) -> [UInt8] {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count + 16)
    for byte in bytes {
      if isUnreserved(byte) || byte == kept {
        encoded.append(byte)
      } else {
        encoded.append(percentEncoding: byte, isUppercase: isUppercase)
      }
    }
    return encoded
  }

  /// The bytes that a text stands for, read strictly.
  ///
  /// - Parameter text: bytes that are not part of an escape stand for themselves.
  /// - Returns: `nil` when a `%` is not followed by two hexadecimal digits.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var isWhole = true
    let bytes = decode(Array(text.utf8), plusIsSpace: false, isWhole: &isWhole)
    return isWhole ? bytes : nil
  }

  /// The text that a text stands for, read strictly.
  ///
  /// - Parameter text: characters that are not part of an escape stand for themselves.
  /// - Returns: `nil` when an escape is broken or the bytes are not UTF-8.
  public static func decodeText(_ text: some StringProtocol) -> String? {
    decode(text).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The bytes that a text stands for, where a `%` that begins no escape stands for itself.
  ///
  /// - Parameters:
  ///   - text: as it stands in a URL or a form.
  ///   - plusIsSpace: whether `+` stands for a space, as in `application/x-www-form-urlencoded`.
  /// - Returns: the bytes, UTF-8 or not.
  public static func decodeLeniently(
    _ text: some StringProtocol,
    plusIsSpace: Bool = false
  ) -> [UInt8] {
    decodeLeniently(Array(text.utf8), plusIsSpace: plusIsSpace)
  }

  /// The bytes that others stand for, where a `%` that begins no escape stands for itself.
  ///
  /// - Parameters:
  ///   - bytes: as they stand in a URL or a form.
  ///   - plusIsSpace: whether `+` stands for a space, as in `application/x-www-form-urlencoded`.
  /// - Returns: the bytes, UTF-8 or not.
  public static func decodeLeniently(_ bytes: [UInt8], plusIsSpace: Bool = false) -> [UInt8] {
    var isWhole = true
    return decode(bytes, plusIsSpace: plusIsSpace, isWhole: &isWhole)
  }

  /// The text that a text stands for, where a `%` that begins no escape stands for itself and U+FFFD for what is not UTF-8.
  public static func decodeTextLeniently(
    _ text: some StringProtocol,
    plusIsSpace: Bool = false
  ) -> String {
    String(decoding: decodeLeniently(text, plusIsSpace: plusIsSpace), as: UTF8.self)
  }

  private static func decode(
    _ text: [UInt8],
    plusIsSpace: Bool,
    isWhole: inout Bool
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte != UInt8(ascii: "%") {
        bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      } else if index + 2 < text.count, let high = text[index + 1].hexadecimalValue,
        let low = text[index + 2].hexadecimalValue
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        isWhole = false
        bytes.append(byte)
        index += 1
      }
    }
    return bytes
  }
}

extension [UInt8] {
  /// Appends `%` and the two hexadecimal digits of a byte.
  public mutating func append(percentEncoding byte: UInt8, isUppercase: Bool = true) {
    append(UInt8(ascii: "%"))
    append(Hex.digit(byte >> 4, isUppercase: isUppercase))
    append(Hex.digit(byte & 0xF, isUppercase: isUppercase))
  }
}
