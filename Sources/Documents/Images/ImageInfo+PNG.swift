extension ImageInfo {
  /// Reads a PNG (ISO/IEC 15948), with the frames of an animated one and an `eXIf` orientation.
  static func png(_ reader: ImageByteReader) throws(ImageInfoError) -> ImageInfo {
    guard try reader.uint32(8) == 13, reader.has("IHDR", at: 12) else {
      try reader.require(8, 8)
      throw reader.malformed("the first chunk is not IHDR", at: 8)
    }
    var info = try header(reader)
    var offset = 33
    var hasData = false
    while true {
      let length = try reader.uint32(offset)
      let type = try reader.text(offset + 4, 4)
      guard length <= Int(Int32.max), type.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) })
      else { throw reader.malformed("a chunk has no valid header", at: offset) }
      try reader.require(offset + 8, length + 4)
      switch type {
      case "IDAT": hasData = true
      case "acTL": info.frames = max(1, try reader.uint32(offset + 8))
      case "eXIf":
        info.orientation = exifOrientation(try reader.part(offset + 8, length)) ?? 1
      case "IEND":
        guard hasData else { throw reader.malformed("there is no IDAT chunk", at: offset) }
        return info
      default: break
      }
      offset += 12 + length
    }
  }

  private static func header(_ reader: ImageByteReader) throws(ImageInfoError) -> ImageInfo {
    var checksum = ~UInt32(0)
    for offset in 12..<29 {
      checksum ^= UInt32(try reader.byte(offset))
      for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
    }
    guard try reader.uint32(29) == Int(~checksum) else {
      throw reader.malformed("the checksum of the header is wrong", at: 29)
    }
    let width = try reader.uint32(16)
    let height = try reader.uint32(20)
    let depth = try reader.byte(24)
    let depths: [Int: [Int]] = [
      0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]
    guard let allowed = depths[try reader.byte(25)], allowed.contains(depth) else {
      throw reader.malformed("the colour type and the bit depth do not go together", at: 24)
    }
    guard width <= Int(Int32.max), height <= Int(Int32.max), try reader.byte(26) == 0,
      try reader.byte(27) == 0, try reader.byte(28) <= 1
    else { throw reader.malformed("the header holds values that are not allowed", at: 16) }
    return ImageInfo(format: .png, width: width, height: height, bitsPerChannel: depth)
  }
}
