/// Decides which scenario may begin next.
///
/// Scenarios begin in the order given, up to so many at once; one whose locks are taken waits without holding up those behind it, and those that
/// must run alone come when all others have ended. A value without threads or time: the runner asks it, and reports what has ended.
struct JobQueue {
  /// What the queue must know of a scenario.
  struct Job: Sendable {
    /// Names that no two running scenarios may share.
    var locks: [String]
    /// Whether it runs alone.
    var isSerial: Bool
  }

  private let count: Int
  private let job: @Sendable (Int) -> Job
  private let limit: Int
  private var cursor = 0
  // First in, first out, as the other slices: what was taken out is left behind when one grows.
  private var serial: ArraySlice<Int> = []
  private var heldLocks: Set<String> = []
  /// Who waits for a lock, each at one of those that it needs.
  private var waiting: [String: ArraySlice<Int>] = [:]
  /// Locks that were given back and may have somebody who waits for them.
  private var freed: ArraySlice<String> = []
  private var running = 0
  private var runsSerial = false

  /// Makes a queue of jobs that are asked for when they are needed, so that none of them takes memory.
  ///
  /// - Parameters:
  ///   - count: how many there are; they should begin in their order.
  ///   - limit: how many run at once, at least 1.
  ///   - job: gives the one at a place, the same each time.
  init(count: Int, limit: Int, job: @escaping @Sendable (Int) -> Job) {
    self.count = count
    self.job = job
    self.limit = max(1, limit)
  }

  /// The next job that may begin now, which counts as running from then on; `nil` when one has to end first or none is left.
  mutating func next() -> Int? {
    guard running < limit, !runsSerial else { return nil }
    if let index = nextThatWaited() ?? nextInOrder() {
      running += 1
      return index
    }
    guard running == 0, let index = serial.popFirst() else { return nil }
    runsSerial = true
    running = 1
    return index
  }

  /// The first of those that wait for a lock that was given back, and that lack no other.
  private mutating func nextThatWaited() -> Int? {
    while let lock = freed.popFirst() {
      while !heldLocks.contains(lock), let index = waiting[lock]?.popFirst() {
        if takeLocks(of: index) { return index }
      }
      if waiting[lock]?.isEmpty == true { waiting[lock] = nil }
    }
    return nil
  }

  private mutating func nextInOrder() -> Int? {
    while cursor < count {
      let index = cursor
      cursor += 1
      if limit > 1, job(index).isSerial {
        serial.append(index)
      } else if takeLocks(of: index) {
        return index
      }
    }
    return nil
  }

  /// Takes all locks of a job, or lets it wait for the first that is taken.
  private mutating func takeLocks(of index: Int) -> Bool {
    let locks = job(index).locks
    if let taken = locks.first(where: heldLocks.contains) {
      waiting[taken, default: []].append(index)
      return false
    }
    heldLocks.formUnion(locks)
    return true
  }

  /// Notes that a job has ended.
  mutating func finish(_ index: Int) {
    running -= 1
    if runsSerial {
      runsSerial = false
      return
    }
    for lock in job(index).locks where heldLocks.remove(lock) != nil {
      if waiting[lock] != nil { freed.append(lock) }
    }
  }

  /// Notes that a job has ended, and gives the one that takes its place.
  ///
  /// - Returns: a job that counts as running from then on; `nil` when none may begin now, or more than one might: ask ``next()``.
  mutating func next(after index: Int) -> Int? {
    let job = job(index)
    let freesMore = runsSerial || !job.locks.isEmpty
    finish(index)
    return freesMore ? nil : next()
  }
}
