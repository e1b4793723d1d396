extension ImageInfo {
  /// Reads a Windows or OS/2 bitmap, whose pixels must all be there when they are not compressed.
  static func bmp(_ reader: ImageByteReader) throws(ImageInfoError) -> ImageInfo {
    let pixels = try reader.uint32(10)
    let headerLength = try reader.uint32(14)
    let isCore = headerLength == 12
    guard isCore || [16, 40, 52, 56, 64, 108, 124].contains(headerLength) else {
      throw reader.malformed("the header has an unknown length of \(headerLength) bytes", at: 14)
    }
    try reader.require(14, headerLength)
    let width = isCore ? try reader.uint16(18) : try reader.int32(18)
    let height = isCore ? try reader.uint16(20) : abs(try reader.int32(22))
    let planes = try reader.uint16(isCore ? 22 : 26)
    let bits = try reader.uint16(isCore ? 24 : 28)
    let compression = headerLength >= 40 ? try reader.uint32(30) : 0
    guard planes == 1, [1, 2, 4, 8, 16, 24, 32].contains(bits) || bits == 0 && compression >= 4
    else { throw reader.malformed("the planes or bits of a pixel are not allowed", at: 26) }
    guard width > 0, height > 0 else {
      throw reader.malformed("the size is \(width) by \(height)", at: 18)
    }
    guard pixels >= 14 + headerLength else {
      throw reader.malformed("the pixels would start inside the header", at: 10)
    }
    if compression == 0 || compression == 3 || compression == 6 {
      let rowLength = (width * bits + 31) / 32 * 4
      let (length, overflows) = rowLength.multipliedReportingOverflow(by: height)
      try reader.require(pixels, overflows ? .max : length)
    } else {
      let length = try reader.uint32(34)
      guard length > 0 else {
        throw reader.malformed("the compressed pixels have no length", at: 34)
      }
      try reader.require(pixels, length)
    }
    return ImageInfo(
      format: .bmp,
      width: width,
      height: height,
      bitsPerChannel: bits == 16 ? 5 : 8
    )
  }
}
