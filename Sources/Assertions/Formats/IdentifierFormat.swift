import Documents
import Encodings

/// Identifiers and encodings.
enum IdentifierFormat: Sendable {
  /// `8-4-4-4-12` hexadecimal digits (RFC 9562 section 4).
  static func isUUID(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return false }
    for (index, byte) in bytes.enumerated() {
      switch index {
      case 8, 13, 18, 23:
        guard byte == UInt8(ascii: "-") else { return false }
      case _:
        guard byte.isHexadecimal else { return false }
      }
    }
    return true
  }

  /// Base64 of RFC 4648 section 4: padded, without line breaks, unused bits zero.
  static func isBase64(_ text: String) -> Bool {
    Base64.decode(text) != nil
  }

  /// One JSON value (RFC 8259).
  static func isJSON(_ text: String) -> Bool {
    (try? JSONParser().parse(text)) != nil
  }

  /// The text of a JSON string in its quotes, escapes resolved.
  static func text(ofJSONString quoted: ArraySlice<UInt8>) -> String? {
    (try? JSONParser().parse(Array(quoted)))?.string
  }
}
