import Locks

/// Hands every event to all who listen.
final class EventBroadcast: Sendable {
  private struct State: Sendable {
    var listeners: [Int: AsyncStream<SessionEvent>.Continuation] = [:]
    var lastNumber = 0
  }

  private let state = Locked(State())

  var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  func listen() -> AsyncStream<SessionEvent> {
    let (stream, continuation) = AsyncStream<SessionEvent>.makeStream()
    let number = state.withLock { state in
      state.lastNumber += 1
      state.listeners[state.lastNumber] = continuation
      return state.lastNumber
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  func send(_ event: SessionEvent) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(event) }
  }

  func finish() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
  }
}
