extension TransferLoop {
  /// Runs a job on the loop's thread, between transfers' events.
  ///
  /// - Parameter job: what to run; it must not block.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = unsafe LoopJob(job, for: asUnownedTaskExecutor())
    if let driver = currentDriver {
      driver.jobs.append(job)
    } else if !mailbox.post(job) {
      job.forward()
    }
  }
}
