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
    var isClosed = false
    var consumer: CheckedContinuation<[Event]?, Never>?
    var producers: [CheckedContinuation<Void, Never>] = []
  }

  /// How many events wake the consumer when none of them is worth it alone.
  private static let batch = 64

  private let state = Locked(State())
  private let capacity: Int
  private let isPrompt: Bool

  /// Makes an empty line.
  ///
  /// - Parameters:
  ///   - capacity: from how many waiting events on `room()` waits.
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
      guard isPrompt || event.endsSomething || state.events.count >= min(Self.batch, capacity),
        let consumer = state.consumer
      else { return nil }
      state.consumer = nil
      let events = state.events
      state.events = []
      return (consumer, events)
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
      defer {
        state.consumer = nil
        state.events = []
      }
      return (consumer, state.events)
    }
    if let (consumer, events) = handOver {
      consumer.resume(returning: events)
    }
  }

  /// Waits until the consumer has caught up, when it is behind.
  public func room() async {
    guard state.withLock({ $0.events.count >= capacity && !$0.isClosed }) else { return }
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.events.count >= capacity, !state.isClosed else { return true }
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
          let events = state.events
          state.events = []
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
      let events = state.events
      if consumer != nil { state.events = [] }
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
  /// Whether it is the last one for a while of what it belongs to.
  fileprivate var endsSomething: Bool {
    switch self {
    case .scenarioFinished, .runFinished: true
    case .runStarted, .diagnostic, .scenarioStarted, .stepFinished: false
    }
  }
}
