extension ImageInfo {
  /// Reads a Windows icon; the largest picture gives the size, all of them count as frames.
  static func ico(_ reader: ImageByteReader) throws(ImageInfoError) -> ImageInfo {
    let count = try reader.uint16(4)
    guard count > 0 else { throw reader.malformed("there is no picture", at: 4) }
    var largest = ImageInfo(format: .ico, width: 0, height: 0, frames: count)
    for index in 0..<count {
      let entry = 6 + 16 * index
      // One byte cannot hold 256, which is written as 0.
      let width = try reader.byte(entry) == 0 ? 256 : try reader.byte(entry)
      let height = try reader.byte(entry + 1) == 0 ? 256 : try reader.byte(entry + 1)
      let length = try reader.uint32(entry + 8)
      let offset = try reader.uint32(entry + 12)
      guard offset >= 6 + 16 * count, length >= 16 else {
        throw reader.malformed("a picture lies inside the directory or is too short", at: entry)
      }
      try reader.require(offset, length)
      // What a PNG, and what the header of a bitmap, starts with.
      let start = try reader.uint32(offset)
      guard start == 0x474E_5089 || start == 0x28 else {
        throw reader.malformed("a picture is neither PNG nor a bitmap", at: offset)
      }
      if width * height > largest.width * largest.height {
        largest.width = width
        largest.height = height
      }
    }
    return largest
  }
}
