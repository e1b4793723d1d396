import Compression

/// A PNG with a colour gradient.
enum PNGDrawing {
  /// Draws an image of 8-bit RGB.
  ///
  /// - Parameters:
  ///   - width: pixels, at least 1.
  ///   - height: pixels, at least 1.
  /// - Returns: the whole file.
  static func draw(width: Int, height: Int) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(height * (width * 3 + 1))
    for y in 0..<height {
      rows.append(0)
      let green = UInt8(y * 255 / max(1, height - 1))
      for x in 0..<width {
        rows.append(UInt8(x * 255 / max(1, width - 1)))
        rows.append(green)
        rows.append(0x80)
      }
    }
    let header = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", header) + chunk("IDAT", Deflater.whole(rows, .zlib)) + chunk("IEND", [])
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(type.utf8) + data
    return bigEndian(UInt32(data.count)) + content + bigEndian(CRC32.checksum(content))
  }

  private static func bigEndian(_ word: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
  }
}
