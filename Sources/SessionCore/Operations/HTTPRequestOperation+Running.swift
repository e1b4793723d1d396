import Files
import Glibc
import Locks

extension HTTPRequestOperation {
  func perform(_ action: RequestOperationMachine.Action) {
    switch action {
    case .nothing: break
    case .begin: begin()
    case .stop: contents.withLock { $0.task }?.cancel()
    case .becomeReady: tellObservers()
    case .finishCancelled:
      contents.withLock { $0.cancellation = .cancelled(request) }
      finish()
    case .finish: finish()
    }
  }

  /// Is notified of every change that may let a queue start something.
  func observe(_ observer: @escaping @Sendable () -> Void) {
    let isOver = contents.withLock { contents in
      if !contents.isOver { contents.observers.append(observer) }
      return contents.isOver
    }
    if isOver { observer() }
  }

  func tellObservers() {
    for observer in contents.withLock({ $0.observers }) { observer() }
  }

  private func begin() {
    let known = contents.withLock { ($0.rest, $0.uploadHandler, $0.downloadHandler) }
    if known.0 == nil { broadcast.send(.started(self)) }
    let task = session.makeDownload(
      known.0?.continuation ?? request,
      resume: known.0,
      validation: ResponseValidation(acceptableStatusCodes: nil, acceptableContentTypes: nil),
      blocks: blocks,
      uploadProgress: known.1,
      progress: known.2,
      destination: { [self] path, _ in take(path) },
      completion: { [self] in taskEnded($0) }
    )
    contents.withLock { $0.task = task }
    task.resume()
    // A pause or cancellation that came before the task was known has not reached it.
    if state == .paused || isCancelled { task.cancel() }
  }

  /// What stands over the session's hooks.
  private var blocks: TaskBlocks {
    let known = contents.withLock { contents in
      (contents.redirectHandler, contents.cacheHandler, contents.challengeHandler)
    }
    var blocks = TaskBlocks()
    blocks.cachesDownload = true
    blocks.output = output
    if let redirect = known.0 { blocks.willRedirect = { redirect(self, $1, $2) } }
    if let cache = known.1 { blocks.willCacheResponse = { cache(self, $1) } }
    if let answer = known.2 { blocks.didReceiveChallenge = { await answer(self, $1) } }
    return blocks
  }

  /// Keeps a whole body: in memory, or in the file that was asked for.
  private func take(_ path: String) -> String? {
    // The output has the file by itself.
    if output != nil { return nil }
    if let outputFile { return outputFile }
    let body = (try? FileDescriptor(opening: path, O_RDONLY).read(upTo: .max)) ?? []
    contents.withLock { $0.body = body }
    return nil
  }

  private func taskEnded(_ result: DataResponse<String>) {
    guard let output else { return ended(with: result) }
    Task {
      await output.drain()
      var result = result
      if let failure = output.failure { result.error = failure }
      ended(with: result)
    }
  }

  private func ended(with result: DataResponse<String>) {
    let rest = contents.withLock { $0.task }?.resumeData
    contents.withLock { contents in
      contents.task = nil
      contents.result = result
      // A pause before any answer leaves what was there.
      contents.rest = rest ?? (result.response == nil ? contents.rest : nil)
    }
    perform(machine.withLock { $0.taskEnded() })
  }

  private func finish() {
    let contents = contents.withLock { contents in
      let before = contents
      contents.isOver = true
      contents.rest = nil
      contents.completions = []
      contents.observers = []
      contents.uploadHandler = nil
      contents.downloadHandler = nil
      contents.redirectHandler = nil
      contents.cacheHandler = nil
      contents.challengeHandler = nil
      return before
    }
    if let output {
      Task {
        await output.close()
        tellEnd(contents)
      }
    } else {
      tellEnd(contents)
    }
  }

  private func tellEnd(_ contents: Contents) {
    session.deliver { [self] in
      broadcast.send(.finished(self))
      broadcast.finish()
      for completion in contents.completions { completion(self) }
      for observer in contents.observers { observer() }
    }
  }
}
