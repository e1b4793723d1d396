import Engine
import RunEvents
import TestSupport
import Testing

/// Functions as a run calls them: what they know of the file, and the bounds that they keep.
@Suite(.timeLimit(.minutes(5))) struct FunctionRunTests {
  @Test func `xpath knows the prefixes of its file, of the project, and not those of the caller`()
    async throws
  {
    let run = try await EngineRun(
      [
        "x.xml": "<a xmlns:r='urn:s'><r:b>1</r:b></a>",
        "curlew.yaml": "namespaces: { p: \"urn:s\" }\n",
        "s.scenario.yaml": """
        scenario: s
        namespaces: { s: "urn:s" }
        variables: { xml: "${file('x.xml')}" }
        cases: [{ row: "${xpath(file('x.xml'), '/a/s:b')}", two: "${xpath(file('x.xml'), '/a/p:b')}" }]
        steps:
          - log: "${row}${two} ${xpath(xml, '/a/s:b')} ${xpath(xml, '/a/p:b', true)} ${xpath(xml, '/a/r:b')}"
          - use: u.steps.yaml
        """,
        "u.steps.yaml": """
        namespaces: { u: "urn:s" }
        steps:
          - log: "${xpath(file('x.xml'), '/a/u:b')}"
          - log: "${xpath(file('x.xml'), '/a/s:b')}"
        """,
      ],
      paths: ["s.scenario.yaml"]
    )
    let logs = run.steps.flatMap(\.logs)
    #expect(logs.first == "11 1 [\"1\"] 1", "\(run.problems)")
    #expect(logs.dropFirst().first == "1", "\(run.problems)")
    #expect(run.outcomes == [.errored])
    #expect(run.problems.contains("stands for no namespace"), "\(run.problems)")
  }

  private static func tenTimes(_ name: String) -> String {
    repeatElement(name, count: 10).joined(separator: ", ")
  }

  @Test(arguments: [
    ("a: \"x\"", "${a + a}", "+ makes a text of more than 64 MiB"),
    ("a: \"x\"", "${concat(a, a, a)}", "concat makes a text of more than 64 MiB"),
    // The processor's speed decides which comes first: the limit of the steps, or that of the text's length.
    ("a: \"xx\"", "${replace_regex(a, '.', '$0$0$0$0$0$0$0$0')}", "regular expression"),
    (
      "b: '${range(1, 6e5)}', a: '${concat(\(tenTimes("b")))}'", "${a + a}",
      "+ makes a list of more"
    ),
    (
      "a: '${range(1, 1e6)}'", "${concat(\(tenTimes("a")), [1], a)}",
      "concat makes a list of more than"
    ),
    (
      "a: '${range(1, 1e6)}'", "${flatten([\(tenTimes("a")), 1, a])}",
      "flatten makes a list of more"
    ),
  ])
  func `what a function makes grows up to a bound`(
    variable: String,
    expression: String,
    message: String
  ) async throws {
    let run = try await EngineRun(
      scenario: """
        variables: { \(variable) }
        steps: [{ repeat: 60, set: { a: "\(expression)" } }]
        """,
      base: "http://127.0.0.1:1"
    )
    #expect(run.outcomes == [.errored], "\(run.problems.prefix(500))")
    #expect(run.problems.contains(message), "\(run.problems.prefix(500))")
  }
}
