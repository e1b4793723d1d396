import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TokenRequestHeadersTests {
  @Test(arguments: [false, true])
  func `a token server gets the session's header fields when asked alone`(
    isAsked: Bool
  ) async throws {
    let server = try await FixtureServer.start { request in
      request.path == "/token" ? .json(#"{"access_token": "t"}"#) : .text("in")
    }
    var credentials = OAuth2Credentials(
      tokenURL: try URI(server.url + "/token"),
      clientID: "id",
      clientSecret: "s"
    )
    credentials.sendsSessionHeaders = isAsked
    var configuration = SessionConfiguration()
    configuration.headers = ["X-Api-Key": "of the API", "Accept": "text/plain"]
    let request = SessionRequest(
      url: try URI(server.url + "/api"),
      authentication: .oauth2(credentials, cache: OAuth2TokenCache())
    )
    _ = try await URLSessionManager(configuration: configuration).data(for: request)
    let token = try #require(server.requests.first { $0.path == "/token" })
    #expect(token.header("X-Api-Key") == (isAsked ? "of the API" : nil))
    #expect(token.header("Accept") == "application/json")
    let api = try #require(server.requests.first { $0.path == "/api" })
    #expect(api.header("X-Api-Key") == "of the API")
  }
}
