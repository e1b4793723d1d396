import Locks

/// The progress of one body of a task, through which the task is steered as well.
///
/// AFNetworking's `NSProgress` objects cancel, pause and resume their task; this does the same.
/// Where `NSProgress` is observed key by key, ``updates`` is a stream.
///
/// ```swift
/// let progress = task.progress(of: .download)
/// for await update in progress.updates where update.completedUnitCount > limit {
///   progress.cancel()
/// }
/// ```
public struct TaskProgress: Sendable {
  /// Which body of a task is meant.
  public enum Direction: Sendable, Hashable {
    /// That of the request.
    case upload
    /// That of the answer.
    case download
  }

  /// The task whose progress this is.
  public let task: SessionTask
  /// Which of its bodies is meant.
  public let direction: Direction

  /// How much has gone or come by now.
  public var current: TransferProgress {
    switch direction {
    case .upload: task.uploadProgress
    case .download: task.downloadProgress
    }
  }

  /// Cancels the task, which ends with -999.
  public func cancel() { task.cancel() }

  /// Suspends the task.
  public func pause() { task.suspend() }

  /// Resumes the task.
  public func resume() { task.resume() }

  /// The progress from now on, up to the end of the task; who is slow gets the newest.
  public var updates: AsyncStream<TransferProgress> {
    task.delegate.watchers.listen(direction)
  }
}

extension SessionTask {
  /// The progress of one of the task's bodies, with the means to steer the task.
  public func progress(of direction: TaskProgress.Direction) -> TaskProgress {
    TaskProgress(task: self, direction: direction)
  }
}

/// Those who follow the progress of a task.
final class ProgressWatchers: Sendable {
  private struct Watcher: Sendable {
    var direction: TaskProgress.Direction
    var continuation: AsyncStream<TransferProgress>.Continuation
  }

  private struct State: Sendable {
    var watchers: [Int: Watcher] = [:]
    var last = 0
    var isFinished = false
  }

  private let state = Locked(State())

  func listen(_ direction: TaskProgress.Direction) -> AsyncStream<TransferProgress> {
    let (stream, continuation) = AsyncStream<TransferProgress>.makeStream(
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = state.withLock { state -> Int? in
      if state.isFinished { return nil }
      state.last += 1
      state.watchers[state.last] = Watcher(direction: direction, continuation: continuation)
      return state.last
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.watchers.removeValue(forKey: number) }
    }
    return stream
  }

  func send(_ progress: TransferProgress, _ direction: TaskProgress.Direction) {
    for watcher in state.withLock({ Array($0.watchers.values) })
    where watcher.direction == direction {
      watcher.continuation.yield(progress)
    }
  }

  func finish() {
    let watchers = state.withLock { state in
      state.isFinished = true
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.continuation.finish() }
  }
}
