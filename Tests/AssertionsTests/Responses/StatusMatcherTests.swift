import Diagnostics
import Documents
import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct StatusMatcherTests {
  @Test(
    arguments: [
      (201, [201], [200, 202]), ("2xx", [200, 299], [199, 300]),
      ("200-299", [200, 299], [300]), ("404", [404], [405]),
      (["2xx", 404], [204, 404], [400]), (["gte": 400, "lt": 500], [404], [500]),
      (["not": 500], [200], [500]), (["in": [200, 201]], [201], [202]), ("4XX", [499], [500]),
    ] as [(JSONValue, [Int], [Int])]
  )
  func `a status is acceptable or not`(argument: JSONValue, good: [Int], bad: [Int]) throws {
    let matcher = try StatusMatcher(from: argument)
    for status in good { #expect(matcher.accepts(status), "\(status)") }
    for status in bad { #expect(!matcher.accepts(status), "\(status)") }
  }

  @Test(
    arguments: [
      "abc", 99, 1000, "299-200", "xx", "0xx", true, [], ["2xx", "y"], 2.5,
    ] as [JSONValue]
  )
  func `other text is a mistake`(argument: JSONValue) {
    #expect(throws: Mistake.self) { _ = try StatusMatcher(from: argument) }
  }

  @Test func `the message has the reason before the number`() throws {
    let matcher = try StatusMatcher(from: ["2xx", 304])
    let outcome = matcher.outcome(of: 404, reason: "Not Found", excerpt: "body")
    #expect(outcome.message == "expected 2xx or 304, got Not Found (404)")
    #expect(outcome.excerpt == "body")
    #expect(matcher.ranges == [200...299, 304...304])
    #expect(StatusMatcher.success.outcome(of: 204, reason: "").holds)
  }
}
