/// The text of URLs: percent escapes and pairs.
enum URLText {
  /// The text without its percent escapes; a broken escape stays as it is, invalid UTF-8 is repaired.
  ///
  /// - Parameters:
  ///   - text: as it stands in a URL or form.
  ///   - plusIsSpace: whether `+` stands for a blank, as in forms.
  /// - Returns: the text that was meant.
  static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
    let source = Array(text.utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      let byte = source[index]
      index += 1
      if byte == 0x25, index + 1 < source.count, let high = Hex.value(source[index]),
        let low = Hex.value(source[index + 1])
      {
        bytes.append(high << 4 | low)
        index += 2
      } else {
        bytes.append(plusIsSpace && byte == 0x2B ? 0x20 : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The pairs of a query or a urlencoded form, in their order.
  static func pairs(_ text: some StringProtocol) -> [(name: String, value: String)] {
    text.split(separator: "&").map { pair in
      let mark = pair.firstIndex(of: "=") ?? pair.endIndex
      let name = decode(pair[..<mark], plusIsSpace: true)
      return (name, decode(pair[mark...].dropFirst(), plusIsSpace: true))
    }
  }

  /// The text with everything escaped that is not unreserved (RFC 3986, 2.3).
  static func encode(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "%" + Hex.text([byte]).uppercased()
      }
    }
    return result
  }
}
