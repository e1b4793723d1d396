import Diagnostics
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct RunOrderTests {
  @Test func `the seed decides, and nothing is lost`() {
    let first = RunOrder.random.places(of: 100, seed: 7)
    #expect(first == RunOrder.random.places(of: 100, seed: 7))
    #expect(first != RunOrder.random.places(of: 100, seed: 8))
    #expect(first != Array(0..<100))
    #expect(first.sorted() == Array(0..<100))
    #expect(RunOrder.given.places(of: 5, seed: 7) == [0, 1, 2, 3, 4])
    #expect(RunOrder.random.places(of: 0, seed: 7).isEmpty)
  }
}

@Suite(.timeLimit(.minutes(5))) struct NamePatternTests {
  @Test(arguments: [
    ("life", true), ("^Order", true), (#"\[ABC-1\]"#, true), ("#2$", true), ("order", false),
    ("(?i)order", true), ("^lifecycle", false),
  ])
  func `a pattern is searched for in the title`(pattern: String, isFound: Bool) throws {
    #expect(try NamePattern(parsing: pattern).isFound(in: "Order lifecycle [ABC-1] #2") == isFound)
  }

  @Test(arguments: ["", "(", "[z-a]", "*"])
  func `what is no pattern is said`(pattern: String) {
    let error = #expect(throws: Mistake.self) {
      try NamePattern(parsing: pattern)
    }
    #expect(error?.message.isEmpty == false)
  }

  @Test func `a pattern that takes too many steps is a mistake`() throws {
    let pattern = try NamePattern(parsing: "^((a|a)+)+[bc]$")
    let error = #expect(throws: Mistake.self) {
      try pattern.isFound(in: String(repeating: "a", count: 60))
    }
    #expect(error?.message.contains("needs too many steps") == true)
  }
}
