import CCurl
import Glibc
import Synchronization

/// Which thread drives a loop: one at a time, while another one watches it.
///
/// A job may take long, and every transfer would wait for it. So a thread that stays in one job for
/// some milliseconds is left behind with it: the watcher takes its place, and the thread ends when
/// the job has.
final class LoopHelm: Sendable {
  /// How often the watcher looks, in milliseconds; a job is left behind after one to two times that.
  private static let tick: Int32 = 5
  /// After how many looks without any job the watcher sleeps.
  private static let quietTicks = 4
  /// How many threads may be left behind before jobs go to the global executor.
  private static let crowd = 16

  // The number of the job in the upper bits, what its thread does in the two lowest.
  private let word = Atomic<UInt64>(0)
  private let isWatched = Atomic<Bool>(true)
  private let hasEnded = Atomic<Bool>(false)
  private let leftBehind = Atomic<Int>(0)
  // Readable when the watcher is to look again.
  private let wakeDescriptor: Int32

  /// What the thread at the helm does.
  private enum Phase {
    /// It looks after the sockets, or uses the driver in a job's course.
    static let driving: UInt64 = 0
    static let inJob: UInt64 = 1
    static let usingDriver: UInt64 = 2
    static let mask: UInt64 = 3
  }

  init() {
    wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
  }

  deinit {
    if wakeDescriptor >= 0 { close(wakeDescriptor) }
  }

  /// Whether so many threads are in long jobs that further jobs belong elsewhere.
  var isCrowded: Bool { leftBehind.load(ordering: .relaxed) >= Self.crowd }

  // MARK: At the helm

  /// Begins a job.
  func begin(_ job: UInt64) {
    word.store(job << 2 | Phase.inJob, ordering: .sequentiallyConsistent)
    if !isWatched.load(ordering: .sequentiallyConsistent) { wakeWatcher() }
  }

  /// Ends a job.
  ///
  /// - Returns: false when the thread was left behind.
  func end(_ job: UInt64) -> Bool { change(job, from: Phase.inJob, to: Phase.driving) }

  /// Keeps the driver for a moment in the course of a job; ``releaseDriver(in:)`` must follow.
  ///
  /// - Returns: false when the thread was left behind.
  func holdDriver(in job: UInt64) -> Bool {
    change(job, from: Phase.inJob, to: Phase.usingDriver)
  }

  /// Ends what ``holdDriver(in:)`` has begun.
  func releaseDriver(in job: UInt64) {
    word.store(job << 2 | Phase.inJob, ordering: .sequentiallyConsistent)
  }

  private func change(_ job: UInt64, from old: UInt64, to new: UInt64) -> Bool {
    word.compareExchange(
      expected: job << 2 | old,
      desired: job << 2 | new,
      ordering: .sequentiallyConsistent
    ).exchanged
  }

  /// Hears that a thread that was left behind has ended its job.
  func oneReturned() { leftBehind.subtract(1, ordering: .relaxed) }

  /// Ends the loop, and the watcher with it.
  func end() {
    hasEnded.store(true, ordering: .sequentiallyConsistent)
    wakeWatcher()
  }

  private func wakeWatcher() {
    isWatched.store(true, ordering: .sequentiallyConsistent)
    var one: UInt64 = 1
    _ = unsafe write(wakeDescriptor, &one, MemoryLayout<UInt64>.size)
  }

  // MARK: The watcher

  /// Watches until the thread at the helm stays in one job.
  ///
  /// - Returns: the number from which the caller, who has the helm now, counts its jobs; nil when the
  ///   loop has ended.
  func watch() -> UInt64? {
    var last: UInt64 = 0
    var quiet = 0
    while true {
      wait(quiet < Self.quietTicks || wakeDescriptor < 0 ? Self.tick : -1)
      if hasEnded.load(ordering: .sequentiallyConsistent) { return nil }
      let now = word.load(ordering: .sequentiallyConsistent)
      let isSame = now == last
      last = now
      if now & Phase.mask == Phase.inJob {
        if isSame, let first = take(now) { return first }
        quiet = 0
      } else if isSame {
        quiet += 1
        if quiet == Self.quietTicks { fallAsleep(&quiet) }
      } else {
        quiet = 0
        isWatched.store(true, ordering: .sequentiallyConsistent)
      }
    }
  }

  /// From here on a job wakes the watcher, unless one has begun meanwhile.
  private func fallAsleep(_ quiet: inout Int) {
    isWatched.store(false, ordering: .sequentiallyConsistent)
    guard word.load(ordering: .sequentiallyConsistent) & Phase.mask == Phase.inJob else { return }
    isWatched.store(true, ordering: .sequentiallyConsistent)
    quiet = 0
  }

  private func take(_ current: UInt64) -> UInt64? {
    let next = (current >> 2) + 1
    let isTaken = word.compareExchange(
      expected: current,
      desired: next << 2 | Phase.driving,
      ordering: .sequentiallyConsistent
    ).exchanged
    guard isTaken else { return nil }
    leftBehind.add(1, ordering: .relaxed)
    return next
  }

  private func wait(_ milliseconds: Int32) {
    var waiting = pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&waiting, 1, milliseconds) > 0 else { return }
    var count: UInt64 = 0
    _ = unsafe read(wakeDescriptor, &count, MemoryLayout<UInt64>.size)
  }
}

/// The time for which one thread drives a loop; only that thread sees it.
final class LoopTenure {
  private let driver: LoopDriver
  private let helm: LoopHelm
  private var job: UInt64
  /// Whether another thread was left behind for this one.
  let tookOver: Bool
  private var isInJob = false
  private var isOver = false

  /// - Parameters:
  ///   - driver: the loop's.
  ///   - helm: who else may have the driver.
  ///   - first: the number from which jobs are counted.
  init(of driver: LoopDriver, helm: LoopHelm, first: UInt64) {
    self.driver = driver
    self.helm = helm
    job = first
    tookOver = first > 0
  }

  /// Whether the driver works for these callers.
  func serves(_ mailbox: LoopMailbox) -> Bool { driver.mailbox === mailbox }

  /// Runs a job.
  ///
  /// - Returns: false when the thread was left behind with it, and the driver is another's.
  func run(_ next: LoopJob) -> Bool {
    if helm.isCrowded {
      next.forward()
      return true
    }
    job += 1
    helm.begin(job)
    isInJob = true
    next.run()
    isInJob = false
    if !isOver, helm.end(job) { return true }
    isOver = true
    return false
  }

  /// Uses the driver.
  ///
  /// - Parameter body: must call nothing of others'.
  /// - Returns: nil when the thread has been left behind.
  func withDriver<Result>(_ body: (LoopDriver) -> Result) -> Result? {
    guard !isOver else { return nil }
    guard isInJob else { return body(driver) }
    guard helm.holdDriver(in: job) else {
      isOver = true
      return nil
    }
    defer { helm.releaseDriver(in: job) }
    return body(driver)
  }
}
