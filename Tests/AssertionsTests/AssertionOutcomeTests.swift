import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct AssertionOutcomeTests {
  @Test func `the parts of an expression stand under it`() {
    // a.total == price * quantity
    let lines = AssertionOutcome.aligned([
      .init(text: "a.total", offset: 0, value: "20.5"),
      .init(text: "price * quantity", offset: 11, value: "19.98"),
      .init(text: "quantity", offset: 19, value: "2"),
    ])
    #expect(
      lines == [
        "│          │       │",
        "│          │       2",
        "│          19.98",
        "20.5",
      ]
    )
  }
}
