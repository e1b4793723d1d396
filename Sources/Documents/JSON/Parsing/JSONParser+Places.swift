extension JSONParser {
  /// Where the elements of a list stand.
  ///
  /// - Parameter utf8: JSON that can be parsed, in UTF-8.
  /// - Returns: the bytes of each element; nothing for JSON that is no list.
  public static func elementRanges(of utf8: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var (depth, start, end) = (0, Int?.none, 0)
    var (isString, isEscaped) = (false, false)
    for (offset, byte) in utf8.enumerated() {
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isString = false
        }
        end = offset + 1
        continue
      }
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth == 1 {
          guard byte == UInt8(ascii: "[") else { return [] }
          continue
        }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 {
          if let start { ranges.append(start..<end) }
          return ranges
        }
      case UInt8(ascii: ",") where depth == 1:
        if let start { ranges.append(start..<end) }
        start = nil
        continue
      case UInt8(ascii: "\""): isString = true
      case _: break
      }
      // A byte order mark, or a document that is a lone value, stands outside of any list.
      guard depth > 0 else { continue }
      start = start ?? offset
      end = offset + 1
    }
    return ranges
  }
}
