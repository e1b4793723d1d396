import CurlTransport
import Locks

extension URLSessionManager {
  /// Makes a task that gives the bytes of an answer to a serializer.
  ///
  /// - Parameters:
  ///   - request: must have an absolute URL.
  ///   - serializer: runs beside other tasks' serializers.
  ///   - uploadProgress: called in one line with the hooks.
  ///   - downloadProgress: called in one line with the hooks.
  ///   - completion: called exactly once.
  /// - Returns: the task, suspended.
  public func dataTask<Serializer: ResponseSerializer>(
    with request: SessionRequest,
    serializer: Serializer,
    uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
    downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
    completion: @escaping @Sendable (DataResponse<Serializer.Output>) -> Void
  ) -> SessionTask {
    makeTask(
      request,
      kind: .data,
      uploadProgress: uploadProgress,
      downloadProgress: downloadProgress,
      finish: Self.decoding(serializer, completion)
    )
  }

  /// Makes a task that decodes its answer as JSON.
  public func dataTask(
    with request: SessionRequest,
    completion: @escaping @Sendable (DataResponse<JSONResponseSerializer.Output>) -> Void
  ) -> SessionTask {
    dataTask(with: request, serializer: JSONResponseSerializer(), completion: completion)
  }

  /// Makes a task that sends a body.
  ///
  /// - Parameters:
  ///   - request: its method is kept.
  ///   - body: takes the place of the request's own; `nil` keeps that.
  ///   - serializer: judges and decodes the answer.
  ///   - progress: of the body, called in one line with the hooks.
  ///   - completion: called exactly once.
  /// - Returns: the task, suspended.
  public func uploadTask<Serializer: ResponseSerializer>(
    with request: SessionRequest,
    from body: RequestBody? = nil,
    serializer: Serializer,
    progress: (@Sendable (TransferProgress) -> Void)? = nil,
    completion: @escaping @Sendable (DataResponse<Serializer.Output>) -> Void
  ) -> SessionTask {
    var request = request
    if let body { request.body = body }
    return makeTask(
      request,
      kind: .upload,
      uploadProgress: progress,
      finish: Self.decoding(serializer, completion)
    )
  }

  /// Makes a task that writes its answer's body to a file.
  ///
  /// The answer is validated with an empty body, so an HTML page passes under a JSON serializer and
  /// a 404 does not, as in AFNetworking. Where AFNetworking hides a failed move, it is an error
  /// here.
  ///
  /// - Parameters:
  ///   - request: must have an absolute URL.
  ///   - validation: what answers are acceptable.
  ///   - options: what is done to make room for the file, wherever it goes.
  ///   - progress: called in one line with the hooks.
  ///   - destination: says where the file goes; `nil` discards it.
  ///   - completion: called exactly once, with the path of the file.
  /// - Returns: the task, suspended.
  public func downloadTask(
    with request: SessionRequest,
    validation: ResponseValidation = .init(
      acceptableContentTypes: JSONResponseSerializer.contentTypes
    ),
    options: DownloadOptions = [],
    progress: (@Sendable (TransferProgress) -> Void)? = nil,
    destination: SessionEvents.Destination? = nil,
    completion: @escaping @Sendable (DataResponse<String>) -> Void
  ) -> SessionTask {
    makeDownload(
      request,
      resume: nil,
      validation: validation,
      options: options,
      progress: progress,
      destination: destination,
      completion: completion
    )
  }

  /// Makes a task that goes on with a download that broke off.
  ///
  /// The rest is asked for with `Range` and `If-Range`. When the content has changed meanwhile, or
  /// the server gives no parts, the download starts again.
  ///
  /// - Parameters:
  ///   - resumeData: what the other task has left.
  ///   - validation: what answers are acceptable.
  ///   - options: what is done to make room for the file, wherever it goes.
  ///   - progress: called in one line with the hooks; starts with the bytes that are there.
  ///   - destination: says where the file goes; `nil` discards it.
  ///   - completion: called exactly once, with the path of the file.
  /// - Returns: the task, suspended.
  public func downloadTask(
    resuming resumeData: ResumeData,
    validation: ResponseValidation = .init(
      acceptableContentTypes: JSONResponseSerializer.contentTypes
    ),
    options: DownloadOptions = [],
    progress: (@Sendable (TransferProgress) -> Void)? = nil,
    destination: SessionEvents.Destination? = nil,
    completion: @escaping @Sendable (DataResponse<String>) -> Void
  ) -> SessionTask {
    makeDownload(
      resumeData.continuation,
      resume: resumeData,
      validation: validation,
      options: options,
      progress: progress,
      destination: destination,
      completion: completion
    )
  }

