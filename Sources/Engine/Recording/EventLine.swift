import Locks
public import RunEvents

/// Puts the events of many tasks in a line for one consumer.
///
/// Emitting never waits, so a light step stays on its thread; a scenario asks for `room()` between steps, so that a slow consumer slows the run
/// down instead of filling the memory.
///
/// ```swift
/// while let events = await line.next() {
///   reporters.consume(events)
/// }
/// ```
public final class EventLine: Sendable {
  /// Events on their way to the consumer, with the producers that have room again.
  private struct Delivery {
    var consumer: CheckedContinuation<[Event]?, Never>
    var events: [Event]?
    var producers: [CheckedContinuation<Void, Never>]

    func make() {
      for producer in producers { producer.resume() }
      consumer.resume(returning: events)
    }
  }

  private struct State {
    var events: [Event] = []
    /// What the events weigh together.
    var weight = 0
    var isClosed = false
    var consumer: CheckedContinuation<[Event]?, Never>?
    var producers: [CheckedContinuation<Void, Never>] = []
    /// Whether the time runs after which a waiting consumer is given what there is.
    var isTimed = false

    /// Takes all events for a consumer, and all who wait for room: some may have begun to wait since the events became many.
    mutating func delivery(to consumer: CheckedContinuation<[Event]?, Never>) -> Delivery {
      defer {
        events = []
        weight = 0
        producers = []
      }
      let isOver = isClosed && events.isEmpty
      return Delivery(consumer: consumer, events: isOver ? nil : events, producers: producers)
    }

    /// Takes all events for the consumer that waits; `nil` when none does.
    mutating func delivery() -> Delivery? {
      guard let consumer else { return nil }
      self.consumer = nil
      return delivery(to: consumer)
    }

    /// Whether somebody has to make sure that a waiting consumer receives the events in time.
    mutating func startsTime() -> Bool {
      guard !isTimed, !events.isEmpty, consumer != nil else { return false }
      isTimed = true
      return true
    }
  }

  /// How many events wake the consumer at once.
  private static let batch = 256
  /// How long fewer may wait for it: a wake-up costs more than a step.
  private static let patience = Duration.milliseconds(40)

  private let state = Locked(State())
  private let capacity: Int
  private let isPrompt: Bool

  /// Makes an empty line.
  ///
  /// - Parameters:
  ///   - capacity: from how many waiting events on `room()` waits; one with exchanges counts as several, so that the memory is bounded.
  ///   - isPrompt: whether each event wakes the consumer, for somebody who watches; else they are handed out in batches, some hundredths of a
  ///     second late at most.
  public init(capacity: Int = 4_096, isPrompt: Bool = false) {
    self.capacity = capacity
    self.isPrompt = isPrompt
  }

  /// Puts an event at the end of the line; after `close()` it is dropped.
  public func emit(_ event: Event) {
    let (isEnough, startsTime) = state.withLock { state -> (Bool, Bool) in
      guard !state.isClosed else { return (false, false) }
      state.events.append(event)
      state.weight += event.weight
      return isWorthWaking(state) ? (true, false) : (false, state.startsTime())
    }
    if isEnough { wake() }
    if startsTime { handOverSoon() }
  }

  private func isWorthWaking(_ state: State) -> Bool {
    isPrompt || state.events.count >= Self.batch || state.weight >= capacity
  }

  /// Gives a waiting consumer what there is, after a while.
  private func handOverSoon() {
    // Up to the sleep at once: no thread is woken, or even made, only to begin waiting.
    Task.immediate {
      try? await Task.sleep(for: Self.patience)
      let delivery = state.withLock { state -> Delivery? in
        state.isTimed = false
        return state.events.isEmpty ? nil : state.delivery()
      }
      delivery?.make()
    }
  }

  /// Lets a waiting consumer look at the time: `next()` gives it what there is, be it nothing.
  public func wake() {
    let delivery = state.withLock { $0.delivery() }
    delivery?.make()
  }

  /// Waits until the consumer has caught up, when it is behind.
  public func room() async {
    guard state.withLock({ $0.weight >= capacity && !$0.isClosed }) else { return }
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.weight >= capacity, !state.isClosed else { return true }
        state.producers.append(continuation)
        return false
      }
      if isFree {
        continuation.resume()
      }
    }
  }

  /// All events that wait, in order; waits for some, or for `wake()`, and is `nil` once the line is closed and empty.
  public func next() async -> [Event]? {
    await withCheckedContinuation { continuation in
      let (delivery, startsTime) = state.withLock { state -> (Delivery?, Bool) in
        if state.isClosed || (!state.events.isEmpty && isWorthWaking(state)) {
          return (state.delivery(to: continuation), false)
        }
        precondition(state.consumer == nil, "an event line has one consumer")
        state.consumer = continuation
        return (nil, state.startsTime())
      }
      delivery?.make()
      if startsTime { handOverSoon() }
    }
  }

  /// Ends the line: what waits is still handed out.
  public func close() {
    let (delivery, producers) = state.withLock {
      state -> (Delivery?, [CheckedContinuation<Void, Never>]) in
      state.isClosed = true
      if let delivery = state.delivery() { return (delivery, []) }
      defer { state.producers = [] }
      return (nil, state.producers)
    }
    delivery?.make()
    for producer in producers {
      producer.resume()
    }
  }
}

extension Event {
  /// How many events without exchanges take so much memory, about.
  fileprivate var weight: Int {
    guard case .stepFinished(let report) = self else { return 1 }
    return report.attempts.reduce(1) { weight, attempt in
      let exchanges = attempt.exchange.map { 1 + $0.redirects.count } ?? 0
      let bytes =
        (attempt.exchange?.request.body?.bytes.count ?? 0)
        + (attempt.exchange?.response?.body.bytes.count ?? 0)
      return weight + 8 * exchanges + attempt.assertions.count / 4 + bytes >> 9
    }
  }
}
