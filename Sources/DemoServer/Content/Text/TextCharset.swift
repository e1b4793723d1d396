import Documents

/// The charsets that `/text` speaks.
enum TextCharset: String, CaseIterable {
  case utf8 = "utf-8"
  case latin1 = "iso-8859-1"
  case windows1252 = "windows-1252"
  case utf16 = "utf-16"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"

  /// The bytes of a text, behind a mark where the name does not say their order; none of one with other letters.
  func encode(_ text: String) -> [UInt8] {
    (self == .utf16 ? [0xFF, 0xFE] : []) + ((try? Charset.encode(text, as: rawValue)) ?? [])
  }
}
