import Locks

/// Runs closures in the order they came, never two at once.
final class SerialCallbacks: Sendable {
  private struct State: Sendable {
    var waiting: [@Sendable () async -> Void] = []
    var isDraining = false
  }

  private let state = Locked(State())

  /// Puts a closure behind those that wait.
  func enqueue(_ work: @escaping @Sendable () async -> Void) {
    let isFirst = state.withLock { state in
      state.waiting.append(work)
      if state.isDraining { return false }
      state.isDraining = true
      return true
    }
    if isFirst { Task { await self.drain() } }
  }

  /// Runs a closure in its turn and waits for its result.
  func run<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      enqueue { continuation.resume(returning: await work()) }
    }
  }

  /// Waits for a turn, which lasts until the caller finishes it; the others wait meanwhile.
  func turn() async -> AsyncStream<Never>.Continuation {
    await withCheckedContinuation { continuation in
      enqueue {
        let (ends, end) = AsyncStream<Never>.makeStream()
        continuation.resume(returning: end)
        for await _ in ends {}
      }
    }
  }

  private func drain() async {
    while true {
      let batch = state.withLock { state in
        let batch = state.waiting
        state.waiting = []
        if batch.isEmpty { state.isDraining = false }
        return batch
      }
      if batch.isEmpty { return }
      for work in batch { await work() }
    }
  }
}
