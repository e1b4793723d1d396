/// The gzip format (RFC 1952) with stored blocks: valid for every decoder, and not smaller.
public enum Gzip: Sendable {
  /// Wraps bytes into one gzip member.
  ///
  /// - Parameter bytes: What a decoder will give back.
  /// - Returns: The member.
  public static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    var start = 0
    repeat {
      let piece = bytes[start...].prefix(65_535)
      start += piece.count
      let length = UInt16(piece.count)
      result.append(start == bytes.count ? 1 : 0)
      result += littleEndian(length) + littleEndian(~length)
      result += piece
    } while start < bytes.count
    return result + littleEndian(checksum(bytes)) + littleEndian(UInt32(truncatingIfNeeded: start))
  }

  /// The CRC-32 of RFC 1952, which PNG uses as well.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes { value = table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ (value >> 8) }
    return ~value
  }

  private static let table: [UInt32] = (0..<256).map { start in
    (0..<8).reduce(UInt32(start)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }

  private static func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<(Number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
