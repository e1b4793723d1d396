import Locks

/// Hands every event to all who listen.
final class EventBroadcast<Element: Sendable>: Sendable {
  private struct State: Sendable {
    var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
    var lastNumber = 0
    var isFinished = false
  }

  private let state = Locked(State())

  func listen(
    _ policy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: policy)
    let number = state.withLock { state -> Int? in
      if state.isFinished { return nil }
      state.lastNumber += 1
      state.listeners[state.lastNumber] = continuation
      return state.lastNumber
    }
    guard let number else {
      // Nothing comes any more, and nobody is to wait for it.
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  func send(_ event: Element) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(event) }
  }

  /// Takes no more listeners and sends no more events.
  ///
  /// - Returns: those who listen, whose streams the caller has to end.
  func close() -> [AsyncStream<Element>.Continuation] {
    state.withLock { state in
      state.isFinished = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
  }

  func finish() {
    for listener in close() { listener.finish() }
  }
}
