import Documents
import Testing

@testable import Assertions

/// How many differences a message names and says there are.
@Suite(.timeLimit(.minutes(5))) struct DifferenceCountTests {
  private func list(_ first: Int, count: Int) -> JSONValue {
    .array((first..<(first + count)).map { .number(JSONNumber($0)) })
  }

  @Test(arguments: [
    // Differing elements, differences that are kept, the end of the message.
    (2, 2, ", and 1 more difference"), (19, 19, ", and 18 more differences"),
    (20, 20, ", and at least 19 more differences"), (21, 20, ", and at least 19 more differences"),
    (500, 20, ", and at least 19 more differences"),
  ])
  func `twenty differences are kept, and from there on there may be more`(
    count: Int,
    kept: Int,
    end: String
  ) throws {
    let matchers: [JSONValue] = [
      ["equals": list(0, count: count)],
      // With a matcher in it the values are walked side by side.
      ["equals": .object(["l": list(0, count: count), "m": ["$is": ["exists": true]]])],
    ]
    let values: [JSONValue] = [
      list(1_000, count: count), .object(["l": list(1_000, count: count), "m": 1]),
    ]
    for (matcher, value) in zip(matchers, values) {
      let result = try MatcherCatalogue.standard.matcher(
        from: matcher,
        context: MatcherContext(kind: .value)
      ).evaluate(.json(value))
      #expect(result.differences.count == kept)
      #expect(result.message.hasSuffix(end), "\(result.message)")
    }
  }
}
