import Locks
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RefreshingAuthenticationTests {
  private struct Token: AuthenticationCredential {
    var number: Int
    var end = Double.infinity

    var authorization: String { "Bearer \(number)" }
    func isDue(at seconds: Double) -> Bool { seconds >= end }
  }

  /// Takes tokens from `number` on, and gives out the next one under `/refresh`.
  private func server(from number: Int, gate: Gate? = nil) async throws -> FixtureServer {
    try await FixtureServer.start { request in
      let token = Int((request.header("Authorization") ?? "").dropFirst(7)) ?? -1
      if request.path == "/refresh" { return .text("\(request.queryValue("old") ?? "")") }
      if token >= number { return .text("welcome \(token)") }
      let refusal = FixtureResponse.status(401, headers: [("WWW-Authenticate", "Bearer")])
      return gate.map { refusal.after([.gate($0)]) } ?? refusal
    }
  }

  private func scheme(
    _ token: Token,
    _ server: FixtureServer,
    window: RefreshWindow? = .init()
  ) -> RefreshingAuthentication<Token> {
    let url = server.url
    return RefreshingAuthentication(token, window: window) {
      (old, context) async throws(SessionError) in
      let place = "\(url)/refresh?old=\(old.number)"
      let answer = try await context.send(SessionRequest(url: HTTPSessionManager().url(place)))
      return Token(number: (Int(String(decoding: answer.data, as: UTF8.self)) ?? 0) + 1)
    }
  }

  private func session(_ scheme: some AuthenticationScheme, now: Double = 0) -> URLSessionManager {
    var configuration = SessionConfiguration()
    configuration.authentication = Authentication(scheme)
    configuration.now = { now }
    return URLSessionManager(configuration: configuration)
  }

  private func refreshes(_ server: FixtureServer) -> Int {
    server.requests.count { $0.path == "/refresh" }
  }

  @Test
  func `fifty requests that are refused at once lead to one refresh`() async throws {
    let gate = Gate()
    let server = try await server(from: 2, gate: gate)
    let session = session(scheme(Token(number: 1), server))
    let request = SessionRequest(url: try URI(server.url + "/a"))
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 {
        group.addTask { try await session.data(for: request).response.status }
      }
      await gate.reached(count: 50)
      gate.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 200, count: 50))
    #expect(refreshes(server) == 1)
    #expect(server.counts.requests == 101)
    // The next one has the new token from the start.
    #expect(try await session.data(for: request).data == Array("welcome 2".utf8))
    #expect(server.counts.requests == 102)
  }

  @Test(.timeLimit(.minutes(1)))
  func `who is cancelled does not wait for a refresh, and that goes on`() async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { request in
      if request.path == "/refresh" { return .text("1").after([.gate(gate)]) }
      return .text(request.header("Authorization") ?? "")
    }
    let session = session(scheme(Token(number: 1, end: 0), server))
    let request = SessionRequest(url: try URI(server.url + "/a"))
    let call = Task { try await session.data(for: request) }
    await gate.reached()
    call.cancel()
    let error = await #expect(throws: SessionError.self) { try await call.value }
    #expect(error?.code == .cancelled)
    gate.open()
    #expect(try await session.data(for: request).data == Array("Bearer 2".utf8))
    #expect(refreshes(server) == 1)
  }

  @Test
  func `a credential that is due is refreshed before it is used`() async throws {
    let server = try await server(from: 0)
    let scheme = scheme(Token(number: 1, end: 100), server)
    let request = SessionRequest(url: try URI(server.url + "/a"))
    let early = try await session(scheme, now: 99).data(for: request)
    #expect(early.data == Array("welcome 1".utf8))
    #expect(refreshes(server) == 0)
    let late = try await session(scheme, now: 100).data(for: request)
    #expect(late.data == Array("welcome 2".utf8))
    #expect(refreshes(server) == 1)
    #expect(scheme.credential.number == 2)
    var own = request
    own.headers["Authorization"] = "Bearer 9"
    #expect(try await session(scheme).data(for: own).data == Array("welcome 9".utf8))
  }

  @Test
  func `a request that is refused with the new credential is delivered so`() async throws {
    let server = try await server(from: 1000)
    let scheme = scheme(Token(number: 1), server, window: .init(limit: 2))
    let session = session(scheme)
    let request = SessionRequest(url: try URI(server.url + "/a"))
    for count in 1...2 {
      #expect(try await session.data(for: request).response.status == 401)
      #expect(refreshes(server) == count)
    }
    let error = try await sessionError { () async throws(SessionError) in
      try await session.data(for: request)
    }
    #expect(error.code == .userAuthenticationRequired)
    #expect(refreshes(server) == 2)
    // Later the old refreshes do not count any more.
    let later = self.session(scheme, now: 31)
    #expect(try await later.data(for: request).response.status == 401)
    #expect(refreshes(server) == 3)
  }

  @Test
  func `a refresh that fails is the error of all who wait for it`() async throws {
    let gate = Gate()
    let server = try await server(from: 2, gate: gate)
    let tries = Collected<Int>()
    // Whoever comes too late to wait begins a refresh anew, and a window would not let all of them.
    let scheme = RefreshingAuthentication(Token(number: 1), window: nil) {
      (old, _) async throws(SessionError) -> Token in
      tries.append(old.number)
      await gate.reached(count: 10)
      throw SessionError(code: .init(rawValue: 77), message: "no more")
    }
    let session = session(scheme)
    let request = SessionRequest(url: try URI(server.url + "/a"))
    gate.open()
    let codes = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<10 {
        group.addTask {
          try await sessionError { () async throws(SessionError) in
            try await session.data(for: request)
          }.code.rawValue
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes == Array(repeating: 77, count: 10))
    #expect((1...10).contains(tries.all.count))
  }
}
