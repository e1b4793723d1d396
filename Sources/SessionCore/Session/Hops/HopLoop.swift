import Cryptography
import CurlTransport
import Locks

/// Sends one request with all that follows from its answers: redirects, challenges, retries.
///
/// Every exchange is an ordinary request to the transport, so the owner's hooks, the cookies and
/// the rules about credentials hold for each of them. An object with its parts kept out of the frame
/// of `run`, because thousands of them wait at once. For the same reason much of it is not inlined: inlined, the
/// frame of `run` has 4 KB instead of 1, and 2 000 requests of 100 ms with 1 000 jobs take a fifth more memory.
final class HopLoop<Transport: HopTransport> {
  private let sharedConfiguration: SessionConfiguration.Shared
  let transport: Transport

  private var request: SessionRequest
  private(set) var metrics = SessionMetrics()
  /// The header fields that the authentication put in: no other origin gets them.
  private var credentialFields: [String] = []
  private var authorization: String?
  private var challengeFailures = 0
  /// The challenge that ``authorization`` answers, and what a hook gave to answer it with.
  private var answered: (challenge: ChallengeContext, credential: PasswordCredential?)?
  private(set) var retries = 0
  private var deadline: ContinuousClock.Instant?
  /// Whether some of the time until the deadline went by before the first exchange.
  private var hasBegunLate = false
  /// The fields that the next exchange is signed with.
  private var signature: HTTPHeaders?
  /// What the request's body was compressed by.
  private var compression: RequestCompression?
  /// What the last exchange has come to.
  var answer: Answer?

  init(_ request: SessionRequest, configuration: SessionConfiguration.Shared, transport: Transport)
  {
    self.request = request
    sharedConfiguration = configuration
    self.transport = transport
  }

  var configuration: SessionConfiguration { sharedConfiguration.value }

  /// Runs until there is an answer to deliver.
  func run() async throws(SessionError) -> SessionData {
    try await adapt()
    try prepareFirst()
    if isCompressed { try await compress() }
    try await authenticate()
    while true {
      do throws(SessionError) {
        try await exchange()
      } catch {
        guard try await waitToRetry(status: nil, error: error) else { throw error }
        continue
      }
      if asksForMore {
        if try await goesOn() { continue }
        try await settle()
      }
      return data()
    }
  }

  @inline(__always)
  private func adapt() async throws(SessionError) {
    if isAdapted { try await adaptWithAll() }
    tellAdapted()
  }

  @inline(never)
  private func tellAdapted() { transport.adapted(request) }

  private var isAdapted: Bool {
    @inline(never) get { !configuration.adapters.isEmpty || request.adapter != nil }
  }

  @inline(never)
  private func adaptWithAll() async throws(SessionError) {
    for adapter in configuration.adapters { request = try await adapter.adapt(request) }
    if let adapter = request.adapter { request = try await adapter.adapt(request) }
  }

  private var isCompressed: Bool {
    @inline(never) get { (request.compression ?? configuration.compression)?.coding != nil }
  }

  @inline(never)
  private func compress() async throws(SessionError) {
    guard let chosen = request.compression ?? configuration.compression else { return }
    var compressed = request
    if try await chosen.apply(to: &compressed) {
      request = compressed
      compression = chosen
    }
  }

  /// The request of the next exchange; the transport is notified of it.
  @inline(never)
  func nextRequest() -> SessionRequest {
    let sent = requestWithCookies()
    transport.sending(sent)
    return sent
  }

  /// The answer of the last exchange.
  @inline(never)
  func lastAnswer() -> Answer {
    guard let answer else { preconditionFailure("an exchange that does not throw has an answer") }
    return answer
  }

  private var asksForMore: Bool {
    @inline(never) get { (answer?.response.status ?? 0) >= 300 }
  }

  @inline(never)
  private func data() -> SessionData {
    guard let answer = answer.take() else {
      preconditionFailure("an exchange that does not throw has an answer")
    }
    return SessionData(response: answer.response, data: answer.data, metrics: metrics)
  }

