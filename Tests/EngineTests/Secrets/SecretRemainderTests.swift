import Engine
import RunEvents
import TestSupport
import Testing

/// What a function leaves of a text around a secret.
@Suite(.timeLimit(.minutes(5))) struct SecretRemainderTests {
  @Test(arguments: [
    ("upper(text)", "BEARER •••, TWICE"), ("reverse(text)", "eciwt ,••• reraeB"),
    ("replace(text, 'Bearer ', '')", "•••, twice"),
  ])
  func `the words around a secret are shown`(expression: String, shown: String) async throws {
    let run = try await EngineRun(
      scenario: """
        variables: { text: "Bearer ${secret.KEY}, twice" }
        steps:
          - set: { made: "${\(expression)}" }
          - log: "${made}"
        """,
      base: "http://127.0.0.1:1"
    ) { $0.secrets = ["KEY": "abcdefgh"] }
    #expect(run.hasPassed, "\(run.problems)")
    #expect(run.steps.last?.logs == [shown])
  }
}
