import Cryptography
import CurlTransport
import Locks

extension HopLoop {
  /// An answer, from the server or from the cache.
  struct Answer: Sendable {
    var response: SessionResponse
    var data: [UInt8]
  }

  /// Makes one exchange, by way of the cache if there is one; the answer is kept.
  func exchange() async throws(SessionError) {
    if needsSignature { try await sign() }
    if configuration.cache != nil {
      try await exchangeThroughCache()
    } else {
      try await load(nextUncached())
    }
  }

  @inline(never)
  private func exchangeThroughCache() async throws(SessionError) {
    let sent = nextRequest()
    if let cache = configuration.cache { answer = try await exchange(sent, through: cache) }
  }

  @inline(never)
  private func nextUncached() throws(SessionError) -> SentRequest {
    let sent = nextRequest()
    if sent.attributes.cachePolicy == .returnCacheDataDontLoad { throw .notCached(sent) }
    return try prepared(sent)
  }

  private func exchange(
    _ sent: SessionRequest,
    through cache: ResponseCache
  ) async throws(SessionError) -> Answer {
    let stored = await stored(for: sent, in: cache)
    switch CachePlan(for: sent, stored: stored, now: configuration.now()) {
    case .load:
      return try await loadAndStore(sent, in: cache, instead: stored)
    case .serve(let stored):
      return try await serve(stored, to: sent)
    case .validate(let stored):
      return try await validate(stored, for: sent, in: cache)
    case .gatewayTimeout:
      let response = SessionResponse(
        url: sent.url.withoutUserInfo,
        status: 504,
        reason: HTTPStatus.phrase(504)
      )
      return try await deliver(Answer(response: response, data: []), to: sent)
    case .unavailable:
      throw .notCached(sent)
    }
  }

  private func stored(for sent: SessionRequest, in cache: ResponseCache) async -> CachedResponse? {
    // What is tried again because of its answer must not get that answer from the cache.
    guard retries == 0, sent.canBeAnsweredByCache,
      let selector = CacheSelector(sent, options: options(of: sent))
    else { return nil }
    let stored = await cache.perform { $0.find(selector) }
    guard let stored, stored.data.count <= options(of: sent).bodyLimit else { return nil }
    return stored
  }

  private func options(of sent: SessionRequest) -> TransferOptions {
    sent.transport ?? configuration.transport
  }

  // MARK: From the server

  /// Makes one exchange with the server; the answer is kept.
  private func load(
    _ sent: SentRequest,
    isValidation: Bool = false
  ) async throws(SessionError) {
    do throws(SessionError) {
      try await transport.transfer(sent, isValidation: isValidation)
    } catch {
      noteFailed(sent)
      throw error
    }
    take(sent)
  }

  /// Takes an exchange into the metrics that broke off behind its head.
  @inline(never)
  private func noteFailed(_ sent: SentRequest) {
    if let (head, times) = transport.takeFailedExchange() { _ = note(head, times, of: sent) }
  }

  /// Notes an exchange with the network; returns its response.
  private func note(
    _ head: TransferHead,
    _ times: TransferMetrics,
    of sent: SentRequest
  ) -> SessionResponse {
    let url = sent.request.url.withoutUserInfo
    let response = SessionResponse(head, metrics: times, url: url)
    note(
      SessionMetrics.Hop(
        request: sent.request,
        response: response,
        transfer: times,
        tls: sent.facts?.withLock { $0 },
        sentHeaders: sent.sentHeaders
      )
    )
    return response
  }

  @inline(never)
  private func prepared(_ sent: consuming SessionRequest) throws(SessionError) -> SentRequest {
    try refuseMobileNetwork(sent)
    let facts: Locked<TLSFacts?>? = sent.collectsTLSFacts ? Locked(nil) : nil
    let wire = wire(sent, facts)
    return SentRequest(sent, wire: wire, facts: facts)
  }

  @inline(never)
  private func take(_ sent: SentRequest) {
    let reply = sent.takeReply()
    let response = note(reply.head, reply.metrics, of: sent)
    if sent.request.attributes.handlesCookies {
      configuration.cookies?.store(response.headers, from: response.url, now: configuration.now)
    }
    answer = Answer(response: response, data: reply.body)
  }

