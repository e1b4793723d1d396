/// Reads numbers at places of a file; a place beyond its end is an error.
struct ImageByteReader {
  private var bytes: ArraySlice<UInt8>
  private let format: ImageInfo.Format
  /// Whether the first byte of a number counts most.
  var isBigEndian: Bool

  init(_ bytes: ArraySlice<UInt8>, format: ImageInfo.Format) {
    self.bytes = bytes
    self.format = format
    isBigEndian = format == .png || format == .jpeg
  }

  var count: Int { bytes.count }

  func byte(_ offset: Int) throws(ImageInfoError) -> Int {
    try require(offset, 1)
    return Int(bytes[bytes.startIndex + offset])
  }

  func uint16(_ offset: Int) throws(ImageInfoError) -> Int {
    let first = try byte(offset)
    let second = try byte(offset + 1)
    return isBigEndian ? first << 8 | second : second << 8 | first
  }

  func uint32(_ offset: Int) throws(ImageInfoError) -> Int {
    let first = try uint16(offset)
    let second = try uint16(offset + 2)
    return isBigEndian ? first << 16 | second : second << 16 | first
  }

  func int32(_ offset: Int) throws(ImageInfoError) -> Int {
    Int(Int32(truncatingIfNeeded: try uint32(offset)))
  }

  /// Three bytes, the least first.
  func uint24(_ offset: Int) throws(ImageInfoError) -> Int {
    try byte(offset + 2) << 16 | byte(offset + 1) << 8 | byte(offset)
  }

  func has(_ text: String, at offset: Int) -> Bool {
    guard offset >= 0, offset <= count else { return false }
    return bytes.dropFirst(offset).starts(with: text.utf8)
  }

  /// Fails unless `length` bytes follow at `offset`.
  func require(_ offset: Int, _ length: Int) throws(ImageInfoError) {
    guard offset >= 0, length >= 0, offset <= count, length <= count - offset else {
      throw truncated("after \(count) bytes, within what its header promises")
    }
  }

  /// A part of the file, whose places count from its own start.
  func part(_ offset: Int, _ length: Int) throws(ImageInfoError) -> ImageByteReader {
    try require(offset, length)
    var part = self
    part.bytes = bytes.dropFirst(offset).prefix(length)
    return part
  }

  func text(_ offset: Int, _ length: Int) throws(ImageInfoError) -> String {
    try require(offset, length)
    return String(decoding: bytes.dropFirst(offset).prefix(length), as: UTF8.self)
  }

  /// The place of the first `byte` at or after `offset`.
  func firstOffset(of byte: UInt8, from offset: Int) -> Int? {
    guard offset >= 0, offset <= count else { return nil }
    return bytes[(bytes.startIndex + offset)...].firstIndex(of: byte).map { $0 - bytes.startIndex }
  }

  func truncated(_ place: String) -> ImageInfoError {
    let message = "the \(format.rawValue) file ends \(place)"
    return ImageInfoError(code: .truncated, message: message, offset: count)
  }

  func malformed(_ message: String, at offset: Int) -> ImageInfoError {
    ImageInfoError(code: .malformed, message: "\(format.rawValue): \(message)", offset: offset)
  }
}
