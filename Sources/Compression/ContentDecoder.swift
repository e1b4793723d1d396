/// Decodes a body as it comes, whatever its codings are.
///
/// Used by one thread at a time.
@safe public final class ContentDecoder {
  /// How many codings one above the other are taken; libcurl takes as many.
  private static let mostCodings = 5
  /// How many bytes a stage decodes at a time.
  private static let pieceSize = 16_384

  /// The last coding that was applied comes first.
  private let stages: [any DecodingStage]
  /// One for each stage.
  private let rooms: [UnsafeMutableRawBufferPointer]
  /// What each stage has decoded and the next one has not taken.
  private var unread: [Range<Int>]

  /// Starts before the first byte.
  ///
  /// - Parameter codings: in the order in which they were applied, as `Content-Encoding` lists them.
  /// - Throws: ``CompressionError`` when there are too many, or no memory.
  public init(_ codings: [ContentCoding]) throws(CompressionError) {
    guard codings.count <= Self.mostCodings else {
      throw CompressionError("there are more than \(Self.mostCodings) codings")
    }
    var stages: [any DecodingStage] = []
    for coding in codings.reversed() { stages.append(try coding.stage()) }
    self.stages = stages
    unsafe rooms = stages.map { _ in .allocate(byteCount: Self.pieceSize, alignment: 1) }
    unread = stages.map { _ in 0..<0 }
  }

  deinit {
    for index in stages.indices { unsafe rooms[index].deallocate() }
  }

  /// Whether what was taken so far is no whole body.
  public var endsEarly: Bool {
    stages.contains(where: \.endsEarly) || unread.dropLast().contains { !$0.isEmpty }
  }

  /// Gives the bytes that were decoded last.
  ///
  /// - Parameter count: what ``decode(_:from:)`` returned.
  /// - Returns: the bytes, valid until the next call.
  @unsafe public func output(_ count: Int) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: rooms[rooms.count - 1][..<count])
  }

  /// Decodes a piece.
  ///
  /// - Parameters:
  ///   - input: the bytes of the body that are there.
  ///   - place: how many of them have been taken; moved on.
  /// - Returns: how many bytes were decoded, at most 16 KiB; 0 when all of the input is taken and
  ///   nothing is held back.
  /// - Throws: ``CompressionError`` for data that are not in the coding.
  public func decode(
    _ input: [UInt8],
    from place: inout Int
  ) throws(CompressionError) -> Int {
    let result = unsafe input.withUnsafeBytes { bytes in
      Result { () throws(CompressionError) in
        try unsafe decode(stages.count - 1, bytes, &place)
      }
    }
    return try result.get()
  }

  private func decode(
    _ index: Int,
    _ input: UnsafeRawBufferPointer,
    _ place: inout Int
  ) throws(CompressionError) -> Int {
    while true {
      let source: UnsafeRawBufferPointer
      if index == 0 {
        unsafe source = UnsafeRawBufferPointer(rebasing: input[place...])
      } else {
        unsafe source = UnsafeRawBufferPointer(rebasing: rooms[index - 1][unread[index - 1]])
      }
      let piece = try unsafe stages[index].decode(source, into: rooms[index])
      if index == 0 {
        place += piece.consumed
      } else {
        unread[index - 1] =
          (unread[index - 1].lowerBound + piece.consumed)..<unread[index - 1].upperBound
      }
      if piece.decoded > 0 { return piece.decoded }
      if piece.consumed > 0, piece.consumed < source.count { continue }
      if piece.consumed == 0, unsafe !source.isEmpty { throw CompressionError("it stands still") }
      guard index > 0 else {
        // All of it went in without a byte that came out.
        return 0
      }
      let count = try unsafe decode(index - 1, input, &place)
      guard count > 0 else { return 0 }
      unread[index - 1] = 0..<count
    }
  }
}

@available(*, unavailable) extension ContentDecoder: Sendable {}
