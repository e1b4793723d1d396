import CZstandard

/// Decodes Zstandard frames that follow one another (RFC 8878).
@safe final class ZstandardStage: DecodingStage {
  /// The largest window that HTTP allows, 8 MiB, as a power of two (RFC 9659).
  private static let windowLog: Int32 = 23

  private let stream: OpaquePointer
  private var isInFrame = false

  /// Starts before the first frame.
  ///
  /// - Throws: ``CompressionError`` when there is no memory for it.
  init() throws(CompressionError) {
    guard let stream = unsafe ZSTD_createDStream() else {
      throw CompressionError("there is no memory for a Zstandard decoder")
    }
    unsafe self.stream = unsafe stream
    unsafe _ = ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, Self.windowLog)
  }

  deinit { unsafe ZSTD_freeDStream(stream) }

  var endsEarly: Bool { isInFrame }

  func decode(
    _ input: UnsafeRawBufferPointer,
    into room: UnsafeMutableRawBufferPointer
  ) throws(CompressionError) -> DecodedPiece {
    // A call at the end of a frame would begin another one.
    if !isInFrame, unsafe input.isEmpty { return DecodedPiece(consumed: 0, decoded: 0) }
    var source = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = unsafe ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
    let result = unsafe ZSTD_decompressStream(stream, &target, &source)
    if ZSTD_isError(result) != 0 {
      throw CompressionError(
        "it is no Zstandard (\(unsafe String(cString: ZSTD_getErrorName(result))))"
      )
    }
    isInFrame = result != 0
    return unsafe DecodedPiece(consumed: source.pos, decoded: target.pos)
  }
}
