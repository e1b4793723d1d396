/// Compressed formats that store what they hold as it is (RFC 1951, 3.2.4).
enum StoredDeflate {
  /// A gzip member (RFC 1952).
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 0xFF] + blocks(bytes)
      + littleEndian(CRC32.checksum(bytes)) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
  }

  /// A zlib stream (RFC 1950).
  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    [0x78, 0x01] + blocks(bytes) + littleEndian(Adler32.checksum(bytes)).reversed()
  }

  private static func blocks(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 65535 * 5 + 5)
    var start = 0
    repeat {
      let end = min(start + 65535, bytes.count)
      let count = UInt16(end - start)
      result.append(end == bytes.count ? 1 : 0)
      for word in [count, ~count] { result += [UInt8(word & 0xFF), UInt8(word >> 8)] }
      result += bytes[start..<end]
      start = end
    } while start < bytes.count
    return result
  }

  private static func littleEndian(_ word: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
  }
}
