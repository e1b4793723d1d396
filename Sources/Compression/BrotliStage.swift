import CBrotli

/// Decodes a Brotli stream (RFC 7932).
@safe final class BrotliStage: DecodingStage {
  private let state: OpaquePointer
  private var hasBegun = false
  private var hasEnded = false

  /// Starts before the first byte.
  ///
  /// - Throws: ``CompressionError`` when there is no memory for it.
  init() throws(CompressionError) {
    guard let state = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else {
      throw CompressionError("there is no memory for a Brotli decoder")
    }
    unsafe self.state = unsafe state
  }

  deinit { unsafe BrotliDecoderDestroyInstance(state) }

  var endsEarly: Bool { hasBegun && !hasEnded }

  func decode(
    _ input: UnsafeRawBufferPointer,
    into room: UnsafeMutableRawBufferPointer
  ) throws(CompressionError) -> DecodedPiece {
    guard !hasEnded else {
      guard unsafe input.isEmpty else { throw .trailing }
      return DecodedPiece(consumed: 0, decoded: 0)
    }
    if unsafe !input.isEmpty { hasBegun = true }
    var inputCount = input.count
    var next = unsafe input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var roomCount = room.count
    var output = unsafe room.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let result = unsafe BrotliDecoderDecompressStream(
      state,
      &inputCount,
      &next,
      &roomCount,
      &output,
      nil
    )
    if result == BROTLI_DECODER_RESULT_ERROR {
      let words = unsafe String(
        cString: BrotliDecoderErrorString(BrotliDecoderGetErrorCode(state))
      )
      throw CompressionError("it is no Brotli (\(words))")
    }
    hasEnded = result == BROTLI_DECODER_RESULT_SUCCESS
    return DecodedPiece(consumed: input.count - inputCount, decoded: room.count - roomCount)
  }
}
