import Documents
import Locks

/// Why the steps that are running are being cancelled.
final class Interruption: Sendable {
  /// What ends steps before their time.
  enum Cause: Sendable, Hashable {
    /// The whole run ends.
    case stop(StopSignal.Reason)
    /// The time passed that teardowns have once the run ends.
    case grace(Duration)
    /// A time limit of the scenario or the step passed.
    case timeout(TimeLimit)

    /// What reports say of steps that were not run.
    var sentence: String {
      switch self {
      case .stop(let reason): reason.sentence
      case .grace(let time):
        "the \(TimeLimit.text(time)) passed that teardowns have once the run ends"
      case .timeout(let limit): limit.sentence
      }
    }
  }

  private struct State {
    var cause: Cause?
    var hasCut = false
    /// When the time is up, by the monotonic clock, and what that means: true before any timer is heard.
    var deadline: (time: Double, cause: Cause)?

    var expired: Cause? {
      guard let deadline, WallClock.monotonic() >= deadline.time else { return nil }
      return deadline.cause
    }
  }

  private let state = Locked(State())
  private let stop: StopSignal
  private let endsWithTask: Bool
  private let outer: Interruption?

  /// Makes one that nothing has interrupted yet.
  ///
  /// - Parameters:
  ///   - stop: ends the run.
  ///   - endsWithTask: whether a stop of the run cancels the task around this work.
  init(_ stop: StopSignal, endsWithTask: Bool = false) {
    self.stop = stop
    self.endsWithTask = endsWithTask
    outer = nil
  }

  /// Makes one for a part of some work; what ends the whole ends the part.
  init(within outer: Interruption) {
    stop = outer.stop
    endsWithTask = false
    self.outer = outer
  }

  /// The first cause, if there is one.
  var cause: Cause? {
    if let own = state.withLock({ $0.cause ?? $0.expired }) ?? outer?.cause { return own }
    return endsWithTask ? stop.reason.map { .stop($0) } : nil
  }

  /// Whether a time limit has passed, its timer heard or not: threads may be busy with the very work that takes too long.
  var hasExpired: Bool { state.withLock { $0.expired != nil } || outer?.hasExpired ?? false }

  /// The message for a step that was cut off.
  var sentence: String { cause?.sentence ?? "the step was cancelled" }

  /// Whether it is the run that ends, not a time limit of its own.
  var isStop: Bool {
    switch cause {
    case .stop, .grace: true
    case .timeout, nil: false
    }
  }

  /// Whether a step was cut off or kept from running by it; one that came too late changes nothing.
  var hasCut: Bool { state.withLock { $0.hasCut } }

  /// The message for steps that are cut off because the run ends for a reason elsewhere.
  var skipReason: String? {
    guard case .stop(.failFast) = cause else { return nil }
    return StopSignal.Reason.failFast.sentence
  }

  /// Notes a cause; the first one stands.
  func interrupt(_ cause: Cause) {
    state.withLock { state in
      if state.cause == nil { state.cause = cause }
    }
  }

  /// Interrupts work after a time, unless what this hands back is cancelled before.
  private func expire<Value: Sendable>(
    after time: Duration,
    _ cause: Cause,
    _ work: Task<Value, Never>
  ) -> Task<Void, Never> {
    let end = WallClock.monotonic() + time / .seconds(1)
    state.withLock { $0.deadline = (end, cause) }
    return Task {
      guard (try? await Task.sleep(for: time)) != nil else { return }
      interrupt(cause)
      work.cancel()
    }
  }

  /// Makes what ends long work of a task early: it is over once the task is cancelled or there is a cause, the run's time limit among them.
  func workLimit() -> WorkLimit {
    WorkLimit {
      self.stop.lookAtClock()
      return Task.isCancelled || self.cause != nil
    }
  }

  /// Notes that a step was cut off, or kept from running.
  func noteCut() {
    let isOwn = state.withLock { state in
      state.hasCut = true
      return state.cause != nil || state.expired != nil
    }
    if !isOwn { outer?.noteCut() }
  }

  /// Runs work that ends early at a stop of the run or after a time.
  ///
  /// The work is cancelled and awaited; it is expected to end soon and to hand back what it has.
  /// Long work on documents ends by itself.
  ///
  /// - Parameters:
  ///   - heedsStop: whether a stop of the run ends the work; not when it cancels the task around this already.
  ///   - limit: how long the work may take.
  ///   - grace: how long it may go on after a stop; `nil` cancels it at once.
  ///   - executor: where the work runs; `nil` leaves it to the global pool.
  ///   - heedsTask: whether the work is cancelled with the task around this.
  ///   - work: must heed cancellation.
  /// - Returns: what the work hands back.
  func run<Value: Sendable>(
    heedingStop heedsStop: Bool = true,
    limit: TimeLimit? = nil,
    grace: Duration? = nil,
    on executor: (any TaskExecutor)?,
    heedingTask heedsTask: Bool = true,
    _ work: @escaping @Sendable () async -> Value
  ) async -> Value {
    let workLimit = workLimit()
    let task = Task(executorPreference: executor) {
      await WorkLimit.$current.withValue(workLimit) { await work() }
    }
    let timers = grace == nil && limit == nil ? nil : Locked<[Task<Void, Never>]>([])
    let end: @Sendable (StopSignal.Reason) -> Void = { reason in
      guard let grace else {
        self.interrupt(.stop(reason))
        task.cancel()
        return
      }
      let timer = self.expire(after: grace, .grace(grace), task)
      timers?.withLock { $0.append(timer) }
    }
    let key = heedsStop ? stop.onStop(end) : nil
    if let limit {
      let timer = expire(after: limit.duration, .timeout(limit), task)
      timers?.withLock { $0.append(timer) }
    }
    let value = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      if heedsTask { task.cancel() }
    }
    if let key { stop.remove(key) }
    for timer in timers?.withLock({ $0 }) ?? [] { timer.cancel() }
    return value
  }
}
