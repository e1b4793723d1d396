import Locks

/// Tells a run that it is to end early: an interrupt, `--fail-fast`, a time limit.
///
/// Stopping cancels what runs and keeps what has not begun from beginning; teardowns still run. The first reason stands.
public final class StopSignal: Sendable {
  /// Why a run ends early.
  public enum Reason: Sendable, Hashable {
    /// The process was sent a signal.
    case interrupt(signal: Int32)
    /// As many scenarios failed as `--fail-fast` allows.
    case failFast
    /// The run took longer than `--timeout`.
    case timeout

    /// What reports say of what was not run.
    public var sentence: String {
      switch self {
      case .interrupt: "the run was interrupted"
      case .failFast: "--fail-fast ended the run"
      case .timeout: "the run's time limit passed"
      }
    }
  }

  private struct State {
    var reason: Reason?
    var handlers: [Int: @Sendable (Reason) -> Void] = [:]
    var nextKey = 0
    /// When the run's own time limit passes, by the monotonic clock.
    var deadline: Double?
  }

  private let state = Locked(State())

  /// Makes a signal that has not been given.
  public init() {}

  /// Why the run ends early; `nil` while it does not.
  public var reason: Reason? { state.withLock { $0.reason } }

  /// Ends the run early; a second call changes nothing.
  public func stop(_ reason: Reason) {
    let handlers = state.withLock { state -> [@Sendable (Reason) -> Void] in
      guard state.reason == nil else { return [] }
      state.reason = reason
      let handlers = Array(state.handlers.values)
      state.handlers = [:]
      return handlers
    }
    for handler in handlers {
      handler(reason)
    }
  }

  /// Ends the run once a time has passed, whoever looks at the clock then.
  func expire(after seconds: Double) {
    let end = WallClock.monotonic() + seconds
    state.withLock { $0.deadline = end }
  }

  /// Ends the run when its time has passed; long work calls it, for it may keep every timer from being heard.
  func lookAtClock() {
    let isOver = state.withLock { state in
      guard state.reason == nil, let deadline = state.deadline else { return false }
      return WallClock.monotonic() >= deadline
    }
    if isOver { stop(.timeout) }
  }

  /// Calls `handler` once when the signal is given; at once when it has been given already.
  ///
  /// - Parameter handler: called from any thread.
  /// - Returns: a key for ``remove(_:)``.
  func onStop(_ handler: @escaping @Sendable (Reason) -> Void) -> Int {
    let (key, reason) = state.withLock { state -> (Int, Reason?) in
      state.nextKey += 1
      if state.reason == nil {
        state.handlers[state.nextKey] = handler
      }
      return (state.nextKey, state.reason)
    }
    if let reason {
      handler(reason)
    }
    return key
  }

  /// Forgets a handler.
  func remove(_ key: Int) {
    state.withLock { state in
      state.handlers[key] = nil
    }
  }
}
