/// Undoes one coding of a stream of bytes.
protocol DecodingStage: AnyObject {
  /// Whether what was taken so far ends inside of something.
  var endsEarly: Bool { get }

  /// Decodes a piece.
  ///
  /// - Parameters:
  ///   - input: goes on where the last call stopped taking; may be empty, for what is held back.
  ///   - room: where decoded bytes go; not empty.
  /// - Returns: how many bytes of the input were taken and how many were decoded. Without any decoded
  ///   byte and any taken byte there is nothing left to do without further input.
  /// - Throws: ``CompressionError`` for data that are not in this coding.
  func decode(
    _ input: UnsafeRawBufferPointer,
    into room: UnsafeMutableRawBufferPointer
  ) throws(CompressionError) -> DecodedPiece
}

/// What one call of a stage did.
struct DecodedPiece {
  /// How many bytes of the input were taken.
  var consumed: Int
  /// How many bytes were decoded.
  var decoded: Int
}
