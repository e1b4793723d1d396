import Documents
import Testing

@testable import Assertions

/// A matcher that is written as a member of a literal is data, and the failure says how it would be one.
@Suite(.timeLimit(.minutes(5))) struct MatcherNameTests {
  private func detail(_ matcher: JSONValue, _ value: JSONValue) throws -> String? {
    try MatcherCatalogue.standard.matcher(from: matcher, context: MatcherContext(kind: .value))
      .evaluate(.json(value)).detail
  }

  @Test(
    arguments: [
      ["partial": ["id": ["type": "string"]]], ["equals": ["id": ["type": "string"]]],
      ["partial": ["list": [1, ["type": "string"]]]], ["equals": [1, ["type": "string"]]],
      ["equals": ["a": 1, "list": [["$is": ["gt": 0]], ["type": "string"]]]],
    ] as [JSONValue]
  )
  func `it is named where the value has no object`(matcher: JSONValue) throws {
    let value: JSONValue =
      matcher["equals"]?.array == nil
      ? ["a": 1, "id": "7", "list": [1, "x"]] : [1, "x"]
    #expect(
      try detail(matcher, value) == "a matcher inside of a literal is written { $is: { type: … } }"
    )
  }

  @Test(
    arguments: [
      ["partial": ["a": ["b": ["exists": false]]]], ["equals": ["a": ["b": ["exists": false]]]],
      ["equals": ["a": ["c": ["$is": ["gt": 0]], "b": ["exists": false]]]],
    ] as [JSONValue]
  )
  func `the one that holds without a member is named where there is none`(
    matcher: JSONValue
  ) throws {
    #expect(
      try detail(matcher, ["a": ["c": 1]])
        == "a matcher inside of a literal is written { $is: { exists: … } }"
    )
  }

  @Test(
    arguments: [
      (["partial": ["b": ["type": "Feature"]]], ["a": 1]),
      (["partial": ["b": ["exists": true]]], ["a": 1]),
      (["partial": ["a": ["type": "Feature"]]], ["a": ["type": "Point"]]),
      (["partial": ["a": ["name": "x"]]], ["a": "x"]), (["partial": ["a": 1]], ["a": 2]),
      (["partial": ["a": ["$is": ["type": "string"]]]], ["a": 1]),
    ] as [(JSONValue, JSONValue)]
  )
  func `a literal that can be meant is left alone`(matcher: JSONValue, value: JSONValue) throws {
    #expect(try detail(matcher, value) == nil)
  }
}
