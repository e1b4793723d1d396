import SessionCore
import TestSupport
import Testing

/// Says the same each time, and that it was asked.
private struct Fixed: RequestRetrier {
  let name: String
  let decision: RetryDecision
  let asked: Collected<String>

  func decide(
    on request: SessionRequest,
    status: Int?,
    error: SessionError?,
    retries: Int
  ) async -> RetryDecision {
    asked.append("\(name) \(status ?? error?.code.rawValue ?? 0) \(retries)")
    return retries == 0 ? decision : .doNotRetry
  }
}

/// Hears nothing.
private struct Silent: SessionEventMonitor {}

@Suite(.timeLimit(.minutes(5))) struct RequestRetrierTests {
  @Test
  func `row 100: the first retrier that does not say no decides`() async throws {
    let server = try await FixtureServer.start { request in
      request.number == 0 ? .status(418) : .text("fine")
    }
    let asked = Collected<String>()
    var configuration = SessionConfiguration()
    configuration.retriers = [
      Fixed(name: "a", decision: .doNotRetry, asked: asked),
      Fixed(name: "b", decision: .retry(after: .milliseconds(1)), asked: asked),
      Fixed(name: "c", decision: .fail(SessionError(code: .timedOut, message: "c")), asked: asked),
    ]
    configuration.retries = RetryPolicy()
    var request = SessionRequest(method: "POST", url: try URI(server.url))
    request.body = .bytes(Array("again".utf8))
    request.retrier = Fixed(name: "own", decision: .retry(after: .zero), asked: asked)
    let answer = try await URLSessionManager(configuration: configuration).data(for: request)
    #expect(answer.response.status == 200)
    #expect(asked.all == ["a 418 0", "b 418 0"])
    #expect(server.requests.map(\.text) == ["again", "again"])
  }

  @Test
  func `row 100: the request's own retrier is asked last, and may end it with an error`()
    async throws
  {
    let server = try await FixtureServer.start { _ in .status(404) }
    let asked = Collected<String>()
    var configuration = SessionConfiguration()
    configuration.retriers = [Fixed(name: "a", decision: .doNotRetry, asked: asked)]
    configuration.retries = RetryPolicy()
    var request = SessionRequest(url: try URI(server.url))
    let failure = SessionError(code: .init(rawValue: 77), message: "enough")
    request.retrier = Fixed(name: "own", decision: .fail(failure), asked: asked)
    let sent = request
    let error = try await sessionError { () async throws(SessionError) in
      try await URLSessionManager(configuration: configuration).data(for: sent)
    }
    #expect(error.code.rawValue == 77)
    #expect(asked.all == ["a 404 0", "own 404 0"])
    #expect(server.counts.requests == 1)
  }

  @Test
  func `a request that found no network is sent once more when there is one`() async throws {
    let nobody = try PortOfNobody()
    var configuration = SessionConfiguration()
    configuration.retriers = [OfflineRetrier { NetworkReachabilityManager(domain: "localhost") }]
    let retries = Collected<Int>()
    struct Count: SessionEventMonitor {
      let retries: Collected<Int>
      func task(_ task: SessionTask, willRetry request: SessionRequest, after delay: Duration) {
        retries.append(1)
      }
    }
    configuration.monitors = [Count(retries: retries)]
    let session = URLSessionManager(configuration: configuration)
    let request = SessionRequest(url: try URI(nobody.url))
    let error = try await sessionError { () async throws(SessionError) in
      try await session.data(for: request)
    }
    #expect(error.code == .cannotConnectToHost)
    #expect(retries.all == [1])
  }

  @Test
  func `what a request has of its own can be taken away again`() throws {
    var request = SessionRequest(url: try URI("http://a/"))
    request.retrier = Fixed(name: "own", decision: .doNotRetry, asked: Collected())
    request.monitors = [Silent()]
    request.omittedHeaders = ["accept"]
    #expect(request.retrier != nil && request.monitors.count == 1)
    #expect(request.omittedHeaders == ["accept"])
    request.retrier = nil
    request.monitors = []
    request.omittedHeaders = []
    #expect(request.retrier == nil && request.monitors.isEmpty && request.omittedHeaders.isEmpty)
  }
}
