import Files
import Glibc

/// How many threads the system gives the process.
///
/// The runtime waits without end for a thread that it does not get, so that a run would hang where processes are limited.
enum ThreadSupply {
  /// How many threads compile, beside the first.
  static var ofCheck: Int { processors + 1 }

  /// How many threads compile, send, write and serve, beside the first.
  static var ofRun: Int { processors + 5 }

  // To try a thread for each of very many processors would hold up every start.
  private static var processors: Int { min(ProcessorCount.available, 16) }

  /// Finds out whether the system gives enough threads.
  ///
  /// - Parameter count: how many are started, at once and for a moment, where a limit may be near.
  /// - Returns: why there are too few; `nil` when there are enough.
  static func shortage(of count: Int) -> String? {
    // To start threads that do nothing takes a twentieth of the shortest run.
    guard isLimited else { return nil }
    let gate = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    unsafe sem_init(gate, 0, 0)
    var threads: [pthread_t] = []
    while threads.count < count, let thread = unsafe start(behind: gate) {
      threads.append(thread)
    }
    for _ in threads { unsafe sem_post(gate) }
    for thread in threads { pthread_join(thread, nil) }
    unsafe sem_destroy(gate)
    unsafe gate.deallocate()
    guard threads.count < count else { return nil }
    return
      "the system gives \(threads.count) of \(count) threads; raise the limit of processes (ulimit -u, or the container's)"
  }

  /// Whether a limit of processes or of address space is one that a few threads can reach.
  private static var isLimited: Bool {
    limit(RLIMIT_AS) != nil || limit(__RLIMIT_NPROC).map(isLow) ?? false || isGroupLimited
  }

  private static func isLow(_ count: UInt64) -> Bool { count < 10_000 }

  private static func limit(_ resource: __rlimit_resource) -> UInt64? {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0,
      limit.rlim_cur != .max
    else { return nil }
    return UInt64(limit.rlim_cur)
  }

  /// Whether a control group of this process, or one around it, limits processes (`pids.max`, versions 1 and 2).
  private static var isGroupLimited: Bool {
    guard let bytes = try? FileSystem.read("/proc/self/cgroup", limit: 65_536) else { return false }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      // As `0::/user.slice` or `8:pids:/docker/1f`.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[1].isEmpty || parts[1] == "pids" else { continue }
      let root = parts[1].isEmpty ? "/sys/fs/cgroup" : "/sys/fs/cgroup/pids"
      var path = parts[2] == "/" ? "" : parts[2]
      while true {
        if let limit = processLimit(root + path), isLow(limit) { return true }
        guard let slash = path.lastIndex(of: "/") else { break }
        path = path[..<slash]
      }
    }
    return false
  }

  private static func processLimit(_ group: String) -> UInt64? {
    let bytes = try? FileSystem.read("\(group)/pids.max", limit: 64)
    return bytes.flatMap { UInt64(String(decoding: $0, as: UTF8.self).filter { $0 != "\n" }) }
  }

  /// Starts a thread that ends when the gate opens; `nil` when there is none.
  private static func start(behind gate: UnsafeMutablePointer<sem_t>) -> pthread_t? {
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread,
      nil,
      { gate in
        let gate = unsafe gate?.assumingMemoryBound(to: sem_t.self)
        while let gate = unsafe gate, unsafe sem_wait(gate) != 0 {}
        return nil
      },
      gate
    )
    return status == 0 ? thread : nil
  }
}
