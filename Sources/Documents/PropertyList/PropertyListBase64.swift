/// Base64 as XML property lists hold it, with white space anywhere.
enum PropertyListBase64 {
  private static let characters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 3 * 4 + 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var bits = 0
      for position in 0..<3 {
        bits = bits << 8 | (position < count ? Int(bytes[start + position]) : 0)
      }
      for position in 0..<4 {
        text.append(
          position <= count ? characters[bits >> (18 - 6 * position) & 0x3F] : UInt8(ascii: "=")
        )
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text, or `nil` when it has other characters or a wrong length.
  static func decode(_ text: String) -> [UInt8]? {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var digits = 0
    var fill = 0
    for character in text.utf8 where ![0x20, 0x09, 0x0A, 0x0D].contains(character) {
      if character == UInt8(ascii: "=") {
        fill += 1
        continue
      }
      let value = values[Int(character)]
      guard value < 64, fill == 0 else { return nil }
      bits = (bits << 6 | UInt32(value)) & 0xFF_FFFF
      digits += 1
      if digits % 4 != 1 {
        let held = [0: 0, 2: 4, 3: 2][digits % 4] ?? 0
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
      }
    }
    return (digits + fill).isMultiple(of: 4) && fill <= 2 ? bytes : nil
  }
}
