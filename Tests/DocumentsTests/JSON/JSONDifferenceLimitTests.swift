import Documents
import Testing

/// Where the list of differences ends.
@Suite(.timeLimit(.minutes(5))) struct JSONDifferenceLimitTests {
  @Test(arguments: [19, 20, 21])
  func `exactly as many differences as are asked for are all of them`(count: Int) {
    let expected = JSONValue.array((0..<count).map { .number(JSONNumber($0)) })
    let actual = JSONValue.array((0..<count).map { .number(JSONNumber(-$0 - 1)) })
    let differences = JSONDifference.between(expected: expected, actual: actual, limit: 20)
    #expect(differences.count == min(count, 20))
  }
}
