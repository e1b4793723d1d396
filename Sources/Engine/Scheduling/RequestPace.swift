import Locks

/// Lets requests pass one at a time, so far apart as a rate has it.
///
/// Those that wait stand in a line and hold no thread: one task sleeps until the first may pass. Nothing is saved up while nobody waits, so
/// there is never a burst; a sleep that lasted too long is made up for, by at most ``slack``.
final class RequestPace: Sendable {
  /// How far behind its times a line may be before they are moved, in seconds.
  static let slack = 0.005

  private struct State {
    /// When the next one may pass, as the monotonic clock has it.
    var next = 0.0
    /// Who waits.
    var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    /// The line, those that have left it included.
    var line: [Int] = []
    /// Where the line begins.
    var first = 0
    var lastKey = 0
    /// Whether somebody lets them pass.
    var isServed = false

    /// Takes the first out of the line.
    mutating func takeFirst() -> CheckedContinuation<Bool, Never>? {
      while first < line.count {
        let key = line[first]
        first += 1
        if first > 1_024, first > line.count / 2 {
          line.removeFirst(first)
          first = 0
        }
        if let continuation = waiting.removeValue(forKey: key) { return continuation }
      }
      return nil
    }
  }

  private let interval: Double
  private let state = Locked(State())

  /// Makes a line of nobody.
  init(_ rate: RequestRate) {
    interval = rate.interval
  }

  /// Waits until it is this request's turn.
  ///
  /// - Returns: whether it may pass; `false` once the task is cancelled, which takes no other's turn.
  func turn() async -> Bool {
    guard !Task.isCancelled else { return false }
    let key = state.withLock { state -> Int? in
      let now = WallClock.monotonic()
      if state.waiting.isEmpty, !state.isServed, state.next <= now {
        state.next = now + interval
        return nil
      }
      state.lastKey += 1
      return state.lastKey
    }
    guard let key else { return true }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isFirst, isCancelled) = state.withLock { state -> (Bool, Bool) in
          // Whoever is cancelled before this line is not found by the handler, who waits for the lock.
          guard !Task.isCancelled else { return (false, true) }
          state.waiting[key] = continuation
          state.line.append(key)
          defer { state.isServed = true }
          return (!state.isServed, false)
        }
        if isCancelled { continuation.resume(returning: false) }
        if isFirst { Task { await serve() } }
      }
    } onCancel: {
      let continuation = state.withLock { $0.waiting.removeValue(forKey: key) }
      continuation?.resume(returning: false)
    }
  }

  /// Lets one after the other pass until nobody waits.
  private func serve() async {
    while true {
      let pause = state.withLock { state -> Double? in
        guard !state.waiting.isEmpty else {
          state.isServed = false
          return nil
        }
        return state.next - WallClock.monotonic()
      }
      guard let pause else { return }
      if pause > 0 { try? await Task.sleep(for: .seconds(pause), tolerance: .zero) }
      let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
        let now = WallClock.monotonic()
        guard now >= state.next else { return nil }
        guard let continuation = state.takeFirst() else { return nil }
        state.next = max(state.next, now - Self.slack) + interval
        return continuation
      }
      continuation?.resume(returning: true)
    }
  }
}

/// The lines of a run: that of `--rate`, and one for each place at which a `rate` is written.
final class RequestPaces: Sendable {
  /// A `rate` of a file: what steps it reaches share it.
  struct Place: Hashable, Sendable {
    /// The file.
    var path: String
    /// Where it stands in the file, in bytes.
    var offset: Int
    /// Its value.
    var rate: RequestRate
  }

  private let whole: RequestPace?
  private let places = Locked<[Place: RequestPace]>([:])

  /// Makes the lines of a run.
  ///
  /// - Parameter rate: that of `--rate`.
  init(_ rate: RequestRate?) {
    whole = rate.map { RequestPace($0) }
  }

  /// Whether a request may be sent at once, whatever others do.
  ///
  /// - Parameter place: the `rate` that the request has of its own.
  /// - Returns: `false` when it may have to wait for its turn.
  func areFree(for place: Place?) -> Bool { place == nil && whole == nil }

  /// Waits until a request may be sent.
  ///
  /// - Parameter place: the `rate` that the request has of its own.
  /// - Returns: whether it may be sent; `false` once the task is cancelled.
  func turn(_ place: Place?) async -> Bool {
    if let place {
      let pace = places.withLock { places in
        if let pace = places[place] { return pace }
        let pace = RequestPace(place.rate)
        places[place] = pace
        return pace
      }
      guard await pace.turn() else { return false }
    }
    guard let whole else { return true }
    return await whole.turn()
  }
}
