import CurlTransport
import Locks
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RedirectTests {
  private func request(_ text: String, _ method: String = "GET") throws -> SessionRequest {
    SessionRequest(method: method, url: try URI(text))
  }

  @Test
  func `row 81: five hops are five redirects, each in the metrics`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let asked = Collected<Int>()
    session.updateEvents {
      $0.willRedirect = { _, response, request in
        asked.append(response.status)
        return request
      }
    }
    let answer = try await session.data(for: request(server.url + "/redirect/5"))
    #expect(asked.all == [302, 302, 302, 302, 302])
    #expect(answer.response.status == 200)
    #expect(answer.response.url.path == "/redirect/0")
    #expect(answer.metrics.redirectCount == 5)
    #expect(answer.metrics.hops.map(\.response.status) == [302, 302, 302, 302, 302, 200])
  }

  @Test
  func `row 81: a hook that says nil delivers the redirect`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    session.updateEvents { $0.willRedirect = { _, _, _ in nil } }
    let answer = try await session.data(for: request(server.url + "/redirect/5"))
    #expect(answer.response.status == 302)
    #expect(server.counts.requests == 1)
  }

  @Test(arguments: [
    ("POST", 301, "GET"), ("POST", 302, "GET"), ("POST", 303, "GET"), ("POST", 307, "POST"),
    ("POST", 308, "POST"), ("PUT", 302, "PUT"), ("PUT", 303, "GET"), ("PUT", 307, "PUT"),
    ("PUT", 308, "PUT"),
  ])
  func `row 81: method and body follow the status`(
    method: String,
    status: Int,
    then: String
  ) async throws {
    let server = try await FixtureServer.start()
    var request = try request(server.url + "/redirect-to?url=/echo&status=\(status)", method)
    request.headers["Content-Type"] = "text/x"
    request.body = .bytes(Array("body".utf8))
    _ = try await URLSessionManager().data(for: request)
    let last = try #require(server.requests.last)
    #expect(last.path == "/echo")
    #expect(last.method == then)
    #expect(last.text == (method == then ? "body" : ""))
    #expect(last.header("Content-Type") == (method == then ? "text/x" : nil))
  }

  @Test
  func `row 82: another origin gets no credentials`() async throws {
    let other = try await FixtureServer.start()
    let server = try await FixtureServer.start { _ in .redirect(other.url + "/echo") }
    var request = try request(server.url + "/")
    request.authentication = .basic(user: "u", password: "p")
    request.headers["Cookie"] = "a=1"
    _ = try await URLSessionManager().data(for: request)
    #expect(server.requests.first?.header("Authorization") == "Basic dTpw")
    #expect(server.requests.first?.header("Cookie") == "a=1")
    #expect(other.requests.first?.header("Authorization") == nil)
    #expect(other.requests.first?.header("Cookie") == nil)
  }

  @Test(arguments: ["basic", "digest", "transport", "token"])
  func `another origin gets the credentials of whoever trusts any`(way: String) async throws {
    let other = try await FixtureServer.start()
    let target = way == "digest" ? "/digest-auth/u/p" : "/echo"
    let server = try await FixtureServer.start { _ in .redirect(other.url + target) }
    var request = try request(server.url + "/")
    request.redirects = RedirectPolicy(limit: 1, credentials: .any)
    request.headers["Cookie"] = "a=1"
    var configuration = SessionConfiguration()
    switch way {
    case "basic": request.authentication = .basic(user: "u", password: "p")
    case "digest": request.authentication = .digest(user: "u", password: "p")
    case "transport": configuration.transport.authentication = .basic(user: "u", password: "p")
    case _: request.authentication = Authentication(TokenAuthentication())
    }
    let answer = try await URLSessionManager(configuration: configuration).data(for: request)
    #expect(answer.response.status == 200)
    let sent = try #require(other.requests.last)
    #expect(sent.header("Cookie") == "a=1")
    switch way {
    case "digest": #expect(sent.header("Authorization")?.hasPrefix("Digest ") == true)
    case "token": #expect(sent.header("X-Token") == "secret")
    case _: #expect(sent.header("Authorization") == "Basic dTpw")
    }
  }

  /// Puts a token into a field of its own, and one that adds to a field of the request.
  private struct TokenAuthentication: AuthenticationScheme {
    func prepare(
      _ request: inout SessionRequest,
      context: AuthenticationContext
    ) async throws(SessionError) {
      request.headers["X-Token"] = "secret"
      request.headers["X-Known"] = "1"
      request.headers.append("X-Scopes", "secret")
    }
  }

  @Test
  func `row 82: what a scheme of one's own puts in does not leave the origin`() async throws {
    let other = try await FixtureServer.start()
    // The user of the URL has the scheme prepare the request a second time.
    let server = try await FixtureServer.start { request in
      let again = "http://u:p@\(request.header("Host") ?? "")/again"
      return .redirect(request.path == "/" ? again : other.url + "/echo")
    }
    var request = try request(server.url + "/")
    request.authentication = Authentication(TokenAuthentication())
    request.headers["X-Known"] = "1"
    request.headers["X-Scopes"] = "all"
    _ = try await URLSessionManager().data(for: request)
    #expect(server.requests.map { $0.header("X-Token") } == ["secret", "secret"])
    let sent = try #require(other.requests.first)
    #expect(sent.header("X-Token") == nil && sent.header("X-Scopes") == nil)
    #expect(sent.header("X-Known") == "1")
  }

  @Test
  func `row 82: credentials of the transport do not leave the origin either`() async throws {
    let other = try await FixtureServer.start()
    let server = try await FixtureServer.start { _ in .redirect(other.url + "/echo") }
    var configuration = SessionConfiguration()
    configuration.transport.authentication = .basic(user: "u", password: "p")
    _ = try await URLSessionManager(configuration: configuration)
      .data(for: request(server.url + "/"))
    #expect(server.requests.first?.header("Authorization") == "Basic dTpw")
    #expect(other.requests.first?.header("Authorization") == nil)
  }

  @Test
  func `row 83: a loop ends at the limit`() async throws {
    let server = try await FixtureServer.start { _ in .redirect("/") }
    let request = try request(server.url + "/")
    let error = try await sessionError { () async throws(SessionError) in
      try await URLSessionManager().data(for: request)
    }
    #expect(error.code.rawValue == -1007)
    #expect(server.counts.requests == 17)
    var once = request
    once.redirects = .limited(1)
    let limited = once
    let second = try await sessionError { () async throws(SessionError) in
      try await URLSessionManager().data(for: limited)
    }
    #expect(second.code.rawValue == -1007)
    once.redirects = .never
    #expect(try await URLSessionManager().data(for: once).response.status == 302)
  }

  @Test
  func `row 36: a form is sent again, a stream that cannot be is an error`() async throws {
    let server = try await FixtureServer.start()
    var request = try request(server.url + "/redirect-to?url=/upload&status=307", "POST")
    var form = MultipartFormData(boundary: "B")
    form.append("x", name: "a")
    request.body = .multipart(form)
    request.headers["Content-Type"] = form.contentType
    _ = try await URLSessionManager().data(for: request)
    #expect(
      server.requests.map(\.bodyLength) == [Int(form.contentLength), Int(form.contentLength)]
    )

    request.body = .source(BytesSource([1, 2, 3], canRewind: true))
    _ = try await URLSessionManager().data(for: request)
    #expect(server.requests.suffix(2).map(\.body) == [[1, 2, 3], [1, 2, 3]])

    request.body = .source(BytesSource([1, 2, 3]))
    let once = request
    let error = try await sessionError { () async throws(SessionError) in
      try await URLSessionManager().data(for: once)
    }
    #expect(error.code.rawValue == -1021)
  }

  @Test
  func `row 36: a hook may give the body anew`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    session.updateEvents { $0.needNewBody = { _ in .bytes([4]) } }
    var request = try request(server.url + "/redirect-to?url=/upload&status=308", "PUT")
    request.body = .source(BytesSource([1, 2, 3]))
    _ = try await session.data(for: request)
    #expect(server.requests.map(\.body) == [[1, 2, 3], [4]])
  }
}
