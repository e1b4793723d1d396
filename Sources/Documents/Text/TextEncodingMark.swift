/// A byte order mark at the start of a text.
struct TextEncodingMark: Sendable {
  /// How many bytes the mark has.
  let length: Int
  /// The encoding that the mark stands for.
  let encoding: TextEncoding

  private static let all: [(bytes: [UInt8], encoding: TextEncoding)] = [
    ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE], .utf16LittleEndian),
    ([0xFE, 0xFF], .utf16BigEndian),
  ]

  /// Finds the mark of `bytes`, as the WHATWG Encoding Standard sniffs it.
  init?(_ bytes: [UInt8]) {
    guard let mark = Self.all.first(where: { bytes.starts(with: $0.bytes) }) else { return nil }
    (length, encoding) = (mark.bytes.count, mark.encoding)
  }
}
