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
  /// - Parameter count: how many are started, at once and for a moment.
  /// - Returns: why there are too few; `nil` when there are enough.
  static func shortage(of count: Int) -> String? {
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
