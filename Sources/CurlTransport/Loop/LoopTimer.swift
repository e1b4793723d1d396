import CCurl
import Glibc

/// The time on the loop's thread, and when libcurl wants to be called next.
final class LoopTimer {
  /// Nanoseconds of the monotonic clock, as of the last `update()`.
  private(set) var now: UInt64 = 0
  /// How long the thread was held up in all, in nanoseconds.
  private(set) var lost: UInt64 = 0
  /// The time that limits go by: ``now`` without what was lost, so that a stall counts against
  /// nobody.
  var fair: UInt64 { now - lost }
  /// When libcurl wants to be called, or nil.
  private(set) var deadline: UInt64?
  /// When a transfer wants to be looked at, by the time of ``fair``.
  private var wanted: UInt64?

  init() {
    update()
  }

  /// Reads the clock.
  func update() {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    now = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Notes that nobody was attended to for a while.
  ///
  /// - Parameter nanoseconds: how long.
  func lose(_ nanoseconds: UInt64) {
    lost += nanoseconds
  }

  /// Sets libcurl's deadline, some milliseconds from now; a negative number takes it away.
  func set(_ milliseconds: Int) {
    guard milliseconds > 0 else {
      deadline = milliseconds == 0 ? 0 : nil
      return
    }
    update()
    deadline = now + UInt64(min(milliseconds, 1 << 40)) * 1_000_000
  }

  /// Tells whether libcurl's time has come, and takes the deadline away then.
  func takeDue() -> Bool {
    guard let deadline, deadline <= now else { return false }
    self.deadline = nil
    return true
  }

  /// Notes that a transfer wants to be looked at, by the time of ``fair``.
  func want(_ time: UInt64) { wanted = min(wanted ?? .max, time) }

  /// The earliest of the times that were noted, which are forgotten then.
  func takeWanted() -> UInt64? { wanted.take() }
}
