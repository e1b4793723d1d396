import RunEvents
import TestSupport
import Testing

/// The received part of a response whose transfer failed is in the reports.
@Suite(.timeLimit(.minutes(5))) struct CutAnswerTests {
  private func exchange(_ fault: String) async throws -> Exchange? {
    let server = try await FixtureServer.start()
    // What came before a stall must be there when the time is up.
    let run = try await EngineRun(
      scenario: "steps: [{ GET: /fault/\(fault), options: { timeout: 3s } }]",
      base: server.url
    )
    await server.stop()
    #expect(run.outcomes == [.errored], "\(run.problems)")
    return run.steps.first?.attempts.last?.exchange
  }

  @Test(arguments: ["closeInBody", "stallInBody", "truncatedGzip"])
  func `a body that is cut short leaves the head`(fault: String) async throws {
    let exchange = try await exchange(fault)
    #expect(exchange?.response?.status == 200)
    #expect(exchange?.response?.fields.isEmpty == false)
    #expect(exchange?.response?.body.isCut == true)
    #expect(exchange?.isHeadCut == false)
  }

  @Test(arguments: ["closeInHead", "stallInHead"])
  func `a head that is cut short is not no response`(fault: String) async throws {
    let exchange = try await exchange(fault)
    #expect(exchange?.response == nil)
    #expect(exchange?.isHeadCut == true)
  }

  @Test(arguments: ["closeBeforeHead", "stallBeforeHead", "resetBeforeHead"])
  func `no response is what has no byte of a head`(fault: String) async throws {
    let exchange = try await exchange(fault)
    #expect(exchange != nil)
    #expect(exchange?.response == nil)
    #expect(exchange?.isHeadCut == false)
  }
}
