import Diagnostics
import Documents
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
    ("log: \"${'a' + 1}\"", "write text(1) to join texts, int('a') to add numbers"),
    ("log: \"${upper(2 + 'b')}\"", "write text(2) to join texts, int('b') to add numbers"),
    ("log: ${upper(a b)}", "an operator is missing before it"),
  ])
  func `a hint names what to write`(text: String, hint: String) {
    #expect(diagnostic(text)?.hint == hint)
  }

  @Test(arguments: [
    ("a + 1", "write text(1) to join texts, int(a) to add numbers"),
    ("n + ('b' + a)", "write text(n) to join texts, int(('b' + a)) to add numbers"),
    ("upper(a + true)", "write text(true) to join texts"),
    ("null + a", "write text(null) to join texts"), ("a + [1]", "join(…) makes one text of a list"),
    ("[1] + n", "write [n] for a list with that element"),
    ("n + [1]", "write [n] for a list with that element"),
    ("n + true", "+ adds two numbers, or joins two texts or two lists"),
    (
      "a + (n + n + n + n + n + n + n + n + n + n + n)",
      "write text(…) to join texts, int(a) to add numbers"
    ),
    ("a - 1", "int(…) and float(…) make numbers of texts"),
  ])
  func `what cannot be added is told how it can be written`(expression: String, hint: String) {
    #expect {
      try Expression(parsing: expression).evaluate(in: TestScope(variables: ["a": "a", "n": 1]))
    } throws: { error in
      (error as? ExpressionFailure)?.hint == hint
    }
  }
}
