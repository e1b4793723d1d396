import CurlTransport
import Documents
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct PoliciesInSessionTests {
  private struct Appending: RequestAdapter {
    let text: String

    func adapt(_ request: SessionRequest) async throws(SessionError) -> SessionRequest {
      var request = request
      request.headers["X-Chain"] = (request.headers["X-Chain"] ?? "") + text
      return request
    }
  }

  private struct Refusing: RequestAdapter {
    func adapt(_ request: SessionRequest) async throws(SessionError) -> SessionRequest {
      throw SessionError(code: .init(rawValue: 9), message: "no")
    }
  }

  @Test
  func `row 100: adapters run in order, the request's own last`() async throws {
    let server = try await FixtureServer.start()
    var configuration = SessionConfiguration()
    configuration.adapters = [Appending(text: "a"), Appending(text: "b")]
    let session = URLSessionManager(configuration: configuration)
    var request = SessionRequest(url: try URI(server.url + "/echo"))
    request.adapter = Appending(text: "c")
    _ = try await session.data(for: request)
    #expect(server.requests.first?.header("X-Chain") == "abc")
    request.adapter = Refusing()
    let refused = request
    let error = try await sessionError { () async throws(SessionError) in
      try await session.data(for: refused)
    }
    #expect(error.code.rawValue == 9)
    #expect(server.counts.requests == 1)
  }

  @Test(arguments: [("GET", 3), ("POST", 1)])
  func `row 99: a 503 is tried twice more, unless the method forbids`(
    method: String,
    count: Int
  ) async throws {
    let server = try await FixtureServer.start { _ in .status(503) }
    var configuration = SessionConfiguration()
    configuration.retries = RetryPolicy()
    configuration.retries?.delay = .milliseconds(5)
    let request = SessionRequest(method: method, url: try URI(server.url))
    let answer = try await URLSessionManager(configuration: configuration).data(for: request)
    #expect(answer.response.status == 503)
    #expect(answer.metrics.hops.count == count)
    #expect(server.counts.requests == count)
  }

  @Test
  func `row 99: a refused connection is tried again`() async throws {
    let nobody = try PortOfNobody()
    var configuration = SessionConfiguration()
    configuration.retries = RetryPolicy()
    configuration.retries?.delay = .milliseconds(20)
    let session = URLSessionManager(configuration: configuration)
    let request = SessionRequest(url: try URI(nobody.url))
    let start = ContinuousClock.now
    let error = try await sessionError { () async throws(SessionError) in
      try await session.data(for: request)
    }
    #expect(error.code == .cannotConnectToHost)
    #expect(start.duration(to: .now) >= .milliseconds(60))
  }

  @Test
  func `row 90: a copy has the configuration and no hooks`() async throws {
    let server = try await FixtureServer.start()
    var configuration = SessionConfiguration()
    configuration.headers["X-A"] = "1"
    let session = URLSessionManager(configuration: configuration)
    let called = Collected<Int>()
    session.updateEvents { $0.didComplete = { _, _ in called.append(1) } }
    let copy = session.copy()
    _ = try await copy.data(for: SessionRequest(url: URI(server.url + "/cookies/set?a=1")))
    #expect(server.requests.first?.header("X-A") == "1")
    #expect(called.all.isEmpty)
    #expect(session.configuration.cookies?.jar.cookies.isEmpty == true)
    #expect(copy.configuration.cookies?.jar.cookies.count == 1)
    session.invalidate(cancelingTasks: true)
    let again = SessionRequest(url: try URI(server.url + "/json"))
    #expect(try await copy.data(for: again).response.status == 200)
  }

  @Test
  func `row 90: a copy of an HTTP session has base and serializers as well`() async throws {
    let server = try await FixtureServer.start()
    var json = JSONRequestSerializer()
    json.settings.headers["X-A"] = "1"
    let api = try HTTPSessionManager(baseURL: server.url + "/echo", requestSerializer: json)
    api.responseSerializer.removesKeysWithNullValues = true
    let copy = api.copy()
    api.updateRequestSettings { $0.headers["X-A"] = "2" }
    api.responseSerializer.removesKeysWithNullValues = false
    api.session.invalidate(cancelingTasks: true)
    #expect(copy.baseURL == api.baseURL)
    #expect(copy.responseSerializer.removesKeysWithNullValues)
    try await copy.post("", parameters: ["a": 1])
    let request = try #require(server.requests.first)
    #expect(request.header("X-A") == "1")
    #expect(request.text == #"{"a":1}"#)
  }

  @Test
  func `row 103: a result carries times of transfer and decoding`() async throws {
    let server = try await FixtureServer.start()
    let result = await URLSessionManager().response(
      for: SessionRequest(url: try URI(server.url + "/json")),
      serializer: JSONResponseSerializer()
    )
    #expect(result.serializationDuration > .zero)
    #expect(result.metrics?.hops.first?.transfer.total ?? 0 > 0)
    #expect(result.object?["slideshow"] != nil)
  }

  @Test
  func `the time limit holds for all hops together`() async throws {
    let server = try await FixtureServer.start { request in
      .redirect("/").after([.wait(milliseconds: 150)])
    }
    var configuration = SessionConfiguration()
    configuration.transport.timeout = .milliseconds(600)
    let session = URLSessionManager(configuration: configuration)
    let request = SessionRequest(url: try URI(server.url + "/"))
    let error = try await sessionError { () async throws(SessionError) in
      try await session.data(for: request)
    }
    #expect(error.code == .timedOut)
  }
}
