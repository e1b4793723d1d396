import TestSupport
import Testing

@testable import Documents

/// Queries end when the limit of their task is over.
@Suite(.timeLimit(.minutes(5))) struct JSONPathLimitTests {
  @Test(arguments: ["$..[?count($..*) > 5]", "$[?$ == $]", "$[?@.a == $.b && $ == $]"])
  func `a query looks at the clock`(path: String) throws {
    let document = JSONValue.array((0..<50_000).map { .array([.number(JSONNumber($0))]) })
    let clock = ContinuousClock.now
    let limit = WorkLimit { ContinuousClock.now - clock > .milliseconds(200) }
    let query = try JSONPath(parsing: path)
    var error: JSONPathError?
    let time = ProcessorTime.measure {
      error = WorkLimit.$current.withValue(limit) {
        #expect(throws: JSONPathError.self) { try query.values(in: document) }
      }
    }
    #expect(time < .seconds(20))
    #expect(limit.hasCut && error?.code == .tooMuchWork)
  }

  @Test func `a query without a limit of its task ends after 100 million steps`() throws {
    let document = JSONValue.array((0..<15_000).map { .number(JSONNumber($0)) })
    let query = try JSONPath(parsing: "$[?count($[*]) > 20000]")
    let error = #expect(throws: JSONPathError.self) { try query.values(in: document) }
    #expect(error?.code == .tooMuchWork)
    #expect(error?.message == "the path was given up after 100000000 steps")
    #expect(error?.offset == 0)
  }

  @Test func `queries of many elements look at the clock, also where nothing is found`() throws {
    let elements = (0..<50_000).map { JSONValue.number(JSONNumber($0)) }
    let path = try JSONPath(parsing: "$.a")
    let condition = try JSONPathCondition(parsing: "@.a == 1")
    #expect(try path.values(inEach: elements).allSatisfy(\.isEmpty))
    #expect(try condition.holding(among: elements).isEmpty)
    for isPath in [true, false] {
      let limit = WorkLimit { true }
      let error = WorkLimit.$current.withValue(limit) {
        #expect(throws: JSONPathError.self) {
          if isPath {
            _ = try path.values(inEach: elements)
          } else {
            _ = try condition.holding(among: elements)
          }
        }
      }
      #expect(limit.hasCut && error?.code == .tooMuchWork)
    }
  }

  @Test func `values of many parts are found without going through them`() {
    #expect(!JSONValue.array([1, 2, ["a": [3]]]).exceeds(count: 6, depth: 3))
    #expect(JSONValue.array([1, 2, ["a": [3]]]).exceeds(count: 5, depth: 3))
    #expect(JSONValue.array([1, 2, ["a": [3]]]).exceeds(count: 6, depth: 2))
    var value = JSONValue.array([1])
    for _ in 0..<60 { value = .array([value, value]) }
    #expect(value.exceeds(count: 1_000, depth: 100))
    #expect(value.exceeds(count: .max, depth: 60))
  }

  @Test(arguments: [
    "$[?match(@, '((a|a)+)+[bc]')]", "$[?!search(@, '^((a|a)+)+[bc]$')]",
    "$[?!match(@, 'a{70000}')]",
  ])
  func `a pattern without an answer selects nothing and says so`(path: String) throws {
    let query = try JSONPath(parsing: path)
    let document = JSONValue.array([.string(String(repeating: "a", count: 60))])
    let error = PatternWork.$current.withValue(.init(steps: 100_000)) {
      #expect(throws: JSONPathError.self) { try query.values(in: document) }
    }
    #expect(error?.code == .tooMuchWork)
  }
}
