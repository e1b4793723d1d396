/// What the header of an image says, checked against the rest of the file.
///
/// The pixels are not decoded; but the file must hold what its header promises, to its end.
///
/// ```swift
/// let image = try ImageInfo(parsing: body)
/// image.format  // .png
/// image.width   // 640
/// ```
public struct ImageInfo: Sendable, Hashable {
  /// The format, found by the first bytes.
  public var format: Format
  /// The width in pixels as stored, before `orientation` is applied.
  public var width: Int
  /// The height in pixels as stored, before `orientation` is applied.
  public var height: Int
  /// How many pictures the file holds: frames of an animation, pages, icon sizes.
  public var frames: Int
  /// The bits of one colour channel; of an indexed PNG, of one index.
  public var bitsPerChannel: Int
  /// How the picture is to be turned for display, 1 to 8 as in Exif; 1 is as stored.
  public var orientation: Int

  /// Makes a description of its parts.
  public init(
    format: Format,
    width: Int,
    height: Int,
    frames: Int = 1,
    bitsPerChannel: Int = 8,
    orientation: Int = 1
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.frames = frames
    self.bitsPerChannel = bitsPerChannel
    self.orientation = orientation
  }

  /// Reads the description of a file.
  ///
  /// - Parameter bytes: the whole file.
  /// - Throws: when the format is none of those known, the file ends early, or its parts
  ///   contradict each other.
  public init(parsing bytes: [UInt8]) throws(ImageInfoError) {
    guard !bytes.isEmpty else {
      throw ImageInfoError(code: .unknownFormat, message: "the image is empty", offset: 0)
    }
    guard let format = Format(sniffing: bytes) else {
      throw ImageInfoError(
        code: .unknownFormat,
        message: "the first bytes are of no known image format",
        offset: 0
      )
    }
    let reader = ImageByteReader(bytes[...], format: format)
    switch format {
    case .png: self = try Self.png(reader)
    case .jpeg: self = try Self.jpeg(reader)
    case .gif: self = try Self.gif(reader)
    case .bmp: self = try Self.bmp(reader)
    case .tiff: self = try Self.tiff(reader)
    case .ico: self = try Self.ico(reader)
    case .xbm: self = try Self.xbm(reader)
    case .webp: self = try Self.webp(reader)
    }
    guard width > 0, height > 0 else {
      throw reader.malformed("the size is \(width) by \(height)", at: 0)
    }
  }
}
