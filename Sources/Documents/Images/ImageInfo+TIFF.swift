extension ImageInfo {
  /// Reads a TIFF 6.0 file; the first page gives the size, all pages count as frames.
  static func tiff(_ reader: ImageByteReader) throws(ImageInfoError) -> ImageInfo {
    var reader = reader
    reader.isBigEndian = try reader.byte(0) == 0x4D
    var offset = try reader.uint32(4)
    var seen: Set<Int> = []
    var info: ImageInfo?
    while offset != 0 {
      guard seen.insert(offset).inserted else {
        throw reader.malformed("the chain of pages is a circle", at: offset)
      }
      let directory = try TIFFDirectory(reader, at: offset)
      let page = try page(directory, reader: reader)
      info = info ?? page
      offset = directory.next
    }
    guard var info else { throw reader.malformed("there is no page", at: 4) }
    info.frames = seen.count
    return info
  }

  /// The orientation in an Exif block, which is a TIFF file of its own; damage there is no damage
  /// of the image.
  static func exifOrientation(_ reader: ImageByteReader) -> Int? {
    guard let mark = try? reader.uint16(0), mark == 0x4949 || mark == 0x4D4D else { return nil }
    var reader = reader
    reader.isBigEndian = mark == 0x4D4D
    guard let offset = try? reader.uint32(4),
      let directory = try? TIFFDirectory(reader, at: offset),
      let value = try? directory.values(of: 274).first, (1...8).contains(value)
    else { return nil }
    return value
  }

  private static func page(
    _ directory: TIFFDirectory,
    reader: ImageByteReader
  ) throws(ImageInfoError) -> ImageInfo {
    guard let width = try directory.values(of: 256).first,
      let height = try directory.values(of: 257).first
    else { throw reader.malformed("the page has no width and height", at: directory.offset) }
    var hasData = false
    for (places, lengths) in [(273, 279), (324, 325)] {
      let places = try directory.values(of: places)
      let lengths = try directory.values(of: lengths)
      guard places.count == lengths.count else {
        throw reader.malformed("the page's data has places without lengths", at: directory.offset)
      }
      for (place, length) in zip(places, lengths) {
        try reader.require(place, length)
        hasData = true
      }
    }
    guard hasData else { throw reader.malformed("the page has no data", at: directory.offset) }
    let orientation = try directory.values(of: 274).first ?? 1
    return ImageInfo(
      format: .tiff,
      width: width,
      height: height,
      bitsPerChannel: try directory.values(of: 258).first ?? 1,
      orientation: (1...8).contains(orientation) ? orientation : 1
    )
  }
}

/// The entries of one page of a TIFF file.
private struct TIFFDirectory {
  let offset: Int
  let next: Int

  private let reader: ImageByteReader
  private let count: Int

  init(_ reader: ImageByteReader, at offset: Int) throws(ImageInfoError) {
    self.reader = reader
    self.offset = offset
    count = try reader.uint16(offset)
    next = try reader.uint32(offset + 2 + 12 * count)
    guard count > 0 else { throw reader.malformed("a page has no entries", at: offset) }
  }

  /// The whole numbers of an entry; none when the page lacks it.
  func values(of tag: Int) throws(ImageInfoError) -> [Int] {
    for index in 0..<count {
      let entry = offset + 2 + 12 * index
      guard try reader.uint16(entry) == tag else { continue }
      let type = try reader.uint16(entry + 2)
      let length = try reader.uint32(entry + 4)
      let sizes = [1: 1, 3: 2, 4: 4]
      guard let size = sizes[type] else {
        throw reader.malformed("entry \(tag) is no whole number", at: entry)
      }
      let isInline = length * size <= 4
      let place = isInline ? entry + 8 : try reader.uint32(entry + 8)
      try reader.require(place, length * size)
      var values: [Int] = []
      for position in 0..<length {
        let at = place + position * size
        switch size {
        case 1: values.append(try reader.byte(at))
        case 2: values.append(try reader.uint16(at))
        default: values.append(try reader.uint32(at))
        }
      }
      return values
    }
    return []
  }
}
