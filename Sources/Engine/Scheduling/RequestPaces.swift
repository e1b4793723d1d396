import Locks

/// The rates of a run: that of `--rate`, and one for each place at which a `rate` is written.
///
/// Requests pass one at a time, so far apart as the run's rate and their own have it, both at once. Those
/// that wait hold no thread: one task sleeps until the next may pass. Nothing is saved up while nobody
/// waits, so there is never a burst; a sleep that lasted too long is made up for, by at most ``slack``.
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

  /// The result of waiting for a turn.
  enum Turn: Sendable, Hashable {
    /// The request may be sent.
    case passes
    /// The task was cancelled, which takes no other's turn.
    case cancelled
    /// The time was up before, which takes no other's turn.
    case late
  }

  /// How far behind its times a rate may be before they are moved, in seconds.
  static let slack = 0.005

  /// The times of one rate.
  private struct Pace {
    var interval: Double
    /// When the next one may pass, as the monotonic clock has it.
    var next = 0.0

    mutating func pass(at now: Double, slack: Double) { next = max(next, now - slack) + interval }
  }

  /// Those that wait for one place's rate.
  private struct Line {
    var pace: Pace
    /// First in, first out, those that have left included.
    var keys: ArraySlice<Int> = []

    init(_ place: Place?) { pace = Pace(interval: place?.rate.interval ?? 0) }

    /// The first that has not left.
    mutating func first(of waiting: [Int: CheckedContinuation<Turn, Never>]) -> Int? {
      while let key = keys.first, waiting[key] == nil { keys.removeFirst() }
      return keys.first
    }
  }

  private struct State {
    var whole: Pace?
    /// By place; requests without one stand in a line of no interval.
    var lines: [Place?: Line] = [:]
    /// Who waits.
    var waiting: [Int: CheckedContinuation<Turn, Never>] = [:]
    var lastKey = 0
    /// Who lets them pass, by a number; `nil` while nobody waits.
    var server: Int?
    var lastServer = 0
    /// Until when the server sleeps.
    var wakesAt = 0.0

    /// Lets a request pass that comes while nobody waits.
    mutating func passesAtOnce(_ place: Place?, at now: Double) -> Bool {
      guard waiting.isEmpty, server == nil else { return false }
      var line = lines[place] ?? Line(place)
      guard line.pace.next <= now, (whole?.next ?? 0) <= now else { return false }
      line.pace.pass(at: now, slack: 0)
      lines[place] = line
      whole?.pass(at: now, slack: 0)
      return true
    }

    /// Takes out who may pass now: of all whose own rate allows it the one that came first.
    mutating func takeNext(at now: Double) -> CheckedContinuation<Turn, Never>? {
      guard (whole?.next ?? 0) <= now else { return nil }
      var best: (key: Int, place: Place?)?
      for place in lines.keys {
        guard let key = lines[place]?.first(of: waiting), lines[place]?.pace.next ?? 0 <= now,
          key < best?.key ?? .max
        else { continue }
        best = (key, place)
      }
      guard let best else { return nil }
      lines[best.place]?.pace.pass(at: now, slack: RequestPaces.slack)
      whole?.pass(at: now, slack: RequestPaces.slack)
      return waiting.removeValue(forKey: best.key)
    }

    /// When the next may pass; `nil` when nobody waits.
    mutating func nextTime() -> Double? {
      var time: Double?
      for place in lines.keys {
        guard lines[place]?.first(of: waiting) != nil, let next = lines[place]?.pace.next else {
          continue
        }
        time = min(time ?? .infinity, next)
      }
      return time.map { max($0, whole?.next ?? 0) }
    }
  }

  private let state: Locked<State>
  private let hasWhole: Bool

  /// Makes the lines of a run.
  ///
  /// - Parameter rate: that of `--rate`.
  init(_ rate: RequestRate?) {
    hasWhole = rate != nil
    state = Locked(State(whole: rate.map { Pace(interval: $0.interval) }))
  }

  /// Whether a request may be sent at once, whatever others do.
  ///
  /// - Parameter place: the `rate` that the request has of its own.
  /// - Returns: `false` when it may have to wait for its turn.
  func areFree(for place: Place?) -> Bool { place == nil && !hasWhole }

  /// Waits until a request may be sent.
  ///
  /// - Parameters:
  ///   - place: the `rate` that the request has of its own.
  ///   - deadline: until when it is waited, as the monotonic clock has it; `nil` for no limit.
  /// - Returns: whether it may be sent.
  func turn(_ place: Place? = nil, until deadline: Double? = nil) async -> Turn {
    if Task.isCancelled { return .cancelled }
    let key = state.withLock { state -> Int? in
      if state.passesAtOnce(place, at: WallClock.monotonic()) { return nil }
      state.lastKey += 1
      return state.lastKey
    }
    guard let key else { return .passes }
    let timer = deadline.map { deadline in
      Task {
        let left = max(0, deadline - WallClock.monotonic())
        guard (try? await Task.sleep(for: .seconds(left), tolerance: .zero)) != nil else { return }
        leave(key, as: .late)
      }
    }
    defer { timer?.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enter(place, key, deadline, continuation)
      }
    } onCancel: {
      leave(key, as: .cancelled)
    }
  }

  private func enter(
    _ place: Place?,
    _ key: Int,
    _ deadline: Double?,
    _ continuation: CheckedContinuation<Turn, Never>
  ) {
    let (server, refusal) = state.withLock { state -> (Int?, Turn?) in
      // Whoever leaves before this line is not found by those who take it out, who wait for the lock.
      if Task.isCancelled { return (nil, .cancelled) }
      if let deadline, deadline <= WallClock.monotonic() { return (nil, .late) }
      state.waiting[key] = continuation
      state.lines[place, default: Line(place)].keys.append(key)
      // One that sleeps for longer than the newcomer has to wait is replaced.
      if state.server != nil, state.nextTime() ?? .infinity >= state.wakesAt { return (nil, nil) }
      state.lastServer += 1
      state.server = state.lastServer
      return (state.lastServer, nil)
    }
    if let refusal { continuation.resume(returning: refusal) }
    if let server { Task { await serve(as: server) } }
  }

  private func leave(_ key: Int, as turn: Turn) {
    let continuation = state.withLock { $0.waiting.removeValue(forKey: key) }
    continuation?.resume(returning: turn)
  }

  /// Lets one after the other pass until nobody waits.
  private func serve(as number: Int) async {
    while true {
      let pause = state.withLock { state -> Double? in
        guard state.server == number else { return nil }
        guard let time = state.nextTime() else {
          state.server = nil
          return nil
        }
        state.wakesAt = time
        return time - WallClock.monotonic()
      }
      guard let pause else { return }
      if pause > 0 { try? await Task.sleep(for: .seconds(pause), tolerance: .zero) }
      let continuation = state.withLock { state -> CheckedContinuation<Turn, Never>? in
        state.server == number ? state.takeNext(at: WallClock.monotonic()) : nil
      }
      continuation?.resume(returning: .passes)
    }
  }
}
