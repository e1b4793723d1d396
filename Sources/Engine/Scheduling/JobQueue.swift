/// Decides which scenario may begin next.
///
/// Scenarios begin in the order given, up to so many at once; one whose locks are taken waits without holding up those behind it, and those that
/// must run alone come when all others have ended. A value without threads or time: the runner asks, and tells it what has ended.
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
  private var retry: [Int] = []
  private var serial: [Int] = []
  private var heldLocks: Set<String> = []
  private var waiting: [String: [Int]] = [:]
  private var running = 0
  private var runsSerial = false

  /// Makes a queue.
  ///
  /// - Parameters:
  ///   - jobs: in the order in which they should begin.
  ///   - limit: how many run at once, at least 1.
  init(_ jobs: [Job], limit: Int) {
    self.init(count: jobs.count, limit: limit) { jobs[$0] }
  }

  /// Makes a queue of jobs that are asked for when they are needed, so that none of them takes memory.
  ///
  /// - Parameters:
  ///   - count: how many there are.
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
    while let index = takeCandidate() {
      let job = job(index)
      if job.isSerial, limit > 1 {
        serial.append(index)
        continue
      }
      if let taken = job.locks.first(where: heldLocks.contains) {
        waiting[taken, default: []].append(index)
        continue
      }
      heldLocks.formUnion(job.locks)
      running += 1
      return index
    }
    guard running == 0, !serial.isEmpty else { return nil }
    runsSerial = true
    running = 1
    return serial.removeFirst()
  }

  /// Notes that a job has ended.
  mutating func finish(_ index: Int) {
    running -= 1
    if runsSerial {
      runsSerial = false
      return
    }
    for lock in job(index).locks where heldLocks.remove(lock) != nil {
      if let waiters = waiting.removeValue(forKey: lock) {
        retry.append(contentsOf: waiters)
      }
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

  private mutating func takeCandidate() -> Int? {
    if !retry.isEmpty {
      return retry.removeFirst()
    }
    guard cursor < count else { return nil }
    cursor += 1
    return cursor - 1
  }
}
