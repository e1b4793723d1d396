import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// `auth: aws-sigv4` of a step.
@Suite(.timeLimit(.minutes(5))) struct SignedRequestTests {
  @Test func `a session token is sent and signed, and the reports show what was sent`()
    async throws
  {
    let server = try await FixtureServer.start { _ in .json("{}") }
    let text = """
      variables: { key: "a b/ü(1)" }
      steps:
        - GET: /bucket/${key}
          query: { prefix: a/b, delimiter: "*" }
          auth:
            aws-sigv4:
              access-key: AKID
              secret-key: abcdef
              region: eu-central-1
              service: s3
              session-token: token-1
      """
    let run = try await EngineRun(scenario: text, base: server.url) { $0.recording = .everything }
    #expect(run.hasPassed, "\(run.problems)")
    let request = try #require(server.requests.first)
    #expect(request.target == "/bucket/a%20b/%C3%BC%281%29?delimiter=%2A&prefix=a%2Fb")
    #expect(request.header("X-Amz-Security-Token") == "token-1")
    #expect(request.header("Authorization")?.contains("x-amz-security-token") == true)
    let shown = run.steps.first?.attempts.first?.exchange?.request.url
    #expect(shown == server.url + request.target)
    await server.stop()
  }

  @Test func `a session token may be left out, and an empty one is none`() async throws {
    let server = try await FixtureServer.start { _ in .json("{}") }
    for token in ["", ", session-token: \"${env.NO_SUCH_TOKEN ?? ''}\""] {
      let text = """
        steps:
          - GET: /b
            auth: { aws-sigv4: { access-key: a, secret-key: b, region: c, service: s3\(token) } }
        """
      let run = try await EngineRun(scenario: text, base: server.url)
      #expect(run.hasPassed, "\(run.problems)")
      #expect(server.requests.last?.header("X-Amz-Security-Token") == nil)
      #expect(server.requests.last?.header("Authorization")?.hasPrefix("AWS4") == true)
    }
    await server.stop()
  }
}
