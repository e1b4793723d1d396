import Diagnostics
import Scenarios
import Testing

/// Hints for what people from other tools write say what to write instead.
@Suite(.timeLimit(.minutes(5))) struct MisleadingHintTests {
  private func diagnostic(_ text: String) -> Diagnostic? {
    let parser = ScenarioParser(vocabulary: .forTests)
    let file = SourceFile(
      path: "a.scenario.yaml",
      utf8: Array("scenario: a\nsteps:\n  - \(text)\n".utf8)
    )
    return parser.parse(file).diagnostics.first { $0.severity == .error }
  }

  @Test(arguments: [
    ("set: { t: qa-${uuid()} }", "quote it: \"qa-${uuid()}\""),
    ("set: { t: ${uuid()} }", "quote it: \"${uuid()}\""),
    ("set: { a: 1, t: a-${uuid()}-${uuid()} b, u: 1 }", "quote it: \"a-${uuid()}-${uuid()} b\""),
    ("set: { t: [x, qa-${uuid()}] }", "quote it: \"qa-${uuid()}\""),
    (
      "set: { t: \"${length($.x)}\" }",
      "a JSONPath is a text: write jsonpath(response.json, '$.x')"
    ),
    (
      "set: { t: \"${length($['a b'][*])}\" }",
      "a JSONPath is a text: write jsonpath(response.json, '$[\"a b\"][*]')"
    ),
    (
      "log: ${case.my col}",
      "write case['my col'] for a name with a space, or an operator before it"
    ),
    (
      "log: ${upper(case.my long col)}",
      "write case['my long col'] for a name with a space, or an operator before it"
    ),
    ("log: ${scenario.name and loop.index}", "write &&"),
    ("log: ${upper(a b)}", "an operator is missing before it"),
  ])
  func `a hint names what to write`(text: String, hint: String) {
    #expect(diagnostic(text)?.hint == hint)
  }

  @Test(arguments: [
    ("'a' + 'b'", "join texts by writing them side by side: ${a}${b}"),
    ("upper('a' + 'b')", "join texts as join(['a', 'b'], '')"),
    ("upper('a' + 'b' + 'c')", "join texts as join(['a', 'b', 'c'], '')"),
    ("upper(1 + ('b' + 'c') + 4)", "join texts as join([1, 'b', 'c', 4], '')"),
    ("'a' + 'b' + 'c'", "join texts by writing them side by side: ${a}${b}"),
    ("length(['x' + 1])", "join texts as join(['x', 1], '')"),
  ])
  func `texts are joined as it can be written there`(expression: String, hint: String) {
    #expect {
      try Expression(parsing: expression).evaluate(in: TestScope())
    } throws: { error in
      (error as? ExpressionFailure)?.hint == hint
    }
  }
}
