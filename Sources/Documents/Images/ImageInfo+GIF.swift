extension ImageInfo {
  /// Reads a GIF (87a and 89a) up to its trailer and counts its frames.
  static func gif(_ reader: ImageByteReader) throws(ImageInfoError) -> ImageInfo {
    var info = ImageInfo(
      format: .gif,
      width: try reader.uint16(6),
      height: try reader.uint16(8),
      frames: 0
    )
    var offset = 13 + colourTableLength(flags: try reader.byte(10))
    try reader.require(0, offset)
    while true {
      switch try reader.byte(offset) {
      case 0x21: offset = try endOfBlocks(reader, from: offset + 2)
      case 0x2C:
        guard try reader.uint16(offset + 5) > 0,
          try reader.uint16(offset + 7) > 0
        else { throw reader.malformed("a frame has no size", at: offset) }
        let table = colourTableLength(flags: try reader.byte(offset + 9))
        guard (1...11).contains(try reader.byte(offset + 10 + table)) else {
          throw reader.malformed("a frame has no valid code size", at: offset + 10 + table)
        }
        offset = try endOfBlocks(reader, from: offset + 11 + table)
        info.frames += 1
      case 0x3B:
        guard info.frames > 0 else { throw reader.malformed("there is no frame", at: offset) }
        return info
      default: throw reader.malformed("a block has an unknown kind", at: offset)
      }
    }
  }

  private static func colourTableLength(flags: Int) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1)
  }

  private static func endOfBlocks(
    _ reader: ImageByteReader,
    from start: Int
  ) throws(ImageInfoError) -> Int {
    var offset = start
    while true {
      let length = try reader.byte(offset)
      offset += 1 + length
      if length == 0 { return offset }
    }
  }
}
