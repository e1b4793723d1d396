import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONDifferenceTests {
  @Test(arguments: [
    ("1", "1.0", []),
    ("1", "2", ["$: expected 1, got 2"]),
    ("{'a':1,'b':{'c':2}}", "{'b':{'c':3},'a':1}", ["$['b']['c']: expected 2, got 3"]),
    ("{'a':1}", "{'b':1}", ["$['a']: expected 1, which is missing", "$['b']: unexpected 1"]),
    ("[1,2,3,4]", "[0,1,2,3,4]", ["$[0]: unexpected 0"]),
    ("[1,2,3,4]", "[1,2,4]", ["$[2]: expected 3, which is missing"]),
    ("[1,2,3]", "[3,1,2]", ["$[0]: expected at $[2], moved here"]),
    ("[{'a':1,'b':2},5]", "[{'a':1,'b':3},5]", ["$[0]['b']: expected 2, got 3"]),
    ("[1,2,9,4]", "[0,1,2,8,4]", ["$[0]: unexpected 0", "$[3]: expected 9, got 8"]),
    ("{'a':[1]}", "{'a':{}}", ["$['a']: expected [1], got {}"]),
  ])
  func `differences are told by place`(expected: String, actual: String, lines: [String]) throws {
    func value(_ text: String) throws -> JSONValue {
      try JSONParser().parse(String(text.map { $0 == "'" ? "\"" : $0 }))
    }
    let differences = try JSONDifference.between(expected: value(expected), actual: value(actual))
    #expect(differences.map(\.line) == lines)
  }

  @Test func `the count is bounded, also for large arrays`() {
    let expected = JSONValue.array((0..<20_000).map { .number(JSONNumber($0)) })
    let actual = JSONValue.array((0..<20_000).map { .number(JSONNumber(-$0 - 1)) })
    let differences = JSONDifference.between(expected: expected, actual: actual, limit: 10)
    #expect(differences.count == 10)
  }
}

extension JSONDifference {
  /// The place and what differs there, expected before actual.
  fileprivate var line: String {
    let path = JSONPath.normalized(path)
    return switch kind {
    case .missing: "\(path): expected \(expected?.excerpt ?? "nothing"), which is missing"
    case .unexpected: "\(path): unexpected \(actual?.excerpt ?? "nothing")"
    case .different:
      "\(path): expected \(expected?.excerpt ?? "nothing"), got \(actual?.excerpt ?? "nothing")"
    case .moved: "\(path): expected at \(JSONPath.normalized(expectedPath ?? [])), moved here"
    }
  }
}
