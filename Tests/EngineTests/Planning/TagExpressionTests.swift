import Diagnostics
import Engine
import Testing

@Suite(.timeLimit(.minutes(5))) struct TagExpressionTests {
  @Test(arguments: [
    ("smoke", ["smoke"], true), ("smoke", ["slow"], false), ("not slow", [], true),
    ("smoke and not slow", ["smoke", "slow"], false), ("a or b and c", ["a"], true),
    ("(a or b) and c", ["a"], false), ("not (a or b)", ["c"], true), ("a or not a", [], true),
  ])
  func `it holds of tags as it reads`(text: String, tags: [String], holds: Bool) throws {
    #expect(try TagExpression(parsing: text).holds(of: Set(tags)) == holds)
  }

  @Test(arguments: ["", "and", "a b", "(a", "a)", "not", "a or", "()"])
  func `what cannot be understood is an error that shows it`(text: String) throws {
    let error = try #require(throws: Mistake.self) {
      try TagExpression(parsing: text)
    }
    #expect(!error.message.isEmpty)
  }

  @Test func `a very long expression is refused instead of exhausting the stack`() {
    #expect(throws: Mistake.self) {
      try TagExpression(parsing: String(repeating: "not ", count: 100_000) + "a")
    }
  }
}
