/// Tells whether a gzip body came whole, which libcurl does not.
///
/// libcurl takes a stream that ends in its middle for a whole one. A gzip stream ends with the
/// length of what it was made of (RFC 1952, section 2.3.1), so the last bytes that came over the
/// wire are compared with the number of bytes that were decoded. Where the bytes seen are no gzip,
/// nothing is said.
struct GzipTail {
  /// The least bytes a gzip stream has: its header and its two closing numbers.
  private static let shortest = 18

  private var chunks: ChunkReader?
  private var remaining: Int64
  private var start: [UInt8] = []
  private var tail: UInt32 = 0
  private var count: Int64 = 0

  /// - Parameters:
  ///   - isChunked: whether the bytes still have the frames of chunked coding.
  ///   - length: how many bytes there will be, or nil when that is not known.
  init(isChunked: Bool, length: Int64?) {
    chunks = isChunked ? ChunkReader() : nil
    remaining = isChunked ? .max : length ?? .max
  }

  /// Takes bytes as they came over the wire.
  mutating func take(_ bytes: Span<UInt8>) {
    for index in bytes.indices {
      let byte = bytes[index]
      if chunks == nil || chunks?.isData(byte) == true { take(byte) }
    }
  }

  private mutating func take(_ byte: UInt8) {
    guard remaining > 0 else { return }
    remaining -= 1
    count += 1
    if start.count < 3 { start.append(byte) }
    tail = tail >> 8 | UInt32(byte) << 24
  }

  /// Tells whether the stream surely ended too early.
  ///
  /// - Parameter decoded: how many bytes were decoded.
  /// - Returns: false where nothing can be said.
  func isTruncated(decoded: Int) -> Bool {
    guard count > 0, start == Array([0x1F, 0x8B, 0x08].prefix(start.count)),
      chunks?.isBroken != true
    else { return false }
    return count < Self.shortest || tail != UInt32(truncatingIfNeeded: decoded)
  }
}

/// Tells the data of a chunked body from its frames (RFC 9112, section 7.1), byte by byte.
struct ChunkReader {
  private enum Place {
    case size
    case toLineEnd
    case data
    case afterData
    case end
    case broken
  }

  private var place = Place.size
  private var size: UInt64 = 0

  var isBroken: Bool { place == .broken }

  /// Takes the next byte and tells whether it is of the data.
  mutating func isData(_ byte: UInt8) -> Bool {
    switch place {
    case .size:
      readSize(byte)
    case .toLineEnd:
      if byte == 0x0A { place = size == 0 ? .end : .data }
    case .data:
      size -= 1
      if size == 0 { place = .afterData }
      return true
    case .afterData:
      if byte == 0x0A { place = .size }
    case .end, .broken:
      break
    }
    return false
  }

  private mutating func readSize(_ byte: UInt8) {
    switch byte {
    case 0x30...0x39: append(byte - 0x30)
    case 0x41...0x46: append(byte - 0x37)
    case 0x61...0x66: append(byte - 0x57)
    case 0x0A: place = size == 0 ? .end : .data
    case 0x0D, 0x20, 0x09, 0x3B: place = .toLineEnd
    default: place = .broken
    }
  }

  private mutating func append(_ digit: UInt8) {
    guard size < 1 << 56 else {
      place = .broken
      return
    }
    size = size << 4 | UInt64(digit)
  }
}
