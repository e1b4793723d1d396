import Documents
import Encodings

/// JSON inside a script element of a page.
///
/// Nothing in it ends the element or opens a comment (HTML, section 13.1.2), and no character is one that parsers of HTML change or lament: they
/// are written as `\u` escapes, which stand for the same text in JSON.
enum ScriptData {
  /// The bytes of a value.
  static func bytes(of value: JSONValue) -> [UInt8] {
    escaped(value.serialized())
  }

  /// JSON with everything escaped that could mean something to a parser of HTML.
  ///
  /// - Parameter json: all but its strings is plain ASCII without `<`, `>` and `&`.
  /// - Returns: JSON of the same value.
  static func escaped(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count + json.count / 16)
    var index = 0
    while index < json.count {
      let (code, width) = risky(json, at: index)
      if width == 0 {
        result.append(json[index])
        index += 1
      } else {
        result += "\\u\(Hex.text(UInt64(code), width: 4))".utf8
        index += width
      }
    }
    return result
  }

  /// The character that must be escaped at a place and its width in bytes; 0 when there is none.
  private static func risky(_ json: [UInt8], at index: Int) -> (code: UInt32, width: Int) {
    switch json[index] {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), 0x7F:
      return (UInt32(json[index]), 1)
    case 0xC2 where index + 1 < json.count && json[index + 1] < 0xA0:
      // C1 controls.
      return (UInt32(json[index + 1]), 2)
    case 0xE2, 0xEF:
      guard index + 2 < json.count else { return (0, 0) }
      let code =
        UInt32(json[index] & 0x0F) << 12 | UInt32(json[index + 1] & 0x3F) << 6
        | UInt32(json[index + 2] & 0x3F)
      // Line and paragraph separator, marks of direction, byte order mark, noncharacters.
      let isRisky =
        (0x2028...0x202E).contains(code) || (0x2066...0x2069).contains(code)
        || (0xFDD0...0xFDEF).contains(code) || code == 0xFEFF || code >= 0xFFFE
      return isRisky ? (code, 3) : (0, 0)
    case _: return (0, 0)
    }
  }
}