  /// The answer leads nowhere, so its owner may know of it.
  @inline(never)
  private func settle() async throws(SessionError) {
    let last = lastAnswer()
    answer?.data = try await transport.settle(last.response, last.data, of: request)
  }

  /// Takes an exchange into the metrics.
  func note(_ hop: consuming SessionMetrics.Hop) {
    transport.collected(hop)
    metrics.hops.append(hop)
  }

  /// Whether another exchange is needed; if so, everything is ready for it.
  @inline(never)
  private func goesOn() async throws(SessionError) -> Bool {
    let response = lastAnswer().response
    if response.status == 401, try await answersChallenge(response) {
      try await replayBody()
      return true
    }
    if (request.redirects ?? configuration.redirects).isRedirect(response.status),
      try await follows(response)
    {
      return true
    }
    // What the cache says is not said otherwise the next time.
    if metrics.isFromCache { return false }
    return try await waitToRetry(status: response.status, error: nil)
  }
}

extension HopLoop {
  @inline(never)
  private func prepareFirst() throws(SessionError) {
    guard request.url.isRequestable else {
      let message = "expected an http or https URL with a host, got \"\(request.url.displayText)\""
      let code: SessionError.Code = request.url.scheme == nil ? .badURL : .unsupportedURL
      throw SessionError(code, message, of: request)
    }
    for field in configuration.headers { request.headers.setIfAbsent(field.name, field.value) }
    if omitsAuthorization {
      request.authentication = nil
    } else if let usual = configuration.authentication, request.authentication == nil {
      request.authentication = usual
    }
    if let timeout = timeLimit { deadline = .now + timeout }
  }

  private var timeLimit: Duration? {
    if let own = request.transport { own.timeout } else { configuration.transport.timeout }
  }

  @inline(__always)
  private func authenticate() async throws(SessionError) {
    if hasCredentials { try await authenticateByScheme() }
  }

  private var hasCredentials: Bool {
    @inline(never) get {
      (request.url.userInfo != nil || request.authentication != nil) && !omitsAuthorization
    }
  }

  private var omitsAuthorization: Bool { request.omittedHeaders.contains("authorization") }

  @inline(never)
  private func authenticateByScheme() async throws(SessionError) {
    if request.url.userInfo != nil, request.authentication == nil,
      !request.headers.contains("Authorization"), let credential = request.url.credential
    {
      request.authentication = .basic(user: credential.user, password: credential.password)
    }
    guard let scheme = request.authentication?.scheme else { return }
    if request.transport == nil { request.transport = configuration.transport }
    var prepared = request
    let start = ContinuousClock.now
    try await scheme.prepare(&prepared, context: context)
    credentialFields += prepared.headers.map(\.name)
      .filter { prepared.headers.values($0) != request.headers.values($0) }
    request = prepared
    // A token may have been fetched, and that is the task's time, too.
    if ContinuousClock.now - start > .milliseconds(1) { hasBegunLate = true }
  }

  /// Whether the next exchange is to be signed, or no longer as the one before.
  var needsSignature: Bool {
    @inline(never) get { request.authentication?.scheme is any RequestSigner || signature != nil }
  }

  /// Signs the next exchange.
  @inline(never)
  func sign() async throws(SessionError) {
    signature = nil
    guard let signer = request.authentication?.scheme as? any RequestSigner else { return }
    request.url = signer.canonicalURL(of: request.url)
    signature = try await signer.signature(of: request, context: context)
  }

  private var context: AuthenticationContext {
    let configuration = configuration
    let direct = transport.direct
    let transportOptions = request.transport ?? configuration.transport
    return AuthenticationContext(
      now: configuration.now,
      sessionHeaders: configuration.headers
    ) { (own: SessionRequest) async throws(SessionError) in
      var plain = configuration
      plain.authentication = nil
      plain.headers = [:]
      plain.adapters = []
      plain.cookies = nil
      plain.cache = nil
      plain.compression = nil
      plain.transport = transportOptions
      plain.transport.authentication = nil
      let loop = HopLoop<DirectHops>(own, configuration: .init(plain), transport: direct)
      return try await loop.run()
    }
  }

