/// The body of a response: bytes in hand, or a pattern of any length that is never in memory whole.
public enum FixtureBody: Sendable {
  /// These bytes.
  case bytes([UInt8])
  /// Bytes `range` of the endless pattern 0, 1, … 250, 0, 1, …
  case pattern(Range<Int>)
  /// Pieces that are sent, and chunked, one by one.
  case pieces([[UInt8]])

  /// The length in bytes.
  public var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .pattern(let range): range.count
    case .pieces(let pieces): pieces.reduce(0) { $0 + $1.count }
    }
  }

  /// The bytes of the pattern at these places.
  ///
  /// - Parameter range: Places from 0.
  /// - Returns: As many bytes as the range has places.
  public static func patternBytes(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var pieces = Pieces(.pattern(range))
    while let piece = pieces.next() { bytes += piece }
    return bytes
  }

  private static let period = 251
  private static let block: [UInt8] = (0..<(period * 262)).map { UInt8($0 % period) }

  /// Hands out the body piece by piece.
  struct Pieces {
    private var body: FixtureBody
    private var place: Int
    private var left: Int

    /// - Parameters:
    ///   - body: The whole body.
    ///   - limit: How many bytes are handed out at most.
    init(_ body: FixtureBody, limit: Int = .max) {
      self.body = body
      left = max(limit, 0)
      place = if case .pattern(let range) = body { range.lowerBound } else { 0 }
    }

    mutating func next() -> [UInt8]? {
      guard left > 0, let piece = nextOfAll() else { return nil }
      let kept = piece.count > left ? Array(piece.prefix(left)) : piece
      left -= kept.count
      return kept
    }

    private mutating func nextOfAll() -> [UInt8]? {
      switch body {
      case .bytes(let bytes):
        guard place == 0, !bytes.isEmpty else { return nil }
        place = 1
        return bytes
      case .pieces(let pieces):
        guard place < pieces.count else { return nil }
        place += 1
        return pieces[place - 1]
      case .pattern(let range):
        guard place < range.upperBound else { return nil }
        let phase = place % FixtureBody.period
        let length = min(FixtureBody.block.count - phase, range.upperBound - place)
        place += length
        return Array(FixtureBody.block[phase..<(phase + length)])
      }
    }
  }
}
