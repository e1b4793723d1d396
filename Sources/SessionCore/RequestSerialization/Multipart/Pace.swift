import CurlTransport
import Locks

/// Lets a packet through, then nothing for a while.
final class Pace: Sendable {
  private struct State: Sendable {
    var left: Int
    var isResting = false
    var transfer: TransferHandle?
  }

  private let throttle: MultipartFormData.Throttle
  private let state: Locked<State>

  init(_ throttle: MultipartFormData.Throttle) {
    self.throttle = throttle
    state = Locked(State(left: throttle.packetSize))
  }

  func attach(to transfer: TransferHandle) { state.withLock { $0.transfer = transfer } }

  func restart() {
    let size = throttle.packetSize
    state.withLock { $0.left = size }
  }

  /// Reads at most what is left of the packet.
  func read(
    into buffer: inout OutputRawSpan,
    _ body: (inout OutputRawSpan) throws -> BodySourceState
  ) throws -> BodySourceState {
    let room = state.withLock { $0.isResting ? 0 : min($0.left, buffer.freeCapacity) }
    if room == 0 { return .waiting }
    var answer = BodySourceState.more
    var count = 0
    try unsafe buffer.withUnsafeMutableBytes { bytes, initialized in
      let place = unsafe UnsafeMutableRawBufferPointer(
        rebasing: bytes[initialized..<(initialized + room)]
      )
      var packet = unsafe OutputRawSpan(buffer: place, initializedCount: 0)
      answer = try body(&packet)
      count = unsafe packet.finalize(for: place)
      initialized += count
    }
    if take(count) { rest() }
    return answer
  }

  /// Whether a packet is complete.
  private func take(_ count: Int) -> Bool {
    let size = throttle.packetSize
    return state.withLock { state in
      state.left -= count
      guard state.left <= 0 else { return false }
      state.left = size
      state.isResting = true
      return true
    }
  }

  private func rest() {
    Task { [self] in
      // Nobody cancels this task, and a pause that is cut short does no harm.
      try? await Task.sleep(for: throttle.delay)
      let transfer = state.withLock { state in
        state.isResting = false
        return state.transfer
      }
      transfer?.bodyIsReady()
    }
  }
}
