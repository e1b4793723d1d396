import Cryptography

/// Percent-encoding (RFC 3986, section 2.1).
enum PercentText {
  static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), index + 2 < bytes.count,
        let pair = Hex.decode(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self))
      {
        result += pair
        index += 3
      } else {
        result.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
