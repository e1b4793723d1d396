import Documents
import Testing

@testable import Assertions

/// `unordered` pairs elements one to one, so copies count.
@Suite(.timeLimit(.minutes(5))) struct UnorderedListTests {
  private func judge(_ expected: JSONValue, _ actual: JSONValue) throws -> MatchResult {
    try MatcherCatalogue.standard.matcher(
      from: ["unordered": expected],
      context: MatcherContext(kind: .value)
    ).evaluate(.json(actual))
  }

  @Test(
    arguments: [
      (["a", "b", "b"], ["a", "a", "b"]), (["a", "a", "b"], ["a", "b", "b"]),
      ([1, 1, 2, 2], [1, 2, 2, 2]), ([["k": 1], ["k": 1], 2], [["k": 1], 2, 2]),
      (["a", "b"], ["a", "b", "b"]), (["a", "b", "b"], ["a", "b"]),
      // A matcher among them: pairs are looked for one by one.
      ([["$is": ["type": "string"]], "b", "b"], ["a", "a", "b"]),
    ] as [(JSONValue, JSONValue)]
  )
  func `as many copies must come as are expected`(expected: JSONValue, actual: JSONValue) throws {
    #expect(try !judge(expected, actual).holds)
    #expect(try !judge(expected, actual).message.isEmpty)
  }

  @Test(
    arguments: [
      (["a", "b", "b"], ["b", "a", "b"]), ([1, 1, 2], [2, 1, 1.0]),
      ([["$is": ["type": "string"]], "b", "b"], ["b", "b", "a"]),
    ] as [(JSONValue, JSONValue)]
  )
  func `copies may stand anywhere`(expected: JSONValue, actual: JSONValue) throws {
    #expect(try judge(expected, actual).holds)
  }

  @Test func `the copy that is missing and the one too many are named`() throws {
    let result = try judge(["a", "b", "b"], ["a", "a", "b"])
    #expect(result.detail == "missing \"b\", unexpected \"a\"")
    #expect(try judge([1, 2, 2], [1, 1, 1]).detail == "missing 2, 2, unexpected 1, 1")
  }
}
