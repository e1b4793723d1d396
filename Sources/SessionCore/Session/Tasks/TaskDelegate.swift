import Locks

/// What a session keeps for one task: its progress, and whom to tell what.
final class TaskDelegate: Sendable {
  /// Takes the end of a task; says what is to be called and told of it.
  typealias Finish = @Sendable (SessionTask, TaskOutcome) -> FinishedTask

  struct Progress: Sendable {
    var upload = TransferProgress()
    var download = TransferProgress()
  }

  let progress = Locked(Progress())
  let watchers = ProgressWatchers()
  let uploadHandler: (@Sendable (TransferProgress) -> Void)?
  let downloadHandler: (@Sendable (TransferProgress) -> Void)?
  let destination: SessionEvents.Destination?
  let downloadOptions: DownloadOptions
  /// What this task goes on with.
  let resume: ResumeData?
  /// Who reads the answer's body while it comes.
  let channel: BodyChannel?
  /// What this task has left for another one.
  let rest = Locked<ResumeData?>(nil)
  let finish: Finish

  init(
    uploadHandler: (@Sendable (TransferProgress) -> Void)?,
    downloadHandler: (@Sendable (TransferProgress) -> Void)?,
    destination: SessionEvents.Destination? = nil,
    downloadOptions: DownloadOptions = [],
    resume: ResumeData? = nil,
    channel: BodyChannel? = nil,
    finish: @escaping Finish
  ) {
    self.uploadHandler = uploadHandler
    self.downloadHandler = downloadHandler
    self.destination = destination
    self.downloadOptions = downloadOptions
    self.resume = resume
    self.channel = channel
    self.finish = finish
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
