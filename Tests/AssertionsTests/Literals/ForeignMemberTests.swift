import Documents
import Testing

@testable import Assertions

/// A member that must not be there makes no room for another one.
@Suite(.timeLimit(.minutes(5))) struct ForeignMemberTests {
  private func holds(_ matcher: JSONValue, _ value: JSONValue) throws -> Bool {
    try MatcherCatalogue.standard.matcher(from: matcher, context: MatcherContext(kind: .value))
      .evaluate(.json(value)).holds
  }

  @Test(
    arguments: [
      ["a": 1, "foreign": 2], ["a": 1, "foreign": nil], ["a": 1, "gone": 2], ["a": 1, "gone": nil],
    ] as [JSONValue]
  )
  func `equals with a member that must be absent refuses every other key`(value: JSONValue) throws {
    #expect(try !holds(["equals": ["a": 1, "gone": ["$is": ["exists": false]]]], value))
    #expect(
      try !holds(["equals": ["in": ["a": 1, "gone": ["$is": ["exists": false]]]]], ["in": value])
    )
  }

  @Test func `partial with a member that must be absent lets other keys stand`() throws {
    let matcher: JSONValue = ["partial": ["a": 1, "gone": ["$is": ["exists": false]]]]
    #expect(try holds(matcher, ["a": 1, "foreign": 2]))
    #expect(try !holds(matcher, ["a": 1, "gone": nil]))
  }
}
