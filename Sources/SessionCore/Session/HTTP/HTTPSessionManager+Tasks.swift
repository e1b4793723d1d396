import Encodings

extension SerializingSessionManager {
  /// Makes a task of any method; the verbs with a completion handler are this one, resumed.
  ///
  /// - Parameters:
  ///   - method: such as `GET`.
  ///   - reference: resolved against the base.
  ///   - parameters: what the request says.
  ///   - headers: put over the serializer's.
  ///   - uploadProgress: of the request's body.
  ///   - downloadProgress: of the answer's body.
  ///   - completion: called exactly once, also when no request can be made.
  /// - Returns: the task, suspended; `nil` when no request can be made, nothing is sent then.
  public func dataTask(
    _ method: String,
    _ reference: String,
    parameters: ParameterValue? = nil,
    headers: HTTPHeaders = [:],
    uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
    downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
    completion: @escaping @Sendable (DataResponse<Response.Output>) -> Void
  ) -> SessionTask? {
    makeTask(method, completion: completion) { (serializer) throws(SessionError) in
      session.dataTask(
        with: try request(method, reference, parameters: parameters, headers: headers),
        serializer: serializer,
        uploadProgress: uploadProgress,
        downloadProgress: downloadProgress,
        completion: completion
      )
    }
  }

  /// Gives what can be made; what cannot is called back with.
  func makeTask(
    _ method: String,
    completion: @escaping @Sendable (DataResponse<Response.Output>) -> Void,
    _ make: (Response) throws(SessionError) -> SessionTask
  ) -> SessionTask? {
    let serializer = responseSerializer
    do throws(SessionError) {
      return try make(serializer)
    } catch {
      let response = DataResponse(
        TaskOutcome(result: .failure(error)),
        request: SessionRequest(method: method, url: baseURL ?? URI(URIReference(""))),
        serializer: serializer
      )
      session.deliver { completion(response) }
      return nil
    }
  }

  /// Posts a form in parts and calls back.
  ///
  /// - Parameters:
  ///   - reference: resolved against the base.
  ///   - parameters: become the first parts.
  ///   - headers: put over the serializer's, but for the content type with its boundary.
  ///   - form: adds the parts.
  ///   - progress: of the request's body.
  ///   - completion: called exactly once, also when no request can be made.
  /// - Returns: the task, resumed; `nil` when no request can be made, nothing is sent then.
  @discardableResult
  public func post(
    _ reference: String,
    parameters: ParameterValue? = nil,
    headers: HTTPHeaders = [:],
    form: (inout MultipartFormData) throws(SessionError) -> Void,
    progress: (@Sendable (TransferProgress) -> Void)? = nil,
    completion: @escaping @Sendable (DataResponse<Response.Output>) -> Void
  ) -> SessionTask? {
    resumed(
      makeTask("POST", completion: completion) { (serializer) throws(SessionError) in
        session.uploadTask(
          with: try requestSerializer.multipartRequest(
            "POST",
            url(reference),
            parameters: parameters,
            headers: headers,
            form: form
          ),
          serializer: serializer,
          progress: progress,
          completion: completion
        )
      }
    )
  }

  func resumed(_ task: SessionTask?) -> SessionTask? {
    task?.resume()
    return task
  }
}
