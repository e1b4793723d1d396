import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// `null` under `headers`: the field is not sent, whatever would have set it.
@Suite(.timeLimit(.minutes(5))) struct HeaderRemovalTests {
  private static let bodies = [
    "json: { a: 1 }", "form: { a: b }", "multipart: [{ name: a, value: b }]", "xml: <a/>",
    "text: hello", "plist: { a: 1 }", "graphql: { query: \"{ a }\" }", "file: b.txt",
    "template: b.txt", "base64: aGk=", "hex: 68 69",
  ]

  @Test(arguments: bodies)
  func `null removes the content type of every kind of body`(body: String) async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder("engine")
    try folder.write("hello", to: "b.txt")
    let run = try await EngineRun(
      scenario: "steps: [{ POST: /echo, headers: { Content-Type: null }, \(body) }]",
      base: server.url,
      in: folder
    )
    #expect(run.hasPassed, "\(run.problems)")
    let request = try #require(server.requests.first)
    #expect(request.header("Content-Type") == nil)
    #expect(request.bodyLength > 0)
    await server.stop()
  }

  @Test(arguments: ["GET: /echo", "POST: /echo, json: {}", "DELETE: /echo", "POST: /echo"])
  func `null removes what curlew and libcurl add`(request: String) async throws {
    let server = try await FixtureServer.start()
    let text = """
      defaults: { headers: { X-Own: 1 } }
      steps:
        - { \(request), headers: { accept: null, Accept-Encoding: "${null}", USER-AGENT: null, x-own: null, Content-Type: null } }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    let sent = try #require(server.requests.first)
    let names = Set(sent.headers.map { $0.name.lowercased() })
    #expect(names.isSubset(of: ["host", "content-length"]), "\(names)")
    #expect(names.contains("host"))
    await server.stop()
  }

  @Test func `a compressed answer is decoded though no coding was asked for`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      steps:
        - GET: /gzip
          headers: { Accept-Encoding: null }
          expect: { json: { $: { type: object } } }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.first?.header("Accept-Encoding") == nil)
    await server.stop()
  }

  @Test(arguments: [
    "basic: { user: ada, password: lovelace }", "bearer: \"${token}\"",
    "digest: { user: ada, password: lovelace }", "ntlm: { user: ada, password: lovelace }",
    "aws-sigv4: { access-key: a, secret-key: b, region: c, service: s3 }",
    "oauth2: { token-url: \"http://127.0.0.1:1/\", client-id: a, client-secret: b }",
  ])
  func `null removes Authorization, and what would have made it is not evaluated`(
    scheme: String
  ) async throws {
    let server = try await FixtureServer.start { request in
      .status(
        request.path == "/a" ? 401 : 200,
        headers: [("WWW-Authenticate", "Digest realm=a, nonce=b")]
      )
    }
    let text = """
      defaults: { auth: { \(scheme) } }
      steps:
        - GET: /a
          headers: { Authorization: null }
          expect: { status: 401 }
        - GET: http://ada:lovelace@127.0.0.1:\(server.port)/a
          headers: { authorization: null }
          expect: { status: 401 }
        - set: { token: abc }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.count == 2)
    for request in server.requests {
      #expect(request.header("Authorization") == nil)
      #expect(request.header("X-Amz-Date") == nil)
    }
    await server.stop()
  }

  @Test func `null holds after a redirect that names a user, and for the cookies of the jar`()
    async throws
  {
    let server = try await FixtureServer.start { request in
      switch request.path {
      case "/a":
        .redirect("http://ada:lovelace@\(request.header("Host") ?? "")/b")
      case _: .status(200, headers: [("Set-Cookie", "k=v")])
      }
    }
    let text = """
      steps:
        - GET: /set
        - GET: /a
          headers: { Authorization: null, Cookie: null, User-Agent: null }
          options: { follow-redirects: true }
        - GET: /c
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    for request in server.requests where ["/a", "/b"].contains(request.path) {
      for name in ["Authorization", "Cookie", "User-Agent"] {
        #expect(request.header(name) == nil, "\(name)")
      }
    }
    #expect(server.requests.last?.header("Cookie") == "k=v")
    await server.stop()
  }

  @Test func `Host and what frames the body stay, and a default of them goes`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      defaults: { headers: { Host: shop.example } }
      steps:
        - POST: /echo
          headers: { Host: null, Content-Length: null, Transfer-Encoding: null }
          json: { a: 1 }
        - GET: /echo
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(
      server.requests.map { $0.header("Host") } == ["127.0.0.1:\(server.port)", "shop.example"]
    )
    #expect(server.requests.first?.header("Content-Length") == "7")
    await server.stop()
  }

  @Test func `a field that is removed and set again under a computed name is sent`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      variables: { name: Accept }
      defaults: { headers: { "${name}": null } }
      steps: [{ GET: /echo, headers: { Accept: text/plain } }, { GET: /echo }]
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.map { $0.header("Accept") } == ["text/plain", nil])
    await server.stop()
  }
}
