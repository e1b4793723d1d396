import RunEvents
import TestSupport
import Testing

/// The redirects before an answer are in the reports.
@Suite(.timeLimit(.minutes(5))) struct RecordedRedirectTests {
  @Test func `a redirect has its head and no body, and counts as whole`() async throws {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(
      scenario: """
        steps:
          - GET: /redirect/2
            options: { follow-redirects: true }
            expect: { json: { $.arrived: false } }
        """,
      base: server.url
    )
    await server.stop()
    let exchange = try #require(run.steps.first?.attempts.last?.exchange)
    #expect(
      exchange.redirects.map(\.request.url) == [
        "\(server.url)/redirect/2", "\(server.url)/redirect/1",
      ]
    )
    for redirect in exchange.redirects {
      let response = try #require(redirect.response)
      #expect((300..<400).contains(response.status))
      #expect(response.fields.contains { $0.name == "Location" })
      #expect(response.body.bytes.isEmpty)
      #expect(response.body.count == 0)
      #expect(!response.body.isCut)
    }
    #expect(exchange.response?.body.isCut == false)
  }
}
