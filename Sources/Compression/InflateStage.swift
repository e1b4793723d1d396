import CZlib

/// Decodes zlib's data: gzip members that follow one another (RFC 1952, section 2.2), a zlib stream or
/// bare deflate data.
@safe final class InflateStage: DecodingStage {
  /// What the data begin with.
  enum Format {
    /// A gzip head; a zlib head is taken as well.
    case gzip
    /// A zlib head.
    case zlib
    /// No head.
    case raw

    /// The largest window, as `inflateInit2` takes it: 32 added to tell two heads apart, negative for none.
    fileprivate var windowBits: Int32 {
      switch self {
      case .gzip: 15 + 32
      case .zlib: 15
      case .raw: -15
      }
    }
  }

  // Allocated, because zlib remembers where a stream was when it was made.
  private let stream: UnsafeMutablePointer<z_stream>
  private let format: Format
  private var isInMember = false
  private var isBehindMember = false

  /// Starts before the first member.
  ///
  /// - Throws: ``CompressionError`` when there is no memory for it.
  init(_ format: Format) throws(CompressionError) {
    self.format = format
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let status = unsafe curlew_inflate_init(stream, format.windowBits)
    guard status == Z_OK else { throw CompressionError("zlib says \(status)") }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  var endsEarly: Bool { isInMember }

  func decode(
    _ input: UnsafeRawBufferPointer,
    into room: UnsafeMutableRawBufferPointer
  ) throws(CompressionError) -> DecodedPiece {
    if isBehindMember {
      guard unsafe !input.isEmpty else { return DecodedPiece(consumed: 0, decoded: 0) }
      guard format == .gzip else { throw .trailing }
      // Only gzip has further members.
      unsafe inflateReset2(stream, 15 + 16)
    }
    let offered = min(input.count, Int(UInt32.max >> 1))
    let capacity = min(room.count, Int(UInt32.max >> 1))
    // zlib does not write to what it reads.
    let bytes = unsafe UnsafeMutableRawBufferPointer(mutating: input)
    unsafe stream.pointee.next_in = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_in = UInt32(offered)
    unsafe stream.pointee.next_out = unsafe room.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = UInt32(capacity)
    let status = unsafe inflate(stream, Z_NO_FLUSH)
    let consumed = unsafe offered - Int(stream.pointee.avail_in)
    let decoded = unsafe capacity - Int(stream.pointee.avail_out)
    unsafe stream.pointee.next_in = nil
    unsafe stream.pointee.next_out = nil
    switch status {
    case Z_STREAM_END:
      isInMember = false
      isBehindMember = true
    // Nothing could be done: there was neither input nor anything left to decode.
    case Z_OK, Z_BUF_ERROR:
      if consumed > 0 {
        isInMember = true
        isBehindMember = false
      }
    default: throw failure(status)
    }
    return DecodedPiece(consumed: consumed, decoded: decoded)
  }

  private func failure(_ status: Int32) -> CompressionError {
    let words =
      unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "zlib says \(status)"
    return CompressionError(
      isBehindMember ? "what follows a member of the gzip body is no other one (\(words))" : words
    )
  }
}

extension CompressionError {
  /// There are bytes behind the end of the data.
  static var trailing: Self { Self("there are bytes behind its end") }
}