  @inline(never)
  private func loadAnswer(
    to sent: SessionRequest,
    isValidation: Bool = false
  ) async throws(SessionError) -> Answer {
    try await load(prepared(sent), isValidation: isValidation)
    return lastAnswer()
  }

  private func loadAndStore(
    _ sent: SessionRequest,
    in cache: ResponseCache,
    instead old: CachedResponse?
  ) async throws(SessionError) -> Answer {
    let start = configuration.now()
    let answer = try await loadAnswer(to: sent)
    await store(answer, to: sent, in: cache, since: start, instead: old)
    return answer
  }

  private func store(
    _ answer: Answer,
    to sent: SessionRequest,
    in cache: ResponseCache,
    since start: Double,
    instead old: CachedResponse?
  ) async {
    let response = answer.response
    if sent.method != "GET" {
      return await cache.perform { $0.invalidate(after: response, to: sent) }
    }
    var kept: CachedResponse?
    let limit = max(cache.memoryCapacity, cache.diskCapacity)
    if sent.bodyReader == nil,
      var proposed = ResponseCache.proposal(
        response,
        answer.data,
        to: sent,
        options: options(of: sent),
        times: (start, configuration.now())
      ), let body = transport.bodyToStore(answer.data, limit: limit)
    {
      proposed.data = body
      kept = await transport.willCache(proposed)
    }
    if let kept, kept.storagePolicy != .notAllowed {
      await cache.perform { $0.store(kept) }
    } else if let old, response.status < 500 {
      // The server has said something newer, though it is not to be kept.
      await cache.perform { $0.remove(old) }
    }
  }

  // MARK: From the cache

  private func validate(
    _ stored: CachedResponse,
    for sent: SessionRequest,
    in cache: ResponseCache
  ) async throws(SessionError) -> Answer {
    let start = configuration.now()
    let answer = try await loadAnswer(to: sent.validating(stored), isValidation: true)
    guard answer.response.status == 304 else {
      await store(answer, to: sent, in: cache, since: start, instead: stored)
      return answer
    }
    if let tag = answer.response.headers["ETag"], !stored.hasSameTag(as: tag) {
      // It holds for something else than what is stored here (RFC 9111 section 4.3.4).
      await cache.perform { $0.remove(stored) }
      return try await loadAndStore(sent, in: cache, instead: nil)
    }
    var updated = stored
    updated.update(
      by: answer.response,
      requestTime: start,
      responseTime: configuration.now()
    )
    let isKept = updated.takeOverVary(for: sent, options: options(of: sent))
    let kept = updated
    await cache.perform { cache in
      if kept.varyNames != stored.varyNames { cache.remove(stored) }
      if isKept { cache.store(kept) } else { cache.remove(stored) }
    }
    return try await serve(kept, to: sent)
  }

  private func serve(
    _ stored: CachedResponse,
    to sent: SessionRequest
  ) async throws(SessionError) -> Answer {
    var response = stored.response
    response.url = sent.url.withoutUserInfo
    let age = CacheFreshness(stored, now: configuration.now()).age
    response.headers["Age"] = String(Int(max(0, min(age, 2_147_483_648))))
    let data = sent.method == "HEAD" ? [] : stored.data
    return try await deliver(Answer(response: response, data: data), to: sent)
  }

  private func deliver(
    _ answer: Answer,
    to sent: SessionRequest
  ) async throws(SessionError) -> Answer {
    let data = try await transport.deliver(answer.response, answer.data, of: sent)
    note(
      SessionMetrics.Hop(
        request: sent,
        response: answer.response,
        transfer: TransferMetrics(),
        source: .cache
      )
    )
    return Answer(response: answer.response, data: data)
  }

  // MARK: What the network may be used for

  private func refuseMobileNetwork(_ sent: SessionRequest) throws(SessionError) {
    guard !sent.attributes.allowsCellularAccess, let interface = configuration.defaultInterface(),
      DefaultRoute.isMobile(interface)
    else { return }
    let message = "the request must not use the mobile network, and the way out is \(interface)"
    throw SessionError(.dataNotAllowed, message, of: sent)
  }
}

extension SessionError {
  fileprivate static func notCached(_ request: SessionRequest) -> SessionError {
    let message = "the answer is not in the cache and must not be loaded"
    return SessionError(.resourceUnavailable, message, of: request)
  }
}
