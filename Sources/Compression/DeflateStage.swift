/// Decodes what is called deflate: a zlib stream (RFC 1950), as RFC 9110 has it, or the bare deflate
/// data (RFC 1951) that some servers send instead.
///
/// The first two bytes tell which: a zlib head names the method 8 and is a multiple of 31.
final class DeflateStage: DecodingStage {
  private var head: [UInt8] = []
  private var stage: InflateStage?

  var endsEarly: Bool { stage?.endsEarly ?? !head.isEmpty }

  func decode(
    _ input: UnsafeRawBufferPointer,
    into room: UnsafeMutableRawBufferPointer
  ) throws(CompressionError) -> DecodedPiece {
    if let stage { return try unsafe stage.decode(input, into: room) }
    let taken = min(2 - head.count, input.count)
    unsafe head.append(contentsOf: input[..<taken])
    guard head.count == 2 else { return DecodedPiece(consumed: taken, decoded: 0) }
    let isZlib = head[0] & 0x0F == 8 && (Int(head[0]) << 8 | Int(head[1])) % 31 == 0
    let stage = try InflateStage(isZlib ? .zlib : .raw)
    self.stage = stage
    // Two bytes decode to less than any room.
    let piece = unsafe head.withUnsafeBytes { bytes in
      Result { () throws(CompressionError) in try unsafe stage.decode(bytes, into: room) }
    }
    return DecodedPiece(consumed: taken, decoded: try piece.get().decoded)
  }
}
