import Locks

/// A base URL, serializers and a queue: requests as operations, as in AFNetworking 2.
///
/// ```swift
/// let manager = try HTTPRequestOperationManager(baseURL: "https://example.com/v1")
/// manager.get("orders", parameters: ["page": 2]) { operation, object in
///   print(operation.response?.status ?? 0, object ?? "")
/// }
/// ```
public final class HTTPRequestOperationManager: Sendable {
  /// Called with what an operation has decoded.
  public typealias Success = @Sendable (HTTPRequestOperation, (any Sendable)?) -> Void
  /// Called with what went wrong; without operation when no request could be made.
  public typealias Failure = @Sendable (HTTPRequestOperation?, SessionError) -> Void

  /// Resolves references and writes parameters.
  public let requests: HTTPSessionManager
  /// Runs the operations.
  public let operationQueue: RequestOperationQueue
  private let settings: Locked<Settings>
  private let updates = UpdateGate()

  private struct Settings: Sendable {
    var responseSerializer: any ResponseSerializer
    var credential: (user: String, password: String)?
    var shouldUseCredentialStorage = true
  }

  /// Judges and decodes the answers of operations that are made from now on.
  ///
  /// Safe from all threads, also where a part of it is changed.
  public var responseSerializer: any ResponseSerializer {
    get { settings.withLock { $0.responseSerializer } }
    _modify {
      updates.enter()
      defer { updates.leave() }
      var changed = settings.withLock { $0.responseSerializer }
      defer {
        let serializer = changed
        settings.withLock { $0.responseSerializer = serializer }
      }
      yield &changed
    }
  }

  /// Writes parameters of operations that are made from now on.
  public var requestSerializer: any RequestSerializer {
    get { requests.requestSerializer }
    _modify { yield &requests.requestSerializer }
  }

  /// Answers the first challenge of operations that are made from now on; `nil` for none.
  public var credential: (user: String, password: String)? {
    get { settings.withLock { $0.credential } }
    set { settings.withLock { $0.credential = newValue } }
  }

  /// Whether the session's ``SessionConfiguration/credentials`` may answer challenges of operations
  /// that are made from now on.
  public var shouldUseCredentialStorage: Bool {
    get { settings.withLock { $0.shouldUseCredentialStorage } }
    set { settings.withLock { $0.shouldUseCredentialStorage = newValue } }
  }

  /// Creates a manager.
  ///
  /// - Parameters:
  ///   - baseURL: `nil`, or an absolute `http` or `https` URL.
  ///   - session: what sends.
  ///   - requestSerializer: writes parameters; by default query and form.
  ///   - responseSerializer: judges and decodes answers; by default JSON.
  ///   - credential: answers the first challenge of each operation.
  ///   - operationQueue: runs the operations; by default without limit.
  /// - Throws: `SessionError` as ``HTTPSessionManager`` does.
  public init(
    baseURL: String? = nil,
    session: URLSessionManager = URLSessionManager(),
    requestSerializer: any RequestSerializer = HTTPRequestSerializer(),
    responseSerializer: any ResponseSerializer = JSONResponseSerializer(),
    credential: (user: String, password: String)? = nil,
    operationQueue: RequestOperationQueue = RequestOperationQueue()
  ) throws(SessionError) {
    requests = try HTTPSessionManager(
      baseURL: baseURL,
      session: session,
      requestSerializer: requestSerializer
    )
    settings = Locked(Settings(responseSerializer: responseSerializer, credential: credential))
    self.operationQueue = operationQueue
  }

  /// Makes an operation of any request, which is not queued.
  public func operation(
    with request: SessionRequest,
    success: Success? = nil,
    failure: Failure? = nil
  ) -> HTTPRequestOperation {
    let settings = settings.withLock { $0 }
    let operation = HTTPRequestOperation(
      request: request,
      session: requests.session,
      responseSerializer: settings.responseSerializer,
      credential: settings.credential,
      shouldUseCredentialStorage: settings.shouldUseCredentialStorage
    )
    operation.setCompletion { operation in
      if let error = operation.error {
        failure?(operation, error)
      } else {
        success?(operation, operation.responseObject)
      }
    }
    return operation
  }

  /// Makes an operation of any method and queues it; the verbs are this one.
  ///
  /// - Parameters:
  ///   - method: such as `GET`.
  ///   - reference: resolved against the base.
  ///   - parameters: what the request says.
  ///   - success: called when all is well.
  ///   - failure: called otherwise, also when no request can be made.
  /// - Returns: the operation, queued; `nil` when no request can be made.
  @discardableResult
  public func send(
    _ method: String,
    _ reference: String,
    parameters: ParameterValue? = nil,
    success: Success? = nil,
    failure: Failure? = nil
  ) -> HTTPRequestOperation? {
    queue(success, failure) { () throws(SessionError) in
      try requests.request(method, reference, parameters: parameters)
    }
  }

  /// The same with parameters whose values are variables.
  @_disfavoredOverload
  @discardableResult
  public func send(
    _ method: String,
    _ reference: String,
    parameters: Parameters,
    success: Success? = nil,
    failure: Failure? = nil
  ) -> HTTPRequestOperation? {
    queue(success, failure) { () throws(SessionError) in
      try requests.request(method, reference, parameters: parameters)
    }
  }

  /// Posts a form in parts; the parameters become the first ones.
  @discardableResult
  public func post(
    _ reference: String,
    parameters: ParameterValue? = nil,
    form: (inout MultipartFormData) throws(SessionError) -> Void,
    failure: Failure? = nil,
    success: Success? = nil
  ) -> HTTPRequestOperation? {
    queue(success, failure) { () throws(SessionError) in
      try requests.requestSerializer.multipartRequest(
        "POST",
        requests.url(reference),
        parameters: parameters,
        form: form
      )
    }
  }

  private func queue(
    _ success: Success?,
    _ failure: Failure?,
    _ request: () throws(SessionError) -> SessionRequest
  ) -> HTTPRequestOperation? {
    do throws(SessionError) {
      let operation = operation(with: try request(), success: success, failure: failure)
      operationQueue.add(operation)
      return operation
    } catch {
      requests.session.deliver { failure?(nil, error) }
      return nil
    }
  }
}
