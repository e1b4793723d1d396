import HTTPMessages
import Testing

@Suite(.timeLimit(.minutes(5))) struct HeaderMergingTests {
  private func merged(
    _ own: [(String, String)],
    _ others: [(String, String)]
  ) -> [String] {
    var headers = HTTPHeaders(own.map { .init(name: $0.0, value: $0.1) })
    headers.merge(HTTPHeaders(others.map { .init(name: $0.0, value: $0.1) }))
    return headers.map { "\($0.name): \($0.value)" }
  }

  @Test func `a name takes the place of the first, and repeats come behind`() {
    #expect(
      merged(
        [("A", "1"), ("B", "2"), ("a", "3"), ("C", "4")],
        [("a", "x"), ("D", "y"), ("A", "z"), ("d", "w")]
      ) == ["a: x", "B: 2", "C: 4", "D: y", "A: z", "d: w"]
    )
    #expect(merged([], [("A", "1"), ("A", "2")]) == ["A: 1", "A: 2"])
    #expect(merged([("A", "1"), ("A", "2")], []) == ["A: 1", "A: 2"])
  }

  // With the square of their number it would be a quarter of an hour.
  @Test(.timeLimit(.minutes(1)))
  func `forty thousand fields are merged name by name`() {
    let own = (0..<40_000).map { ("X-Field-\($0)", "old") }
    let others = (20_000..<60_000).map { ("x-field-\($0)", "new") }
    let result = merged(own, others)
    #expect(result.count == 60_000)
    #expect(result[19_999] == "X-Field-19999: old")
    #expect(result[20_000] == "x-field-20000: new")
    #expect(result.last == "x-field-59999: new")
  }
}
