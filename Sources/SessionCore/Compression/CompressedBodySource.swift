import Compression
import CurlTransport
import Locks

/// A body that is compressed while it is sent, so its length is not known beforehand.
final class CompressedBodySource: BodySource {
  /// Whether the body can be sent a second time without asking anybody.
  let isReplayable: Bool
  private let base: any BodySource
  private let state: Locked<State>

  /// How much is read of the body at a time; on the loop's thread, so it must not take long.
  private static let pieceSize = 16_384

  init(
    _ base: any BodySource,
    _ coding: RequestCompression.Coding,
    level: Int,
    isReplayable: Bool
  ) throws(SessionError) {
    self.base = base
    self.isReplayable = isReplayable
    state = Locked(State(deflater: try Deflater(coding: coding, level: level)))
  }

  var length: Int64? { nil }

  func attach(to transfer: TransferHandle) { base.attach(to: transfer) }

  func read(into buffer: inout OutputRawSpan) throws -> BodySourceState {
    while true {
      let room = buffer.freeCapacity
      switch state.withLock({ $0.next(room: room) }) {
      case .output(let bytes):
        _ = buffer.append(contentsOf: bytes[...])
        return .more
      case .end:
        return .end
      case .wait:
        return .waiting
      case .needsInput:
        let (bytes, given) = try base.next(Self.pieceSize)
        state.withLock { $0.take(bytes, given) }
      }
    }
  }

  func rewind() -> Bool {
    guard base.rewind() else { return false }
    state.withLock { $0.restart() }
    return true
  }
}

extension CompressedBodySource {
  /// What is known between two readings.
  private struct State: ~Copyable {
    let deflater: Deflater
    private var input: [UInt8] = []
    private var place = 0
    private var flush = Deflater.Flush.none
    private var isEnded = false
    /// Something was taken that may not have been given out.
    private var holdsBack = false
    /// The body has just said that it has to wait, and the other side has all there was.
    private var isWaiting = false

    enum Step: Sendable {
      case output([UInt8])
      case needsInput
      case wait
      case end
    }

    init(deflater: consuming Deflater) { self.deflater = deflater }

    mutating func next(room: Int) -> Step {
      if isEnded { return .end }
      if isWaiting {
        isWaiting = false
        return .wait
      }
      let piece = deflater.compress(input, from: place, flush: flush, room: room)
      place += piece.consumed
      isEnded = piece.isLast
      if !piece.output.isEmpty { return .output(piece.output) }
      return isEnded ? .end : .needsInput
    }

    mutating func take(_ bytes: [UInt8], _ given: BodySourceState) {
      input = bytes
      place = 0
      switch given {
      // Nothing, but more: the transport takes that for the end as well.
      case .more:
        flush = bytes.isEmpty ? .end : .none
        holdsBack = true
      case .end: flush = .end
      // After what is given out now the body is asked again: its word that it waits is passed on at
      // once or not at all, since it says only once that it goes on.
      case .waiting where holdsBack || !bytes.isEmpty:
        flush = .all
        holdsBack = false
      case .waiting: isWaiting = true
      }
    }

    mutating func restart() {
      deflater.reset()
      input = []
      place = 0
      flush = .none
      isEnded = false
      holdsBack = false
      isWaiting = false
    }
  }
}
