import CurlTransport
import Locks
import SessionCore
import TestSupport
import Testing

/// Policies and rules over a real server, with a clock that the test turns.
@Suite(.timeLimit(.minutes(5))) struct CacheInSessionTests {
  private let clock = Locked(1_000_000_000.0)

  private func session(
    _ cache: ResponseCache? = ResponseCache(),
    change: (inout SessionConfiguration) -> Void = { _ in }
  ) -> URLSessionManager {
    var configuration = SessionConfiguration()
    configuration.cache = cache
    let clock = clock
    configuration.now = { clock.withLock { $0 } }
    change(&configuration)
    return URLSessionManager(configuration: configuration)
  }

  private func request(
    _ text: String,
    _ method: String = "GET",
    policy: CachePolicy = .useProtocolCachePolicy,
    headers: HTTPHeaders = [:]
  ) throws -> SessionRequest {
    var request = SessionRequest(method: method, url: try URI(text), headers: headers)
    request.attributes.cachePolicy = policy
    return request
  }

  private func pass(_ seconds: Double) { clock.withLock { $0 += seconds } }

  /// Answers that can be told apart, fresh for a minute, with a tag that is theirs.
  private func server(
    _ headers: [(name: String, value: String)] = [("Cache-Control", "max-age=60")]
  ) async throws -> FixtureServer {
    try await FixtureServer.start { request in
      if let known = request.header("If-None-Match"), known == "\"v1\"" {
        return .status(304, headers: headers + [("ETag", "\"v1\""), ("X-Validated", "yes")])
      }
      var response = FixtureResponse.text("answer \(request.number)")
      for header in headers + [("ETag", "\"v1\"")] {
        response = response.adding(header.name, header.value)
      }
      return response
    }
  }

  @Test
  func `row 87: a fresh answer comes from the cache, and says so`() async throws {
    let server = try await server()
    let session = session()
    let first = try await session.data(for: request(server.url + "/a"))
    #expect(!first.metrics.isFromCache)
    pass(30)
    let second = try await session.data(for: request(server.url + "/a#part"))
    #expect(second.data == first.data)
    #expect(second.metrics.isFromCache)
    #expect(second.metrics.hops.map(\.source) == [.cache])
    #expect(second.response.status == 200)
    #expect(second.response.headers["Age"] == "30")
    #expect(second.response.url.fragment == "part")
    #expect(server.counts.requests == 1)
    _ = try await session.data(for: request(server.url + "/b"))
    #expect(server.counts.requests == 2)
  }

  @Test
  func `row 87: without a cache in the configuration nothing is kept`() async throws {
    let server = try await server()
    let session = session(nil)
    #expect(SessionConfiguration().cache == nil)
    for _ in 0..<2 { _ = try await session.data(for: request(server.url + "/a")) }
    #expect(server.counts.requests == 2)
    let only = try request(server.url + "/a", policy: .returnCacheDataDontLoad)
    let error = try await sessionError { () async throws(SessionError) in
      try await session.data(for: only)
    }
    #expect(error.code.rawValue == -1008)
  }

  @Test
  func `row 87: a stale answer is validated, and a 304 makes it fresh again`() async throws {
    let server = try await server()
    let session = session()
    let first = try await session.data(for: request(server.url))
    pass(61)
    let second = try await session.data(for: request(server.url))
    #expect(second.data == first.data)
    #expect(second.response.status == 200)
    #expect(second.response.headers["X-Validated"] == "yes")
    #expect(second.metrics.hops.map(\.source) == [.network, .cache])
    #expect(second.metrics.hops.map(\.response.status) == [304, 200])
    #expect(server.requests.last?.header("If-None-Match") == "\"v1\"")
    pass(59)
    #expect(try await session.data(for: request(server.url)).metrics.hops.count == 1)
    #expect(server.counts.requests == 2)
  }

  @Test
  func `row 87: Last-Modified validates as well, and a new answer takes the old one's place`()
    async throws
  {
    let version = Locked(1)
    let server = try await FixtureServer.start { request in
      let version = version.withLock { $0 }
      let date = "Sun, 06 Nov 1994 08:49:3\(version) GMT"
      if request.header("If-Modified-Since") == date { return .status(304) }
      return .text("version \(version)").adding("Last-Modified", date)
        .adding("Cache-Control", "no-cache")
    }
    let session = session()
    for expected in [("version 1", false), ("version 1", true), ("version 2", false)] {
      if expected.0 == "version 2" { version.withLock { $0 = 2 } }
      let answer = try await session.data(for: request(server.url))
      #expect(String(decoding: answer.data, as: UTF8.self) == expected.0)
      #expect(answer.metrics.isFromCache == expected.1)
    }
    let last = try await session.data(for: request(server.url))
    #expect(last.metrics.isFromCache)
    #expect(String(decoding: last.data, as: UTF8.self) == "version 2")
  }

  @Test
  func `row 87: a 304 for another tag is not believed`() async throws {
    let server = try await FixtureServer.start { request in
      request.headerValues("If-None-Match").isEmpty
        ? .text("\(request.number)").adding("ETag", "\"a\"").adding("Cache-Control", "no-cache")
        : .status(304, headers: [("ETag", "\"b\"")])
    }
    let session = session()
    _ = try await session.data(for: request(server.url))
    let answer = try await session.data(for: request(server.url))
    #expect(answer.data == Array("2".utf8))
    #expect(!answer.metrics.isFromCache)
  }

  @Test(arguments: [
    (CachePolicy.useProtocolCachePolicy, [1, 1, 2]),
    (.reloadIgnoringLocalCacheData, [1, 2, 3]), (.returnCacheDataElseLoad, [1, 1, 1]),
    (.reloadRevalidatingCacheData, [1, 2, 3]),
  ])
  func `row 87: each policy asks the server as often as it must`(
    policy: CachePolicy,
    counts: [Int]
  ) async throws {
    let server = try await server()
    let session = session()
    for (index, count) in counts.enumerated() {
      if index == 2 { pass(1000) }
      let answer = try await session.data(for: request(server.url, policy: policy))
      #expect(answer.response.status == 200)
      #expect(server.counts.requests == count)
      let isNew = policy == .reloadIgnoringLocalCacheData || index == 0
      #expect(answer.metrics.isFromCache == !isNew)
    }
    let conditional = server.requests.dropFirst().first?.header("If-None-Match")
    #expect((conditional == nil) == (policy == .reloadIgnoringLocalCacheData || counts[2] == 1))
    if policy == .reloadRevalidatingCacheData {
      #expect(server.requests.last?.header("Cache-Control") == "max-age=0")
    }
    // What was loaded is there for others, however it was asked for.
    let only = try request(server.url, policy: .returnCacheDataDontLoad)
    #expect(try await session.data(for: only).metrics.isFromCache)
    #expect(server.counts.requests == counts[2])
  }

  @Test
  func `row 87: a policy that must not load fails with -1008`() async throws {
    let server = try await server()
    let session = session()
    let only = try request(server.url, policy: .returnCacheDataDontLoad)
    let error = try await sessionError { () async throws(SessionError) in
      try await session.data(for: only)
    }
    #expect(error.domain == .url)
    #expect(error.code.rawValue == -1008)
    #expect(error.failingURL == server.url)
    #expect(server.counts.requests == 0)
  }

  @Test
  func `row 87: only-if-cached without an answer is a 504, made here and not tried again`()
    async throws
  {
    let server = try await server()
    let session = session { $0.retries = RetryPolicy() }
    let only = try request(server.url, headers: ["Cache-Control": "only-if-cached"])
    let answer = try await session.data(for: only)
    #expect(answer.response.status == 504)
    #expect(answer.metrics.isFromCache)
    #expect(server.counts.requests == 0)
    _ = try await session.data(for: request(server.url))
    #expect(try await session.data(for: only).response.status == 200)
  }

  @Test(arguments: [
    [("Cache-Control", "no-store")], [("Cache-Control", "max-age=60"), ("Vary", "*")],
  ])
  func `row 87: what must not be kept is not, and takes an older answer away`(
    headers: [(name: String, value: String)]
  ) async throws {
    let isStrict = Locked(false)
    let server = try await FixtureServer.start { request in
      var response = FixtureResponse.text("\(request.number)")
      let now = isStrict.withLock { $0 } ? headers : [("Cache-Control", "max-age=60")]
      for header in now { response = response.adding(header.name, header.value) }
      return response
    }
    let cache = ResponseCache()
    let session = session(cache)
    _ = try await session.data(for: request(server.url))
    #expect(cache.memoryUsage > 0)
    isStrict.withLock { $0 = true }
    let reload = try request(server.url, headers: ["Cache-Control": "no-cache"])
    _ = try await session.data(for: reload)
    #expect(cache.memoryUsage == 0)
    _ = try await session.data(for: request(server.url))
    #expect(server.counts.requests == 3)
  }

  @Test
  func `row 87: Vary keeps languages apart`() async throws {
    let server = try await FixtureServer.start { request in
      .text(request.header("Accept-Language") ?? "none").adding("Vary", "Accept-Language")
        .adding("Cache-Control", "max-age=60")
    }
    let session = session()
    for _ in 0..<2 {
      for language in ["de", "en"] {
        let asked = try request(server.url, headers: ["Accept-Language": language])
        let answer = try await session.data(for: asked)
        #expect(String(decoding: answer.data, as: UTF8.self) == language)
      }
    }
    #expect(server.counts.requests == 2)
  }

  @Test(arguments: [("POST", 200, 2), ("DELETE", 204, 2), ("PATCH", 302, 2), ("PUT", 500, 1)])
  func `row 87: an unsafe method that succeeds makes stored answers untrue`(
    method: String,
    status: Int,
    loads: Int
  ) async throws {
    let server = try await FixtureServer.start { request in
      if request.method != "GET" { return .status(status, headers: [("Location", "/new")]) }
      return .text("x").adding("Cache-Control", "max-age=60")
    }
    let session = session { $0.redirects = .never }
    for path in ["/a", "/new", "/other"] {
      _ = try await session.data(for: request(server.url + path))
    }
    _ = try await session.data(for: request(server.url + "/a", method))
    for path in ["/a", "/new"] {
      let answer = try await session.data(for: request(server.url + path))
      #expect(answer.metrics.isFromCache == (loads == 1))
    }
    #expect(try await session.data(for: request(server.url + "/other")).metrics.isFromCache)
  }

  @Test
  func `row 87: answers to credentials are kept for those credentials alone`() async throws {
    let server = try await FixtureServer.start { request in
      request.header("Authorization").map {
        .text($0).adding("Cache-Control", "max-age=60")
      } ?? .status(401, headers: [("WWW-Authenticate", "Basic realm=\"r\"")])
    }
    let session = session()
    for (user, isCached) in [("a", false), ("a", true), ("b", false), ("a", true)] {
      var asked = try request(server.url)
      asked.authentication = .basic(user: user, password: "p")
      let answer = try await session.data(for: asked)
      #expect(answer.response.status == 200)
      #expect(answer.metrics.isFromCache == isCached)
    }
    #expect(try await session.data(for: request(server.url)).response.status == 401)
  }

  @Test
  func `row 87: ranges and conditions of the caller's own go past the cache`() async throws {
    let server = try await server()
    let session = session()
    _ = try await session.data(for: request(server.url))
    for (name, value) in [("Range", "bytes=0-1"), ("If-None-Match", "\"v1\"")] {
      let asked = try request(server.url, headers: [name: value])
      let answer = try await session.data(for: asked)
      #expect(!answer.metrics.isFromCache)
      #expect(answer.response.status == (name == "Range" ? 200 : 304))
    }
    #expect(server.counts.requests == 3)
    let head = try await session.data(for: request(server.url, "HEAD"))
    #expect(head.metrics.isFromCache)
    #expect(head.data.isEmpty)
    #expect(head.response.headers["ETag"] == "\"v1\"")
  }

  @Test
  func `row 87: a permanent redirect is kept, hop by hop`() async throws {
    let server = try await FixtureServer.start { request in
      request.path == "/old"
        ? .redirect("/new", status: 301).adding("Cache-Control", "max-age=60") : .text("new")
    }
    let session = session()
    for count in [2, 3] {
      let answer = try await session.data(for: request(server.url + "/old"))
      #expect(answer.data == Array("new".utf8))
      #expect(answer.metrics.redirectCount == 1)
      #expect(server.counts.requests == count)
    }
  }

  @Test
  func `row 87: what is tried again is asked of the server`() async throws {
    let server = try await FixtureServer.start { request in
      let status = request.number == 0 ? 503 : 200
      return .text("x", status: status).adding("Cache-Control", "max-age=60")
    }
    let session = session {
      $0.retries = RetryPolicy()
      $0.retries?.delay = .milliseconds(1)
    }
    let answer = try await session.data(for: request(server.url))
    #expect(answer.response.status == 200)
    #expect(server.counts.requests == 2)
    #expect(try await session.data(for: request(server.url)).response.status == 200)
    #expect(server.counts.requests == 2)
  }

  @Test
  func `row 87: a cookie is set once, not whenever its answer is given again`() async throws {
    let server = try await FixtureServer.start { _ in
      .text("x").adding("Cache-Control", "max-age=60").adding("Set-Cookie", "a=1")
    }
    let session = session()
    _ = try await session.data(for: request(server.url))
    session.configuration.cookies?.update { $0 = CookieJar() }
    let again = try await session.data(for: request(server.url))
    #expect(again.metrics.isFromCache)
    #expect(session.configuration.cookies?.jar.cookies.isEmpty == true)
  }

  @Test
  func `row 87: answers on disk serve a later process`() async throws {
    let server = try await server()
    let folder = try TemporaryFolder()
    let first = try await session(ResponseCache(directory: folder.path))
      .data(for: request(server.url + "/x?y=1"))
    let session = session(ResponseCache(directory: folder.path))
    let second = try await session.data(for: request(server.url + "/x?y=1"))
    #expect(second.metrics.isFromCache)
    #expect(second.data == first.data)
    #expect(second.response.headers["Content-Type"] == first.response.headers["Content-Type"])
    #expect(second.response.version == "1.1")
    #expect(server.counts.requests == 1)
  }
}