  func makeDownload(
    _ request: SessionRequest,
    resume: ResumeData?,
    validation: ResponseValidation,
    options: DownloadOptions = [],
    blocks: TaskBlocks = TaskBlocks(),
    uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
    progress: (@Sendable (TransferProgress) -> Void)?,
    destination: SessionEvents.Destination?,
    completion: @escaping @Sendable (DataResponse<String>) -> Void
  ) -> SessionTask {
    makeTask(
      request,
      kind: .download,
      uploadProgress: uploadProgress,
      downloadProgress: progress,
      destination: destination,
      downloadOptions: options,
      blocks: blocks,
      resume: resume
    ) { task, outcome in
      var response = DataResponse<String>(
        outcome,
        request: task.originalRequest,
        serializer: FileResponseSerializer(validation: validation, file: outcome.file)
      )
      response.object = outcome.file
      let finished = response
      return FinishedTask(
        completion: { completion(finished) },
        event: .init(
          task: task,
          outcome: outcome,
          serializer: HTTPResponseSerializer(validation: validation),
          object: finished.object,
          error: finished.error
        )
      )
    }
  }

  private static func decoding<Serializer: ResponseSerializer>(
    _ serializer: Serializer,
    _ completion: @escaping @Sendable (DataResponse<Serializer.Output>) -> Void
  ) -> TaskDelegate.Finish {
    { task, outcome in
      let response = DataResponse(outcome, request: task.originalRequest, serializer: serializer)
      return FinishedTask(
        completion: { completion(response) },
        event: .init(
          task: task,
          outcome: outcome,
          serializer: serializer,
          object: response.object,
          error: response.error
        )
      )
    }
  }

  func makeTask(
    _ request: SessionRequest,
    kind: SessionTask.Kind,
    uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
    downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
    destination: SessionEvents.Destination? = nil,
    downloadOptions: DownloadOptions = [],
    blocks: TaskBlocks = TaskBlocks(),
    resume: ResumeData? = nil,
    channel: BodyChannel? = nil,
    finish: @escaping TaskDelegate.Finish
  ) -> SessionTask {
    let task = SessionTask(
      identifier: TaskIdentifier.next(),
      kind: kind,
      request: request,
      delegate: TaskDelegate(
        owner: TaskDelegate.Owner(
          uploadHandler: uploadProgress,
          downloadHandler: downloadProgress,
          destination: destination,
          blocks: blocks,
          finish: finish
        ),
        downloadOptions: downloadOptions,
        resume: resume,
        channel: channel
      ),
      owner: self
    )
    state.withLock { $0.add(task) }
    task.tell { $0.taskDidCreate($1) }
    return task
  }

  /// A new session of the same configuration, without the hooks and tasks of this one.
  ///
  /// The cookie jar is copied as well, so that the two do not see each other's cookies.
  /// A cache is shared.
  public func copy() -> URLSessionManager {
    var configuration = configuration
    configuration.cookies = configuration.cookies.map { CookieStorage($0.jar) }
    return URLSessionManager(
      configuration: configuration,
      loop: loop,
      completionExecutor: completionExecutor
    )
  }

  /// All tasks that have not ended, in the order they were made.
  ///
  /// One that was never resumed is among them for as long as somebody else keeps it.
  ///
  /// AFNetworking gives data, upload and download tasks one after the other, and blocks until the
  /// session has answered; here the order is that of the identifiers, and nothing blocks.
  public var tasks: [SessionTask] {
    state.withLock { $0.tasks }.sorted { $0.identifier < $1.identifier }
  }

  /// Those of ``tasks`` that keep their answer's body in memory.
  public var dataTasks: [SessionTask] { tasks.filter { $0.kind == .data } }

  /// Those of ``tasks`` that were made to send a body.
  public var uploadTasks: [SessionTask] { tasks.filter { $0.kind == .upload } }

  /// Those of ``tasks`` that were made to write their answer's body to a file.
  public var downloadTasks: [SessionTask] { tasks.filter { $0.kind == .download } }
}

/// Judges the head of a download as if its body were empty.
private struct FileResponseSerializer: ResponseSerializer {
  let validation: ResponseValidation
  let file: String?

  func serialize(_ response: SessionResponse, data: [UInt8]) -> SerializedResponse<String> {
    SerializedResponse(object: file, error: validation.validate(response, data: []).error)
  }
}
