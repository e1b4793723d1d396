import Assertions
import RunEvents
import TestSupport
import Testing

/// The message about a missing value.
@Suite(.timeLimit(.minutes(5))) struct MissingValueTests {
  private func message(_ expect: String, _ response: FixtureResponse) async throws -> String {
    let server = try await FixtureServer.start(routes: FixtureRoutes { _ in response })
    let run = try await EngineRun(
      scenario: "steps: [{ GET: /, expect: { \(expect) } }]",
      base: server.url
    )
    await server.stop()
    guard case .failed(let outcomes)? = run.steps.first?.result else { return run.problems }
    return outcomes.first?.message ?? ""
  }

  @Test func `a missing header lists those that came, and the one that was probably meant`()
    async throws
  {
    let message = try await message(
      "headers: { X-Request-Idd: a }",
      FixtureResponse.status(200, headers: [("Content-Type", "text/plain"), ("X-Request-Id", "7")])
    )
    #expect(message.contains("got nothing; the response has "), "\(message)")
    #expect(message.contains("Content-Type"))
    #expect(message.contains("did you mean \"X-Request-Id\"?"), "\(message)")
  }

  private static let xml = FixtureResponse.text(
    "<order xmlns='urn:o'><line n='1'>a</line></order>",
    type: "application/xml"
  )

  @Test(arguments: [
    ("//line", "write //_:line"), ("/order/line/@n", "write /_:order/_:line/@n"),
    ("count(//line[@n = 'line'])", nil), ("//_:line/b", nil), ("//nope", nil),
    ("/*/child::line", "write /*/child::_:line"),
    ("//line[last()]/text()", "write //_:line[last()]"),
  ])
  func `an XPath without the prefix of the default namespace is told the one with it`(
    path: String,
    hint: String?
  ) async throws {
    let message = try await message("xml: { \"\(path)\": zz }", Self.xml)
    guard let hint else {
      #expect(!message.contains("default namespace"), "\(message)")
      return
    }
    #expect(message.contains(hint), "\(message)")
  }
}
