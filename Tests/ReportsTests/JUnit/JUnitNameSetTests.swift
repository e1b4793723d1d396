import RunEvents
import Testing

@testable import Reports

@Suite(.timeLimit(.minutes(5))) struct JUnitNameSetTests {
  private func names(_ cases: [(name: String, ordinal: Int)]) -> [String] {
    var names = JUnitNameSet(count: cases.count)
    return cases.map { name, ordinal in
      names.take(
        JUnitCase(
          name: name,
          ordinal: ordinal,
          classname: "c",
          line: 1,
          startedAt: 0,
          milliseconds: 0,
          verdict: .passed
        )
      )
    }
  }

  @Test func `an ordinal breaks a tie, and only a tie`() {
    #expect(names([("a", 1), ("b", 1), ("a", 1), ("a", 1)]) == ["a", "b", "a #2", "a #3"])
    #expect(names([("a", 2), ("a", 2), ("a", 1)]) == ["a #2", "a #3", "a"])
  }

  @Test func `a name that looks like one with an ordinal is no other case's`() {
    #expect(names([("a #2", 1), ("a", 1), ("a", 1)]) == ["a #2", "a", "a #3"])
  }

  @Test func `many of one name are told apart`() {
    let taken = names(Array(repeating: ("a", 1), count: 20_000))
    #expect(Set(taken).count == 20_000)
    #expect(taken.last == "a #20000")
  }
}
