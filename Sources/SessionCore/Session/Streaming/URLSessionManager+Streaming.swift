extension URLSessionManager {
  /// Sends a request and gives the body of its answer piece by piece.
  ///
  /// Redirects, challenges and retries come before: what is given is the answer that
  /// ``data(for:)`` would give. The body of one that is no success (300 and above) may belong to none
  /// of these, so it comes as a whole. Once a body of a success has begun nothing is retried any
  /// more, and it is not put into the cache. A hook's ``SessionEvents`` answer to make the task a
  /// download counts as leave to go on.
  ///
  /// Bodies are asked for as they are (`Accept-Encoding: identity`) unless the request says otherwise:
  /// of a coded one that has to wait, libcurl keeps what it has decoded in memory, and ends a transfer
  /// that is more than 64 MiB ahead of its reader.
  ///
  /// ```swift
  /// let stream = try await session.bytes(for: request, validation: .init())
  /// for try await line in stream.lines { print(line) }
  /// ```
  ///
  /// - Parameters:
  ///   - request: must have an absolute URL.
  ///   - validation: what answers are acceptable; `nil` for all.
  ///   - limit: how many bytes may wait for their reader before the server has to; one piece of the
  ///     transport, some 16 KiB, may come on top.
  /// - Returns: head and body.
  /// - Throws: `SessionError` when no answer came, and when it is not acceptable, with what of the
  ///   body had come.
  public func bytes(
    for request: SessionRequest,
    validation: ResponseValidation? = nil,
    limit: Int = 256 << 10
  ) async throws(SessionError) -> BodyStream {
    var request = request
    request.headers.setIfAbsent("Accept-Encoding", "identity")
    let channel = BodyChannel(limit: limit)
    let task = makeTask(request, kind: .data, channel: channel) { task, outcome in
      FinishedTask(
        completion: { channel.finish(outcome) },
        event: .init(task: task, outcome: outcome)
      )
    }
    let lease = BodyStream.Lease(task)
    let head = await withTaskCancellationHandler {
      task.resume()
      if Task.isCancelled { task.cancel() }
      return await Result { () async throws(SessionError) in
        let response = try await channel.head()
        try await validation?.check(response, channel)
        return response
      }
    } onCancel: {
      task.cancel()
    }
    return BodyStream(response: try head.get(), channel: channel, lease: lease)
  }
}

extension ResponseValidation {
  /// Judges an answer whose body is still to come.
  fileprivate func check(
    _ response: SessionResponse,
    _ channel: BodyChannel
  ) async throws(SessionError) {
    if validate(response, data: []).isValid { return }
    // A wrong content type is no error without a body; and what came belongs to the error.
    let first = try await channel.next() ?? []
    if let error = validate(response, data: first).error { throw error }
  }
}
