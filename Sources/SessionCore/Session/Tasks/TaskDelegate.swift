import Locks

/// What a session keeps for one task: its progress, and whom to tell what.
final class TaskDelegate: Sendable {
  /// Takes the end of a task; says what is to be called and told of it.
  typealias Finish =
    @Sendable (SessionTask, Result<SessionData, SessionError>, String?) -> FinishedTask

  struct Progress: Sendable {
    var upload = TransferProgress()
    var download = TransferProgress()
  }

  let progress = Locked(Progress())
  let watchers = ProgressWatchers()
  let uploadHandler: (@Sendable (TransferProgress) -> Void)?
  let downloadHandler: (@Sendable (TransferProgress) -> Void)?
  let destination: SessionEvents.Destination?
  /// What this task goes on with.
  let resume: ResumeData?
  /// What this task has left for another one.
  let rest = Locked<ResumeData?>(nil)
  let finish: Finish

  init(
    uploadHandler: (@Sendable (TransferProgress) -> Void)?,
    downloadHandler: (@Sendable (TransferProgress) -> Void)?,
    destination: SessionEvents.Destination? = nil,
    resume: ResumeData? = nil,
    finish: @escaping Finish
  ) {
    self.uploadHandler = uploadHandler
    self.downloadHandler = downloadHandler
    self.destination = destination
    self.resume = resume
    self.finish = finish
  }
}

/// The end of a task: what its owner is called with, and what the event says.
struct FinishedTask: Sendable {
  var completion: @Sendable () -> Void
  var event: SessionEvent.Completion
}
