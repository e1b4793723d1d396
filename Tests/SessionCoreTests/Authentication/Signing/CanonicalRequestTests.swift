import SessionCore
import TestSupport
import Testing

/// What a signed request sends is, letter by letter, what was signed.
@Suite(.timeLimit(.minutes(5))) struct CanonicalRequestTests {
  private static let secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"

  private func send(
    _ target: String,
    to server: FixtureServer,
    service: String
  ) async throws -> SessionData {
    try await URLSessionManager().data(
      for: SessionRequest(
        url: try URI(server.url + target),
        authentication: .awsSignature4(
          accessKey: "AKIDEXAMPLE",
          secretKey: Self.secret,
          region: "eu-central-1",
          service: service
        )
      )
    )
  }

  @Test(
    arguments: [
      ("/b/plain", "/b/plain"), ("/b/with%20space", "/b/with%20space"),
      ("/b/with space", "/b/with%20space"), ("/b/ü", "/b/%C3%BC"), ("/b/%c3%bc", "/b/%C3%BC"),
      ("/b/a+b", "/b/a%2Bb"), ("/b/a=b&c", "/b/a%3Db%26c"), ("/b/per%25cent", "/b/per%25cent"),
      ("/b/par(en)", "/b/par%28en%29"), ("/b/st*r", "/b/st%2Ar"), ("/b/q'uote", "/b/q%27uote"),
      ("/b/a:b@c;d,e!f$g", "/b/a%3Ab%40c%3Bd%2Ce%21f%24g"), ("/b/%7Etilde", "/b/~tilde"),
    ],
    ["s3", "execute-api"]
  )
  func `a path is sent in its canonical form`(
    path: (String, String),
    service: String
  ) async throws {
    let server = try await FixtureServer.start { _ in .status(200) }
    let data = try await send(path.0, to: server, service: service)
    let request = try #require(server.requests.first)
    #expect(request.target == path.1)
    #expect(data.metrics.hops.last?.request.url.path == path.1)
    #expect(data.response.url.path == path.1)
    let probe = try #require(
      try SignatureProbe(request, secretKey: Self.secret, encodesAgain: service != "s3")
    )
    #expect(probe.given == probe.expected)
    await server.stop()
  }

  @Test(arguments: [("s3", "/b/deep/er"), ("execute-api", "/b/deep%2Fer")])
  func `a slash that is data separates names of S3 alone`(
    service: String,
    target: String
  ) async throws {
    let server = try await FixtureServer.start { _ in .status(200) }
    _ = try await send("/b/deep%2Fer", to: server, service: service)
    let request = try #require(server.requests.first)
    #expect(request.target == target)
    let probe = try #require(
      try SignatureProbe(request, secretKey: Self.secret, encodesAgain: service != "s3")
    )
    #expect(probe.given == probe.expected)
    await server.stop()
  }

  @Test(
    arguments: [
      ("?b=2&a=1", "?a=1&b=2"), ("?prefix=a/b", "?prefix=a%2Fb"), ("?q=a+b", "?q=a%20b"),
      ("?q=a%2Bb*(c)", "?q=a%2Bb%2A%28c%29"), ("?q=a=b%26c", "?q=a%3Db%26c"), ("?acl", "?acl="),
      ("?list-type=2&prefix=%c3%bc", "?list-type=2&prefix=%C3%BC"), ("?", ""), ("?&", ""),
    ],
    ["s3", "execute-api"]
  )
  func `a query is sent in its canonical form`(
    query: (String, String),
    service: String
  ) async throws {
    let server = try await FixtureServer.start { _ in .status(200) }
    _ = try await send("/b" + query.0, to: server, service: service)
    let request = try #require(server.requests.first)
    #expect(request.target == "/b" + query.1)
    let probe = try #require(
      try SignatureProbe(request, secretKey: Self.secret, encodesAgain: service != "s3")
    )
    #expect(probe.given == probe.expected)
    await server.stop()
  }
}
