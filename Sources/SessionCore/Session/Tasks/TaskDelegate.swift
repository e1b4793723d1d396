import Locks

/// What a session keeps for one task: its progress, and whom to tell what.
final class TaskDelegate: Sendable {
  /// Handles the end of a task; returns what is to be called and reported.
  typealias Finish = @Sendable (SessionTask, TaskOutcome) -> FinishedTask

  struct Progress: Sendable {
    var upload = TransferProgress()
    var download = TransferProgress()
  }

  /// Whom to call; a task that has ended lets go of it.
  struct Owner: Sendable {
    var uploadHandler: (@Sendable (TransferProgress) -> Void)?
    var downloadHandler: (@Sendable (TransferProgress) -> Void)?
    var destination: SessionEvents.Destination?
    /// What stands over the session's hooks.
    var blocks = TaskBlocks()
    var finish: Finish
  }

  let progress = Locked(Progress())
  /// Those who follow the request's body.
  let uploads = EventBroadcast<TransferProgress>()
  /// Those who follow the answer's body.
  let downloads = EventBroadcast<TransferProgress>()
  let downloadOptions: DownloadOptions
  /// What this task goes on with.
  let resume: ResumeData?
  /// Who reads the answer's body while it comes.
  let channel: BodyChannel?
  /// What this task has left for another one.
  let rest = Locked<ResumeData?>(nil)
  private let owner: Locked<Owner?>

  init(
    owner: Owner,
    downloadOptions: DownloadOptions = [],
    resume: ResumeData? = nil,
    channel: BodyChannel? = nil
  ) {
    self.owner = Locked(owner)
    self.downloadOptions = downloadOptions
    self.resume = resume
    self.channel = channel
  }

  /// Who is called with the progress of the bodies.
  var progressHandlers:
    (
      upload: (@Sendable (TransferProgress) -> Void)?,
      download: (@Sendable (TransferProgress) -> Void)?
    )
  {
    owner.withLock { ($0?.uploadHandler, $0?.downloadHandler) }
  }

  /// Where a download goes.
  var destination: SessionEvents.Destination? { owner.withLock { $0?.destination } }

  /// What stands over the session's hooks; nothing once the task has ended.
  var blocks: TaskBlocks { owner.withLock { $0?.blocks } ?? TaskBlocks() }

  /// Hands out whom to call at the end, and keeps none of it; a task ends once.
  func takeOwner() -> Owner {
    guard let taken = owner.withLock({ $0.take() }) else {
      preconditionFailure("a task ends once")
    }
    return taken
  }
}

/// What a task's exchanges came to.
struct TaskOutcome: Sendable {
  var result: Result<SessionData, SessionError>
  /// Where the body was moved.
  var file: String?
  /// The exchanges so far, also of a task that failed; `nil` without any.
  var metrics: SessionMetrics?
}

/// The end of a task: what its owner is called with, and what the event says.
struct FinishedTask: Sendable {
  var completion: @Sendable () -> Void
  var event: SessionEvent.Completion
}
