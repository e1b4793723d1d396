import Diagnostics
import Engine
import TestSupport
import Testing

/// Maps of `query` and `form` go out in the order in which they are written.
@Suite(.timeLimit(.minutes(5))) struct FieldOrderTests {
  @Test(arguments: [
    ("{ z: 1, a: 2, m: { y: 1, b: 2 } }", "z=1&a=2&m%5By%5D=1&m%5Bb%5D=2"),
    ("{ b: [2, 1], a: null, A: x }", "b%5B%5D=2&b%5B%5D=1&A=x"),
    ("\"${from_json('{\\\"z\\\": 1, \\\"a\\\": 2}')}\"", "z=1&a=2"),
    ("[[z, 1], [a, 2], [z, 3]]", "z=1&a=2&z=3"),
  ])
  func `a map is sent as written`(fields: String, sent: String) async throws {
    let server = try await FixtureServer.start()
    let text = """
      steps:
        - { POST: /echo, query: \(fields) }
        - { POST: /echo, form: \(fields) }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.first?.query == sent)
    #expect(server.requests.last?.text == sent)
    await server.stop()
  }

  @Test func `defaults come first and each name keeps its place`() async throws {
    let server = try await FixtureServer.start()
    let text = """
      defaults: { query: { z: 0, y: 0 } }
      steps: [{ GET: "/echo?u=1", query: { x: 1, y: 2, a: 3 } }]
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.requests.first?.query == "u=1&z=0&x=1&y=2&a=3")
    await server.stop()
  }
}
