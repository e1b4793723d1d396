/// A GIF of grey stripes, moving when it has several frames.
enum GIFDrawing {
  /// Draws an image of 128 greys.
  ///
  /// - Parameters:
  ///   - width: pixels, 1 to 65535.
  ///   - height: pixels, 1 to 65535.
  ///   - frames: at least 1.
  /// - Returns: the whole file.
  static func draw(width: Int, height: Int, frames: Int) -> [UInt8] {
    let size = littleEndian(width) + littleEndian(height)
    // A global table of 2^7 colours.
    var bytes = Array("GIF89a".utf8) + size + [0xF6, 0, 0]
    for grey in 0..<128 { bytes += [UInt8](repeating: UInt8(grey * 2), count: 3) }
    if frames > 1 {
      bytes += [0x21, 0xFF, 0x0B] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    }
    for frame in 0..<frames {
      bytes += [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
      bytes += [0x2C, 0, 0, 0, 0] + size + [0, 7]
      bytes += pixels(width: width, height: height, frame: frame) + [0]
    }
    return bytes + [0x3B]
  }

  /// LZW codes of one byte each: the table is cleared before codes would need nine bits.
  private static func pixels(width: Int, height: Int, frame: Int) -> [UInt8] {
    var codes: [UInt8] = []
    codes.reserveCapacity(width * height * 121 / 120 + 2)
    for index in 0..<width * height {
      if index % 120 == 0 { codes.append(128) }
      codes.append(UInt8((index % width + index / width + frame * 8) % 128))
    }
    codes.append(129)
    var blocks: [UInt8] = []
    for start in stride(from: 0, to: codes.count, by: 255) {
      let block = codes[start..<min(start + 255, codes.count)]
      blocks.append(UInt8(block.count))
      blocks += block
    }
    return blocks
  }

  private static func littleEndian(_ word: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)]
  }
}