  private func requestWithCookies() -> SessionRequest {
    var sent = request
    if let signature { sent.headers.merge(signature) }
    if let authorization { sent.headers["Authorization"] = authorization }
    addCookies(to: &sent)
    for name in sent.omittedHeaders { sent.headers.remove(name) }
    return consume sent
  }

  private func addCookies(to sent: inout SessionRequest) {
    guard let cookies = configuration.cookies, sent.attributes.handlesCookies else { return }
    let own = sent.headers["Cookie"]
    let header = cookies.header(adding: own, for: sent.url, now: configuration.now)
    if header != own { sent.headers["Cookie"] = header }
  }

  @inline(never)
  func wire(
    _ sent: SessionRequest,
    _ facts: Locked<TLSFacts?>?
  ) -> TransferRequest {
    var wire = TransferRequest(
      method: sent.method,
      url: sent.url.requestText,
      headers: sent.headers.transferHeaders,
      body: sent.body.transferBody,
      options: sent.transport ?? configuration.transport
    )
    wire.bodyReader = sent.bodyReader
    wire.omittedHeaders = sent.omittedHeaders
    wire.sentHead = sent.sentHead
    if let trust = configuration.serverTrust {
      let host = sent.url.host ?? ""
      trust.apply(to: &wire.options, host: host, otherwise: configuration.securityPolicy)
    } else {
      configuration.securityPolicy?.apply(to: &wire.options)
    }
    if let facts { wire.options.collectTLSFacts(in: facts) }
    if wire.options.idleTimeout == nil {
      wire.options.idleTimeout = sent.attributes.timeoutInterval
    }
    if sent.attributes.usesPipelining { wire.options.waitsForSharedConnection = true }
    if wire.options.serviceType == nil {
      wire.options.serviceType = sent.attributes.networkServiceType.mark
    }
    // The limit is for the whole task, so later exchanges have less of it.
    if let deadline, !metrics.hops.isEmpty || retries > 0 || hasBegunLate {
      wire.options.timeout = max(.milliseconds(1), ContinuousClock.now.duration(to: deadline))
    }
    if sent.omittedHeaders.contains("authorization") { wire.options.authentication = nil }
    return wire
  }
}

extension HopLoop {
  private func answersChallenge(
    _ response: SessionResponse
  ) async throws(SessionError) -> Bool {
    guard challengeFailures < 16, !omitsAuthorization else { return false }
    let challenge = ChallengeContext(
      challenges: AuthenticationChallenge.parse(response.headers.values("WWW-Authenticate")),
      response: response,
      previousFailureCount: challengeFailures
    )
    switch await transport.answer(challenge).settled() {
    case .performDefault:
      try await answer(challenge, with: nil)
      if authorization == nil, let (narrowed, stored) = storedCredential(for: challenge) {
        try await answer(narrowed, with: stored)
      }
    case .credential(let user, let password):
      try await answer(challenge, with: PasswordCredential(user: user, password: password))
    case .reject:
      authorization = nil
    case .cancel:
      throw .cancelled(request)
    case .error(let error):
      throw error
    case .deferred:
      authorization = nil
    }
    challengeFailures += 1
    return authorization != nil
  }

  /// Makes the authorization of the next exchange.
  ///
  /// - Parameters:
  ///   - challenge: what it answers.
  ///   - credential: what a hook gave; without one the request's own scheme answers.
  /// - Throws: what the scheme throws.
  private func answer(
    _ challenge: ChallengeContext,
    with credential: PasswordCredential?
  ) async throws(SessionError) {
    answered = (challenge, credential)
    authorization =
      if let credential {
        try credential.header(
          for: challenge.challenges,
          request: request,
          count: challenge.answerCount
        )
      } else {
        try await request.authentication?.scheme.answer(challenge, to: request, context: context)
      }
  }

