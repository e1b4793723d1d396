extension ImageInfo {
  /// Reads a WebP file (RFC 9649), with the frames of an animated one and an Exif orientation.
  static func webp(_ reader: ImageByteReader) throws(ImageInfoError) -> ImageInfo {
    let end = try reader.uint32(4) + 8
    try reader.require(0, end)
    var canvas: ImageInfo?
    var picture: ImageInfo?
    var frames = 0
    var orientation = 1
    var offset = 12
    while offset < end {
      let type = try reader.text(offset, 4)
      let length = try reader.uint32(offset + 4)
      guard length <= end - offset - 8 else {
        throw reader.malformed("a chunk goes beyond the file's own length", at: offset)
      }
      let chunk = try reader.part(offset + 8, length)
      switch type {
      case "VP8 ": picture = try lossy(chunk, reader: reader, at: offset)
      case "VP8L": picture = try lossless(chunk, reader: reader, at: offset)
      case "VP8X":
        canvas = ImageInfo(
          format: .webp,
          width: try chunk.uint24(4) + 1,
          height: try chunk.uint24(7) + 1
        )
      case "ANMF":
        try chunk.require(0, 24)
        frames += 1
      case "EXIF":
        let start = chunk.has("Exif\0\0", at: 0) ? 6 : 0
        orientation = exifOrientation(try chunk.part(start, length - start)) ?? 1
      default: break
      }
      offset += 8 + length + length % 2
    }
    guard frames > 0 || picture != nil, var info = canvas ?? picture else {
      throw reader.malformed("there is no picture", at: 12)
    }
    if frames == 0, let picture, (picture.width, picture.height) != (info.width, info.height) {
      throw reader.malformed("the canvas and the picture differ in size", at: 12)
    }
    info.frames = max(1, frames)
    info.orientation = orientation
    return info
  }

  private static func lossy(
    _ chunk: ImageByteReader,
    reader: ImageByteReader,
    at offset: Int
  ) throws(ImageInfoError) -> ImageInfo {
    guard chunk.count >= 10, try chunk.byte(0) & 1 == 0, try chunk.uint24(3) == 0x2A019D else {
      throw reader.malformed("the picture has no key frame", at: offset)
    }
    return ImageInfo(
      format: .webp,
      width: try chunk.uint16(6) & 0x3FFF,
      height: try chunk.uint16(8) & 0x3FFF
    )
  }

  private static func lossless(
    _ chunk: ImageByteReader,
    reader: ImageByteReader,
    at offset: Int
  ) throws(ImageInfoError) -> ImageInfo {
    guard chunk.count >= 5, try chunk.byte(0) == 0x2F else {
      throw reader.malformed("the lossless picture has no signature", at: offset)
    }
    let bits = try chunk.uint32(1)
    return ImageInfo(format: .webp, width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
  }
}
