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
    switch direction {
    case .upload: task.delegate.uploads.listen(.bufferingNewest(1))
    case .download: task.delegate.downloads.listen(.bufferingNewest(1))
    }
  }
}

extension SessionTask {
  /// The progress of one of the task's bodies, with the means to steer the task.
  public func progress(of direction: TaskProgress.Direction) -> TaskProgress {
    TaskProgress(task: self, direction: direction)
  }
}
