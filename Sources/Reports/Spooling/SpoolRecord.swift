/// A row of texts as bytes, for a spool.
///
/// Each text stands behind its length in four bytes, least significant first.
enum SpoolRecord {
  /// The bytes of a row.
  static func encoded(_ fields: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(fields.reduce(0) { $0 + $1.utf8.count + 4 })
    for field in fields {
      let count = UInt32(clamping: field.utf8.count)
      for shift in [0, 8, 16, 24] as [UInt32] {
        bytes.append(UInt8(truncatingIfNeeded: count >> shift))
      }
      bytes.append(contentsOf: field.utf8.prefix(Int(count)))
    }
    return bytes
  }

  /// The row that was encoded.
  ///
  /// - Returns: `nil` when the bytes are cut.
  static func decoded(_ bytes: [UInt8]) -> [String]? {
    var fields: [String] = []
    var offset = 0
    while offset < bytes.count {
      guard bytes.count - offset >= 4 else { return nil }
      var count = 0
      for place in (0..<4).reversed() { count = count << 8 | Int(bytes[offset + place]) }
      offset += 4
      guard bytes.count - offset >= count else { return nil }
      fields.append(String(decoding: bytes[offset..<offset + count], as: UTF8.self))
      offset += count
    }
    return fields
  }
}
