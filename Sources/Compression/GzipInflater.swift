import CZlib

/// Decodes gzip data: members that follow one another (RFC 1952, section 2.2).
///
/// Data in the zlib format are decoded as well, as libcurl does with what is called gzip.
@safe public final class GzipInflater {
  /// What one call gave.
  public struct Piece: Sendable {
    /// How many bytes of the input were taken.
    public var consumed: Int
    /// How many bytes were decoded; they are in ``GzipInflater/output``.
    public var decoded: Int
    /// Whether there may be more to decode, without any further input.
    public var mayHaveMore: Bool
  }

  /// How many bytes are decoded at a time.
  private static let pieceSize = 16_384

  // Allocated, because zlib remembers where a stream was when it was made.
  private let stream: UnsafeMutablePointer<z_stream>
  private let room: UnsafeMutableRawBufferPointer
  private var isInMember = false
  private var isBehindMember = false

  /// Starts before the first member.
  ///
  /// - Throws: ``CompressionError`` when there is no memory for it.
  public init() throws(CompressionError) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    unsafe room = .allocate(byteCount: Self.pieceSize, alignment: 1)
    // The largest window, with 32 added to tell the two formats apart by their heads.
    let status = unsafe curlew_inflate_init(stream, 15 + 32)
    guard status == Z_OK else { throw CompressionError("zlib says \(status)") }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
    unsafe room.deallocate()
  }

  /// Whether what was taken so far ends inside a member.
  public var endsEarly: Bool { isInMember }

  /// The bytes that were decoded last, as many as the call said; valid until the next call.
  @unsafe public var output: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(room) }

  /// Decodes a piece.
  ///
  /// - Parameter input: goes on where the last call stopped taking; may be empty.
  /// - Returns: what the call gave.
  /// - Throws: ``CompressionError`` for data that are no gzip, which includes those behind a member
  ///   that begin no other one.
  public func decode(_ input: UnsafeRawBufferPointer) throws(CompressionError) -> Piece {
    if isBehindMember {
      guard unsafe !input.isEmpty else { return Piece(consumed: 0, decoded: 0, mayHaveMore: false) }
      // Only gzip has further members.
      unsafe inflateReset2(stream, 15 + 16)
    }
    let offered = min(input.count, Int(UInt32.max >> 1))
    // zlib does not write to what it reads.
    let bytes = unsafe UnsafeMutableRawBufferPointer(mutating: input)
    unsafe stream.pointee.next_in = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_in = UInt32(offered)
    unsafe stream.pointee.next_out = unsafe room.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = UInt32(Self.pieceSize)
    let status = unsafe inflate(stream, Z_NO_FLUSH)
    let consumed = unsafe offered - Int(stream.pointee.avail_in)
    let isFull = unsafe stream.pointee.avail_out == 0
    let decoded = unsafe Self.pieceSize - Int(stream.pointee.avail_out)
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
    return Piece(
      consumed: consumed,
      decoded: decoded,
      mayHaveMore: isFull && status != Z_STREAM_END || consumed < input.count
    )
  }

  private func failure(_ status: Int32) -> CompressionError {
    let words =
      unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "zlib says \(status)"
    return CompressionError(
      isBehindMember ? "what follows a member of the gzip body is no other one (\(words))" : words
    )
  }
}

@available(*, unavailable) extension GzipInflater: Sendable {}
