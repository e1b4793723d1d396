import Documents
import Locks

/// One request as an operation that can be queued, paused and waited for, as in AFNetworking 2.
///
/// A pause ends the connection and keeps the bytes that have come; ``resume()`` asks for the rest
/// with `Range` and `If-Range`. Three deliberate divergences from `AFHTTPRequestOperation`: a rest
/// is asked for only of a GET whose answer had a strong `ETag` or a `Last-Modified`, because nobody
/// could tell otherwise whether it still fits; an answer that was changed meanwhile is fetched whole
/// instead of being appended; and a pause is no `finish` event.
///
/// ```swift
/// let operation = HTTPRequestOperation(request: request)
/// operation.setCompletion { print($0.responseString ?? "", $0.error ?? "fine") }
/// operation.start()
/// ```
public final class HTTPRequestOperation: Sendable {
  /// The states of an operation, with AFNetworking's numbers.
  public enum State: Int, Sendable, Hashable {
    /// It stands still and keeps what has come.
    case paused = -1
    /// It can be started.
    case ready = 1
    /// It runs.
    case executing = 2
    /// It has ended, one way or another.
    case finished = 3
  }

  /// What a finished operation calls.
  public typealias Completion = @Sendable (HTTPRequestOperation) -> Void
  /// Is called with the progress of a body.
  public typealias ProgressHandler = @Sendable (TransferProgress) -> Void
  /// Says what a redirect becomes; `nil` delivers the redirect itself.
  public typealias RedirectHandler =
    @Sendable (HTTPRequestOperation, SessionResponse, SessionRequest) -> SessionRequest?
  /// Says what of an answer is kept by the session's cache, `nil` for nothing.
  public typealias CacheHandler =
    @Sendable (HTTPRequestOperation, CachedResponse) -> CachedResponse?
  /// Says how a challenge is answered.
  public typealias ChallengeHandler =
    @Sendable (HTTPRequestOperation, ChallengeContext) async -> ChallengeAnswer

  struct Contents: Sendable {
    var task: SessionTask?
    var rest: ResumeData?
    var body: [UInt8]?
    var result: DataResponse<String>?
    var cancellation: SessionError?
    var decoded: Decoded?
    var dependencies: [HTTPRequestOperation] = []
    var completions: [Completion] = []
    var observers: [@Sendable () -> Void] = []
    var uploadHandler: ProgressHandler?
    var downloadHandler: ProgressHandler?
    var redirectHandler: RedirectHandler?
    var cacheHandler: CacheHandler?
    var challengeHandler: ChallengeHandler?
    var isOver = false
  }

  struct Decoded: Sendable {
    var object: (any Sendable)?
    var error: SessionError?
  }

  /// The request as it was given.
  public let request: SessionRequest
  /// Judges and decodes the answer when it is asked for.
  public let responseSerializer: any ResponseSerializer
  /// Where the body goes instead of memory; must not exist yet.
  public let outputFile: String?
  /// Hands the body on while it comes, in the place of memory.
  let output: OutputPump?

  let session: URLSessionManager
  let machine = Locked(RequestOperationMachine())
  let contents = Locked(Contents())
  let broadcast = EventBroadcast<RequestOperationEvent>()

  /// Creates an operation.
  ///
  /// - Parameters:
  ///   - request: must have an absolute URL.
  ///   - session: what sends.
  ///   - responseSerializer: as in AFNetworking the bare bytes, unless a manager sets another.
  ///   - credential: answers the first challenge; later ones are let pass.
  ///   - shouldUseCredentialStorage: whether the session's ``SessionConfiguration/credentials`` may
  ///     answer a challenge that `credential` does not.
  ///   - outputFile: where the body goes instead of memory.
  ///   - output: takes the body while it comes, instead of memory and of `outputFile`.
  public init(
    request: SessionRequest,
    session: URLSessionManager = URLSessionManager(),
    responseSerializer: any ResponseSerializer = HTTPResponseSerializer(),
    credential: (user: String, password: String)? = nil,
    shouldUseCredentialStorage: Bool = true,
    outputFile: String? = nil,
    output: (any BodyOutput)? = nil
  ) {
    var request = request
    if !shouldUseCredentialStorage { request.usesCredentialStorage = false }
    if let credential {
      request.authentication = Authentication(
        FirstChallengeAuthentication(
          credential: PasswordCredential(user: credential.user, password: credential.password)
        )
      )
    }
    self.request = request
    self.session = session
    self.responseSerializer = responseSerializer
    self.outputFile = outputFile
    self.output = output.map(OutputPump.init)
  }
}

extension HTTPRequestOperation {
  /// The state.
  public var state: State { machine.withLock { $0.state } }
  /// Whether the session's ``SessionConfiguration/credentials`` may answer a challenge.
  public var shouldUseCredentialStorage: Bool { request.usesCredentialStorage }
  /// Whether the operation stands still.
  public var isPaused: Bool { state == .paused }
  /// Whether the operation can be started: its state allows it and all it depends on have ended.
  public var isReady: Bool { state == .ready && dependencies.allSatisfy(\.isFinished) }
  /// Whether the operation runs.
  public var isExecuting: Bool { state == .executing }
  /// Whether the operation has ended.
  public var isFinished: Bool { state == .finished }
  /// Whether the operation was cancelled.
  public var isCancelled: Bool { machine.withLock { $0.isCancelled } }

