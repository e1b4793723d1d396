/// Deflate data without compression, in a frame or bare: valid for every decoder.
public enum Deflate: Sendable {
  /// Bare deflate data (RFC 1951) of at most 65 535 bytes.
  public static func raw(_ bytes: [UInt8]) -> [UInt8] {
    let length = UInt16(bytes.count)
    return [
      1, UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8),
    ]
      + bytes
  }

  /// A zlib stream (RFC 1950) of at most 65 535 bytes.
  public static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let sum = high << 16 | low
    return [0x78, 0x01] + raw(bytes)
      + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - $0 * 8)) }
  }
}

/// A Brotli stream (RFC 7932) without compression.
public enum Brotli: Sendable {
  /// Wraps bytes into one stream.
  ///
  /// - Parameter bytes: what a decoder will give back.
  /// - Returns: the stream.
  public static func stored(_ bytes: [UInt8]) -> [UInt8] {
    // The first byte holds one bit more than the others' heads do: the size of the window.
    var result: [UInt8] = []
    var start = 0
    while start < bytes.count {
      let piece = bytes[start...].prefix(65_536)
      start += piece.count
      // Not the last, four digits of length, the length less one, not compressed.
      let head = UInt32(piece.count - 1) << 3 | 1 << 19
      let bits = result.isEmpty ? head << 1 : head
      result += (0..<3).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
      result += piece
    }
    // The last part, which is empty.
    return result + [result.isEmpty ? 6 : 3]
  }
}

/// A Zstandard frame (RFC 8878) without compression.
public enum Zstandard: Sendable {
  /// Wraps bytes into one frame.
  ///
  /// - Parameter bytes: what a decoder will give back.
  /// - Returns: the frame.
  public static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result = head(bytes.count)
    var start = 0
    repeat {
      let piece = bytes[start...].prefix(131_072)
      start += piece.count
      let block = UInt32(piece.count) << 3 | (start == bytes.count ? 1 : 0)
      result += (0..<3).map { UInt8(truncatingIfNeeded: block >> ($0 * 8)) }
      result += piece
    } while start < bytes.count
    return result
  }

  /// A frame of one byte many times: four bytes for each 128 KiB.
  public static func repeated(_ byte: UInt8, count: Int) -> [UInt8] {
    var result: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0x50]  // a window of 1 MiB
    var rest = count
    repeat {
      let size = min(rest, 131_072)
      rest -= size
      let block = UInt32(size) << 3 | 1 << 1 | (rest == 0 ? 1 : 0)
      result += (0..<3).map { UInt8(truncatingIfNeeded: block >> ($0 * 8)) } + [byte]
    } while rest > 0
    return result
  }

  /// The head of a frame whose window is as large as its content.
  public static func head(_ count: Int) -> [UInt8] {
    [0x28, 0xB5, 0x2F, 0xFD, 0xA0] + (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
  }
}
