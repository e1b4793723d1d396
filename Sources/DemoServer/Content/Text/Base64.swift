/// Base 64 with padding (RFC 4648, section 4).
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 3 * 4 + 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var word = 0
      for place in 0..<3 {
        word = word << 8 | (place < group.count ? Int(group[start + place]) : 0)
      }
      for place in 0..<4 {
        let digit = alphabet[word >> (18 - 6 * place) & 0x3F]
        text.append(place <= group.count ? digit : 0x3D)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes, or nil for anything that is not base 64.
  static func decode(_ text: String) -> [UInt8]? {
    let digits = text.utf8.reversed().drop { $0 == 0x3D }.reversed()
    guard digits.count % 4 != 1, text.utf8.count - digits.count <= 2 else { return nil }
    var bytes: [UInt8] = []
    var word = 0
    var bits = 0
    for digit in digits {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      word = (word << 6 | value) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> bits))
      }
    }
    return bytes
  }
}