  /// Starts the operation, whatever it depends on; a queue waits for that.
  public func start() { perform(machine.withLock { $0.start() }) }

  /// Ends the connection and keeps what has come.
  public func pause() { perform(machine.withLock { $0.pause() }) }

  /// Goes on with what is missing.
  public func resume() { perform(machine.withLock { $0.resume() }) }

  /// Ends the operation with -999, also before it was started.
  public func cancel() { perform(machine.withLock { $0.cancel() }) }

  /// The head of the answer, once the operation has ended.
  public var response: SessionResponse? { contents.withLock { $0.result?.response } }

  /// The body, once the operation has ended; `nil` when it went to a file or an output.
  public var responseData: [UInt8]? { contents.withLock { $0.body } }

  /// The body as text: in the charset that the content type names, else in UTF-8.
  public var responseString: String? {
    guard let data = responseData else { return nil }
    let charset = response?.textEncodingName ?? "utf-8"
    return TextDecoder.decode(data, contentTypeCharset: charset, kind: .text).text
  }

  /// What the body was decoded to, which is done when it is first asked for.
  public var responseObject: (any Sendable)? { decoded?.object }

  /// What went wrong: on the way, or with the answer.
  public var error: SessionError? {
    if let error = contents.withLock({ $0.cancellation ?? $0.result?.error }) { return error }
    return decoded?.error
  }

  /// The operations that must have ended before a queue starts this one.
  public var dependencies: [HTTPRequestOperation] { contents.withLock { $0.dependencies } }

  /// Lets a queue start this operation only after another one has ended; a ring never starts.
  ///
  /// That counts for an operation that waits in a queue as well, and not for one that has started.
  public func addDependency(_ operation: HTTPRequestOperation) {
    contents.withLock { $0.dependencies.append(operation) }
    // A queue that has this one already does not know the other.
    operation.observe { [weak self] in self?.tellObservers() }
  }

  /// Sets what is called with the progress of the request's body.
  public func setUploadProgress(_ handler: ProgressHandler?) {
    contents.withLock { $0.uploadHandler = handler }
  }

  /// Sets what is called with the progress of the answer's body; a resumed one counts all bytes.
  public func setDownloadProgress(_ handler: ProgressHandler?) {
    contents.withLock { $0.downloadHandler = handler }
  }

  /// Sets what is asked before a redirect is followed, in the place of the session's hook.
  ///
  /// This and the two below hold for what is sent after the call.
  public func setRedirectHandler(_ handler: RedirectHandler?) {
    contents.withLock { $0.redirectHandler = handler }
  }

  /// Sets what is asked before the answer is put into the session's cache, in the place of its hook.
  public func setCacheHandler(_ handler: CacheHandler?) {
    contents.withLock { $0.cacheHandler = handler }
  }

  /// Sets what answers challenges before the operation's credential does, in the place of the
  /// session's hook.
  public func setChallengeHandler(_ handler: ChallengeHandler?) {
    contents.withLock { $0.challengeHandler = handler }
  }

  /// Adds what is called once when the operation has ended, in the session's line of callbacks.
  public func setCompletion(_ completion: @escaping Completion) {
    let isOver = contents.withLock { contents in
      if !contents.isOver { contents.completions.append(completion) }
      return contents.isOver
    }
    if isOver { session.deliver { completion(self) } }
  }

  /// Waits until the operation has ended and its completions have been called.
  public func waitUntilFinished() async {
    await withCheckedContinuation { continuation in setCompletion { _ in continuation.resume() } }
  }

  /// Start and end of the operation from now on.
  public func events() -> AsyncStream<RequestOperationEvent> { broadcast.listen() }

  private var decoded: Decoded? {
    let known = contents.withLock { ($0.decoded, $0.result, $0.body) }
    if let decoded = known.0 { return decoded }
    guard let result = known.1, result.error == nil, let response = result.response else {
      return nil
    }
    let decoded = Self.decode(known.2 ?? [], of: response, with: responseSerializer)
    return contents.withLock { contents in
      let first = contents.decoded ?? decoded
      contents.decoded = first
      return first
    }
  }

  private static func decode(
    _ data: [UInt8],
    of response: SessionResponse,
    with serializer: some ResponseSerializer
  ) -> Decoded {
    let serialized = serializer.serialize(response, data: data)
    return Decoded(object: serialized.object, error: serialized.error)
  }
}

/// Answers the first challenge only, as AFNetworking's operations do.
private struct FirstChallengeAuthentication: AuthenticationScheme {
  let credential: PasswordCredential

  func answer(
    _ challenge: ChallengeContext,
    to request: SessionRequest,
    context: AuthenticationContext
  ) async throws(SessionError) -> String? {
    guard challenge.previousFailureCount == 0 else { return nil }
    return try credential.header(for: challenge.challenges, request: request)
  }
}
