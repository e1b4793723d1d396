import CZlib

/// The sole owner of a zlib stream that compresses.
@safe public struct Deflater: ~Copyable {
  /// A format of compressed data.
  public enum Format: Sendable {
    /// That of the program gzip (RFC 1952).
    case gzip
    /// The zlib format (RFC 1950).
    case zlib

    /// zlib's number for the largest window, with 16 added for a gzip head (`deflateInit2`).
    fileprivate var windowBits: Int32 {
      switch self {
      case .gzip: 15 + 16
      case .zlib: 15
      }
    }
  }

  /// What is done with bytes that could still be held back for a better result.
  public enum Flush: Sendable {
    /// They are held back.
    case none
    /// They are given out, so that all that was put in can be read.
    case all
    /// They are given out, and the stream ends.
    case end

    fileprivate var code: Int32 {
      switch self {
      case .none: Z_NO_FLUSH
      case .all: Z_SYNC_FLUSH
      case .end: Z_FINISH
      }
    }
  }

  /// What one call gave.
  public struct Piece: Sendable {
    /// Compressed bytes; none when all input is taken and held back.
    public var output: [UInt8]
    /// How many bytes of the input were taken.
    public var consumed: Int
    /// Whether the stream has ended.
    public var isLast: Bool
  }

  // Allocated, because zlib remembers where a stream was when it was made.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Starts a stream.
  ///
  /// - Parameters:
  ///   - format: with which head and check sum.
  ///   - level: from 1 (fast) to 9 (small).
  /// - Throws: ``CompressionError`` when there is no memory for it.
  public init(_ format: Format, level: Int) throws(CompressionError) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let status = unsafe curlew_deflate_init(
      stream,
      Int32(max(1, min(level, 9))),
      format.windowBits
    )
    guard status == Z_OK else { throw CompressionError("zlib says \(status)") }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Compresses some bytes.
  ///
  /// - Parameters:
  ///   - input: those before `start` have been taken already.
  ///   - start: the first byte that is put in.
  ///   - flush: stays the same until a call gives no output.
  ///   - room: how many bytes are given out at most; at least one.
  /// - Returns: the compressed bytes, and how many bytes of the input were taken.
  public func compress(_ input: [UInt8], from start: Int, flush: Flush, room: Int) -> Piece {
    let offered = min(input.count - start, Int(UInt32.max >> 1))
    let capacity = min(room, Int(UInt32.max >> 1))
    var status = Z_OK
    let output = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      unsafe input.withUnsafeBytes { bytes in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
        let first = unsafe rest.bindMemory(to: UInt8.self).baseAddress
        // zlib does not write to what it reads.
        unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: first)
        unsafe stream.pointee.avail_in = UInt32(offered)
        unsafe stream.pointee.next_out = buffer.baseAddress
        unsafe stream.pointee.avail_out = UInt32(capacity)
        status = unsafe deflate(stream, offered < input.count - start ? Z_NO_FLUSH : flush.code)
        unsafe stream.pointee.next_in = nil
        unsafe stream.pointee.next_out = nil
      }
      count = unsafe capacity - Int(stream.pointee.avail_out)
    }
    precondition(status != Z_STREAM_ERROR, "a zlib stream is used by its owner alone")
    return Piece(
      output: output,
      consumed: unsafe offered - Int(stream.pointee.avail_in),
      isLast: status == Z_STREAM_END
    )
  }

  /// Goes back to the start, as if nothing had been put in.
  public func reset() { unsafe _ = deflateReset(stream) }
}

@available(*, unavailable) extension Deflater: Sendable {}
