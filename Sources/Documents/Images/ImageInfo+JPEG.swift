extension ImageInfo {
  /// Reads a JPEG (ITU-T T.81) up to its end marker, with an Exif orientation.
  static func jpeg(_ reader: ImageByteReader) throws(ImageInfoError) -> ImageInfo {
    var info: ImageInfo?
    var orientation: Int?
    var hasScan = false
    var offset = 2
    while true {
      guard try reader.byte(offset) == 0xFF else {
        throw reader.malformed("a marker is missing", at: offset)
      }
      let marker = try reader.byte(offset + 1)
      switch marker {
      case 0xFF:
        offset += 1
        continue
      case 0x01, 0xD0...0xD7:
        offset += 2
        continue
      case 0xD9:
        guard var info, hasScan else {
          throw reader.malformed("there is no picture before the end marker", at: offset)
        }
        info.orientation = orientation ?? 1
        return info
      case 0x00, 0xD8: throw reader.malformed("a marker is out of place", at: offset)
      default: break
      }
      let length = try reader.uint16(offset + 2)
      guard length >= 2 else { throw reader.malformed("a segment is too short", at: offset) }
      let segment = try reader.part(offset + 4, length - 2)
      offset += 2 + length
      switch marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        let frame = try frameHeader(segment, reader: reader, at: offset - length)
        info = info ?? frame
      case 0xE1 where segment.has("Exif\0\0", at: 0):
        let exif = try segment.part(6, segment.count - 6)
        orientation = orientation ?? exifOrientation(exif)
      case 0xDA:
        guard info != nil else {
          throw reader.malformed("a scan comes before the frame header", at: offset)
        }
        hasScan = true
        offset = try endOfScan(reader, from: offset)
      default: break
      }
    }
  }

  private static func frameHeader(
    _ segment: ImageByteReader,
    reader: ImageByteReader,
    at offset: Int
  ) throws(ImageInfoError) -> ImageInfo {
    guard segment.count >= 6 else {
      throw reader.malformed("a frame header is too short", at: offset)
    }
    let components = try segment.byte(5)
    let precision = try segment.byte(0)
    guard components > 0, segment.count == 6 + 3 * components, (2...16).contains(precision) else {
      throw reader.malformed("the frame header contradicts itself", at: offset)
    }
    return ImageInfo(
      format: .jpeg,
      width: try segment.uint16(3),
      height: try segment.uint16(1),
      bitsPerChannel: precision
    )
  }

  /// The place of the marker after a scan's data, in which 0xFF is followed by 0 or a restart.
  private static func endOfScan(
    _ reader: ImageByteReader,
    from start: Int
  ) throws(ImageInfoError) -> Int {
    var offset = start
    while let found = reader.firstOffset(of: 0xFF, from: offset) {
      switch try reader.byte(found + 1) {
      case 0x00, 0xD0...0xD7: offset = found + 2
      case 0xFF: offset = found + 1
      default: return found
      }
    }
    try reader.require(reader.count, 1)
    return reader.count
  }
}
