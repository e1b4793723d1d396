import CurlTransport
import Locks

extension URLSessionManager {
  /// Runs a task from its first exchange to its end.
  func start(_ task: SessionTask) {
    guard let hooks = state.withLock({ $0.hooks(of: task) }) else {
      finish(task, .failure(.invalidSession(task.originalRequest)))
      return
    }
    let runner = Task { await run(task, hooks: hooks) }
    task.steer { $0.runs(runner) }
  }

  private func run(_ task: SessionTask, hooks: SessionEvents) async {
    let file = Locked<DownloadFile?>(nil)
    let hops = HopLoop(
      task.originalRequest,
      configuration: sharedConfiguration,
      transport: TaskHops(
        task: task,
        loop: loop,
        hooks: hooks,
        callbacks: callbacks,
        configuration: sharedConfiguration,
        file: file
      )
    )
    do throws(SessionError) {
      let answer = try await hops.run()
      // From here on it is too late to cancel: a task that was cancelled reports only that.
      guard task.machine.withLock({ $0.claimEnd() }) else { throw .cancelled(task.originalRequest) }
      endProgress(of: task, answer)
      tell(answer.metrics, of: task, hooks)
      do throws(SessionError) {
        // Taken out, so that an unwanted one is gone before its owner is notified of the end.
        let path = try await move(file.withLock { $0.take() }, of: task, answer.response, hooks)
        finish(task, .success(answer), file: path, metrics: answer.metrics)
      } catch {
        finish(task, .failure(error), metrics: answer.metrics)
      }
    } catch {
      let metrics = hops.metrics.hops.isEmpty ? nil : hops.metrics
      // One that was ended from outside has been reported already.
      if let metrics, task.state != .completed { tell(metrics, of: task, hooks) }
      finish(task, .failure(error), metrics: metrics)
    }
  }

  private func tell(_ metrics: SessionMetrics, of task: SessionTask, _ hooks: SessionEvents) {
    if let hook = hooks.didCollectMetrics { callbacks.enqueue { hook(task, metrics) } }
    task.tell { $0.task($1, didCollect: metrics) }
  }

  /// Progress ends at 1, also when the length was never known.
  private func endProgress(of task: SessionTask, _ answer: SessionData) {
    let progress = task.delegate.progress.withLock { progress in
      progress.download.finish()
      if task.originalRequest.body.length != 0 { progress.upload.finish() }
      return progress
    }
    task.delegate.downloads.send(progress.download)
    task.delegate.uploads.send(progress.upload)
    let (upload, download) = task.delegate.progressHandlers
    if let download { callbacks.enqueue { download(progress.download) } }
    if let upload { callbacks.enqueue { upload(progress.upload) } }
  }

  /// Puts a download where its owner wants it.
  private func move(
    _ file: DownloadFile?,
    of task: SessionTask,
    _ response: SessionResponse,
    _ hooks: SessionEvents
  ) async throws(SessionError) -> String? {
    guard let file else { return nil }
    let path = file.path
    let destination = await callbacks.run {
      hooks.didFinishDownloading?(task, path, response)
        ?? task.delegate.destination?(path, response)
    }
    guard let destination else { return nil }
    do throws(SessionError) {
      try file.move(to: destination, task.delegate.downloadOptions)
    } catch {
      var failure = error
      failure.failingURL = response.url.text
      failure.response = response
      emit(.downloadMoveFailed(task, failure))
      let told = failure
      task.tell { $0.task($1, didFailToMoveDownload: told) }
      throw failure
    }
    emit(.downloadMoved(task, path: destination))
    task.tell { $0.task($1, didMoveDownloadTo: destination) }
    return destination
  }

  /// Ends a task once: events, then decoding beside other tasks, then its owner's handler.
  func finish(
    _ task: SessionTask,
    _ result: Result<SessionData, SessionError>,
    file: String? = nil,
    metrics: SessionMetrics? = nil
  ) {
    guard task.machine.withLock({ $0.complete() }) else { return }
    let hooks = state.withLock { $0.remove(task) }
    let error: SessionError? =
      switch result {
      case .success: nil
      case .failure(let error): error
      }
    if let hook = hooks.didComplete { callbacks.enqueue { hook(task, error) } }
    task.tell { $0.task($1, didCompleteWith: error) }
    let start = ContinuousClock.now
    let outcome = TaskOutcome(result: result, file: file, metrics: metrics)
    let owner = task.delegate.takeOwner()
    let finished = owner.finish(task, outcome)
    let duration = start.duration(to: .now)
    task.tell { $0.task($1, didDecode: finished.event, in: duration) }
    let end: @Sendable () -> Void = { [self] in
      finished.completion()
      task.delegate.uploads.finish()
      task.delegate.downloads.finish()
      emit(.taskCompleted(finished.event))
      task.tell { $0.taskDidFinish($1, finished.event) }
      task.leaveSession()
      // Waiting for all includes the notifications of monitors.
      if task.isMonitored { callbacks.enqueue { self.endOne() } } else { endOne() }
    }
    if let completionExecutor {
      // Behind the hooks, so that these have heard of the end before.
      callbacks.enqueue { Task(executorPreference: completionExecutor) { end() } }
    } else {
      callbacks.enqueue { end() }
    }
  }

  /// A task or call has ended, and its owner is notified.
  func endOne() { perform(state.withLock { $0.endOne() }) }

  private func perform(_ end: SessionState.End) {
    for waiter in end.waiters { waiter.resume() }
    guard end.hasBecomeInvalid else { return }
    if let hook = state.withLock({ $0.hooks.didBecomeInvalid }) { callbacks.enqueue { hook() } }
    for monitor in configuration.monitors {
      callbacks.enqueue { monitor.sessionDidBecomeInvalid() }
    }
    // Who asks from now on gets no event; the others get the last one behind the hooks.
    let listeners = state.withLock { $0.listenedBroadcast() }.close()
    callbacks.enqueue {
      for listener in listeners {
        listener.yield(.sessionInvalidated)
        listener.finish()
      }
    }
  }

  /// Waits until no task or call runs, completion handlers included.
  ///
  /// A task that was never resumed does not run.
  public func waitForAll() async {
    await withCheckedContinuation { continuation in
      if !state.withLock({ $0.wait(continuation) }) { continuation.resume() }
    }
  }

  /// Ends the session, or with `reset` only what runs in it.
  ///
  /// - Parameters:
  ///   - cancelingTasks: whether tasks and async calls end at once with -999; otherwise they come to
  ///     their own end.
  ///   - reset: whether the session takes new requests afterwards.
  public func invalidate(cancelingTasks: Bool, reset: Bool = false) {
    // First no more are taken, so that none slips in behind those that are ended.
    let end = reset ? nil : state.withLock { $0.invalidate() }
    let running = cancelingTasks ? tasks : []
    if cancelingTasks {
      for step in state.withLock({ $0.endCalls() }) { step.cancel() }
      for task in running { task.cancel() }
    }
    if let end { perform(end) }
  }
}

extension URLSessionManager {
  /// Calls an owner back where completion handlers run.
  func deliver(_ completion: @escaping @Sendable () -> Void) {
    if let completionExecutor {
      Task(executorPreference: completionExecutor) { completion() }
    } else {
      callbacks.enqueue { completion() }
    }
  }
}
