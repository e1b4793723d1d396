extension TransferLoop {
  /// Runs a job on the loop's thread, between transfers' events.
  ///
  /// - Parameter job: what to run; it should be short.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = unsafe LoopJob(job, for: asUnownedTaskExecutor())
    if withDriver({ $0.jobs.append(job) }) == nil, !mailbox.post(job) { job.forward() }
  }
}
