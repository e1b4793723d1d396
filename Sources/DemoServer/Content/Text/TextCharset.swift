/// The charsets that `/text` speaks.
enum TextCharset: String, CaseIterable {
  case utf8 = "utf-8"
  case latin1 = "iso-8859-1"
  case windows1252 = "windows-1252"
  case utf16 = "utf-16"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"

  /// The bytes of a text whose letters are all below U+0100, above U+009F or ASCII.
  func encode(_ text: String) -> [UInt8] {
    switch self {
    case .utf8:
      Array(text.utf8)
    case .latin1, .windows1252:
      text.unicodeScalars.map { UInt8(exactly: $0.value) ?? 0x3F }
    case .utf16:
      [0xFF, 0xFE] + Self.utf16LittleEndian.encode(text)
    case .utf16LittleEndian:
      text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    case .utf16BigEndian:
      text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
  }
}
