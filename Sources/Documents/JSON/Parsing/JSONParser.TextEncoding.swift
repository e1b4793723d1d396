extension JSONParser {
  /// The encodings in which JSON texts come: UTF-8, and UTF-16 and UTF-32 as RFC 4627 had them.
  enum TextEncoding {
    case utf8
    case utf16(isBigEndian: Bool)
    case utf32(isBigEndian: Bool)

    /// The text as UTF-8 and where it starts after its byte order mark.
    ///
    /// - Parameter bytes: A document in any of the encodings.
    /// - Returns: Bytes that are not yet known to be valid UTF-8, and the offset of the first.
    /// - Throws: What is wrong with UTF-16 or UTF-32.
    static func utf8(of bytes: [UInt8]) throws(JSONParserError) -> (text: [UInt8], start: Int) {
      let (encoding, mark) = detect(bytes)
      switch encoding {
      case .utf8:
        return (bytes, mark)
      case .utf16(let isBigEndian):
        return (try transcode16(bytes, from: mark, isBigEndian: isBigEndian), 0)
      case .utf32(let isBigEndian):
        return (try transcode32(bytes, from: mark, isBigEndian: isBigEndian), 0)
      }
    }

    /// The encoding by mark or, since the first character of JSON is ASCII, by zero bytes
    /// (RFC 4627, section 3); and the length of the mark.
    private static func detect(_ bytes: [UInt8]) -> (Self, Int) {
      // Neither a mark nor a zero byte: what nearly every document starts with.
      if bytes.count > 1, bytes[0] != 0, bytes[0] < 0x80, bytes[1] != 0 { return (.utf8, 0) }
      let first = bytes.prefix(4)
      if first.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
      if first.elementsEqual([0xFF, 0xFE, 0, 0]) { return (.utf32(isBigEndian: false), 4) }
      if first.elementsEqual([0, 0, 0xFE, 0xFF]) { return (.utf32(isBigEndian: true), 4) }
      if first.starts(with: [0xFF, 0xFE]) { return (.utf16(isBigEndian: false), 2) }
      if first.starts(with: [0xFE, 0xFF]) { return (.utf16(isBigEndian: true), 2) }
      let zeros = first.map { $0 == 0 }
      if zeros == [true, true, true, false] { return (.utf32(isBigEndian: true), 0) }
      if zeros == [false, true, true, true] { return (.utf32(isBigEndian: false), 0) }
      if zeros.starts(with: [true, false]), bytes.count % 2 == 0 {
        return (.utf16(isBigEndian: true), 0)
      }
      if zeros.starts(with: [false, true]), bytes.count % 2 == 0 {
        return (.utf16(isBigEndian: false), 0)
      }
      return (.utf8, 0)
    }

    private static func transcode16(
      _ bytes: [UInt8],
      from start: Int,
      isBigEndian: Bool
    ) throws(JSONParserError) -> [UInt8] {
      let encoding: Documents.TextEncoding = isBigEndian ? .utf16BigEndian : .utf16LittleEndian
      guard case .byte(let fault)? = encoding.firstFault(in: bytes[start...]) else {
        return Array(encoding.decode(bytes[start...]).utf8)
      }
      let text = Array(encoding.decode(bytes[start..<fault]).utf8)
      throw JSONParserError(.encoding, "invalid UTF-16", at: text.count, in: text)
    }

    private static func transcode32(
      _ bytes: [UInt8],
      from start: Int,
      isBigEndian: Bool
    ) throws(JSONParserError) -> [UInt8] {
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count / 4)
      for place in stride(from: start, to: bytes.count, by: 4) {
        var value: UInt32 = 0
        for (order, byte) in bytes[place..<min(place + 4, bytes.count)].enumerated() {
          value |= UInt32(byte) << UInt32(isBigEndian ? 24 - 8 * order : 8 * order)
        }
        guard place + 4 <= bytes.count, let scalar = Unicode.Scalar(value) else {
          throw JSONParserError(.encoding, "invalid UTF-32", at: text.count, in: text)
        }
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
      return text
    }
  }
}