  /// Makes a new digest for a request that is sent again: one nonce counts its uses, and a server
  /// refuses the same count twice (RFC 7616 section 3.4).
  private func renewDigest() async throws(SessionError) {
    guard authorization?.hasPrefix("Digest ") == true, var answered else { return }
    answered.challenge.answerCount += 1
    try await answer(answered.challenge, with: answered.credential)
  }

  /// What the session's storage knows for a challenge, which is tried once.
  ///
  /// - Returns: the challenge with the one offer that the credential is for.
  private func storedCredential(
    for challenge: ChallengeContext
  ) -> (ChallengeContext, PasswordCredential)? {
    guard let storage = configuration.credentials, request.usesCredentialStorage,
      request.authentication == nil, challenge.previousFailureCount == 0
    else { return nil }
    for offer in challenge.challenges where ["basic", "digest"].contains(offer.scheme) {
      let space = ProtectionSpace(of: request.url, realm: offer.realm, scheme: offer.scheme)
      guard let known = storage.credential(for: space) else { continue }
      var narrowed = challenge
      narrowed.challenges = [offer]
      return (narrowed, PasswordCredential(user: known.user, password: known.password))
    }
    return nil
  }

  private func follows(_ response: SessionResponse) async throws(SessionError) -> Bool {
    let policy = request.redirects ?? configuration.redirects
    guard
      var target = try policy.next(
        after: response,
        to: request,
        followed: metrics.redirectCount
      )
    else { return false }
    let isLimited = policy.credentials == .sameOrigin
    if isLimited, !target.url.hasSameOrigin(as: request.url) {
      for name in credentialFields { target.headers.remove(name) }
    }
    guard var next = await transport.redirect(response, to: target) else { return false }
    if isLimited, !next.url.hasSameOrigin(as: request.url) {
      var options = next.transport ?? configuration.transport
      if options.authentication != nil {
        options.authentication = nil
        next.transport = options
      }
    }
    authorization = nil
    answered = nil
    challengeFailures = 0
    metrics.redirectCount += 1
    request = next
    try await replayBody()
    if request.url.userInfo != nil { try await authenticate() }
    return true
  }

  /// Goes back to the start of the body, or gets a new one.
  private func replayBody() async throws(SessionError) {
    if request.body.rewind() { return }
    guard let body = await transport.newBody(for: request) else {
      let message = "the body must be sent again, but its stream cannot be read a second time"
      throw SessionError(.requestBodyStreamExhausted, message, of: request)
    }
    request.body = body
    if let compression { request.body = try await compression.bodyAgain(of: request) }
  }

  @inline(never)
  private func waitToRetry(
    status: Int?,
    error: SessionError?
  ) async throws(SessionError) -> Bool {
    guard transport.canBeginAgain,
      let delay = try await delayBeforeRetry(status: status, error: error)
    else { return false }
    if let deadline, .now + delay >= deadline { return false }
    retries += 1
    transport.retrying(request, after: delay)
    try await transport.wait(for: delay, of: request)
    try await replayBody()
    try await renewDigest()
    return true
  }

  /// Asks one retrier after the other; the first that does not say no decides.
  private func delayBeforeRetry(
    status: Int?,
    error: SessionError?
  ) async throws(SessionError) -> Duration? {
    if error?.code == .cancelled { return nil }
    var retriers = configuration.retriers
    if let policy = configuration.retries { retriers.append(policy) }
    if let own = request.retrier { retriers.append(own) }
    for retrier in retriers {
      switch await retrier.decide(on: request, status: status, error: error, retries: retries) {
      case .retry(let delay): return delay
      case .doNotRetry: continue
      case .fail(let error): throw error
      }
    }
    return nil
  }
}

extension SessionError {
  /// A task that was cancelled.
  static func cancelled(_ request: SessionRequest) -> SessionError {
    SessionError(.cancelled, "the request was cancelled", of: request)
  }
}
