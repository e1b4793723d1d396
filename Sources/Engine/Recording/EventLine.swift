import Locks
public import RunEvents

/// Puts the events of many tasks in a line for one consumer.
///
/// Emitting never waits, so a light step stays on its thread; a scenario asks for `room()` between steps, so that a slow consumer slows the run
/// down instead of filling the memory.
///
/// ```swift
/// while let events = await line.next() {
///   for event in events { reporters.consume(event) }
/// }
/// ```
public final class EventLine: Sendable {
  private struct State {
    var events: [Event] = []
    /// What the events weigh together.
    var weight = 0
    var isClosed = false
    var consumer: CheckedContinuation<[Event]?, Never>?
    var producers: [CheckedContinuation<Void, Never>] = []

    mutating func takeEvents() -> [Event] {
      defer {
        events = []
        weight = 0
      }
      return events
    }
  }

  /// How many events wake the consumer when none of them is worth it alone.
  private static let batch = 64

  private let state = Locked(State())
  private let capacity: Int
  private let isPrompt: Bool

  /// Makes an empty line.
  ///
  /// - Parameters:
  ///   - capacity: from how many waiting events on `room()` waits; one with exchanges counts as several, so that the memory is bounded.
  ///   - isPrompt: whether each event wakes the consumer, for somebody who watches; else steps are handed out in batches, for a wake-up costs more
  ///     than a step.
  public init(capacity: Int = 4_096, isPrompt: Bool = false) {
    self.capacity = capacity
    self.isPrompt = isPrompt
  }

  /// Puts an event at the end of the line; after `close()` it is dropped.
  public func emit(_ event: Event) {
    let handOver: (CheckedContinuation<[Event]?, Never>, [Event])? = state.withLock { state in
      guard !state.isClosed else { return nil }
      state.events.append(event)
      state.weight += event.weight
      guard
        isPrompt || event.endsSomething || state.events.count >= Self.batch
          || state.weight >= capacity,
        let consumer = state.consumer
      else { return nil }
      state.consumer = nil
      return (consumer, state.takeEvents())
    }
    if let (consumer, events) = handOver {
      consumer.resume(returning: events)
    }
  }

  /// Lets a waiting consumer look at the time: `next()` gives it what there is, be it nothing.
  public func wake() {
    let handOver = state.withLock {
      state -> (CheckedContinuation<[Event]?, Never>, [Event])? in
      guard let consumer = state.consumer else { return nil }
      state.consumer = nil
      return (consumer, state.takeEvents())
    }
    if let (consumer, events) = handOver {
      consumer.resume(returning: events)
    }
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

  /// All events that wait, in order; waits for the first, or for `wake()`, and is `nil` once the line is closed and empty.
  public func next() async -> [Event]? {
    await withCheckedContinuation { continuation in
      let (ready, events, producers) = state.withLock {
        state -> (Bool, [Event]?, [CheckedContinuation<Void, Never>]) in
        guard state.events.isEmpty else {
          let events = state.takeEvents()
          let producers = state.producers
          state.producers = []
          return (true, events, producers)
        }
        guard !state.isClosed else { return (true, nil, []) }
        precondition(state.consumer == nil, "an event line has one consumer")
        state.consumer = continuation
        return (false, nil, [])
      }
      for producer in producers {
        producer.resume()
      }
      if ready {
        continuation.resume(returning: events)
      }
    }
  }

  /// Ends the line: what waits is still handed out.
  public func close() {
    let (consumer, events, producers) = state.withLock {
      state -> (
        CheckedContinuation<[Event]?, Never>?, [Event], [CheckedContinuation<Void, Never>]
      ) in
      state.isClosed = true
      let consumer = state.consumer
      state.consumer = nil
      let events = consumer == nil ? [] : state.takeEvents()
      let producers = state.producers
      state.producers = []
      return (consumer, events, producers)
    }
    consumer?.resume(returning: events.isEmpty ? nil : events)
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

  /// Whether it is the last one for a while of what it belongs to.
  fileprivate var endsSomething: Bool {
    switch self {
    case .scenarioFinished, .runFinished: true
    case .runStarted, .diagnostic, .scenarioStarted, .stepFinished: false
    }
  }
}
