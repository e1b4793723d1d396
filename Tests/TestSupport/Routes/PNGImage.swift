/// A small valid PNG, drawn at run time.
public enum PNGImage: Sendable {
  /// Draws an image of one grey.
  ///
  /// - Parameters:
  ///   - width: Pixels in a row, from 1.
  ///   - height: Rows, from 1.
  /// - Returns: The bytes of the file: 8 bits, grey.
  public static func encode(width: Int, height: Int) -> [UInt8] {
    let rows = (0..<height).flatMap { _ in [0] + [UInt8](repeating: 0x80, count: width) }
    let length = UInt16(truncatingIfNeeded: rows.count)
    var data: [UInt8] = [0x78, 0x01, 1]
    data += [UInt8(truncatingIfNeeded: length), UInt8(length >> 8)]
    data += [UInt8(truncatingIfNeeded: ~length), UInt8(~length >> 8)]
    data += rows + bigEndian(adler(rows))
    let head = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 0, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
      + chunk("IHDR", head) + chunk("IDAT", data) + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + content + bigEndian(Gzip.checksum(content))
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - $0 * 8)) }
  }
}
