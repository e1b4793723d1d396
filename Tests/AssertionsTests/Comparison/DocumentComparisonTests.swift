import Diagnostics
import Documents
import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct DocumentComparisonTests {
  private let document: JSONValue = ["id": 7, "at": "now", "lines": [["n": 1, "t": 2], ["n": 2]]]

  private let context = MatcherContext(
    kind: .value,
    loadBytes: { (path) throws(Mistake) in
      switch path {
      case "good.json": Array(#"{"lines": [{"n": 1}, {"n": 2}], "id": 8, "at": ""}"#.utf8)
      case "bad.json": Array("{\n  1".utf8)
      case "same.plist":
        Array("<plist><dict><key>id</key><integer>7</integer></dict></plist>".utf8)
      case _: throw Mistake("no such file")
      }
    }
  )

  private func evaluate(
    _ key: String,
    _ argument: JSONValue,
    ignoring paths: [String] = []
  ) throws -> MatchResult {
    try DocumentComparison.json(
      key,
      argument,
      ignoring: paths.map { try JSONQuery($0) },
      context: context
    ).evaluate(.json(document))
  }

  @Test func `ignored paths are left out on both sides`() throws {
    let wanted: JSONValue = ["lines": [["n": 1], ["n": 2]], "id": 7]
    #expect(try !evaluate("equals", wanted).holds)
    #expect(try evaluate("equals", wanted, ignoring: ["$.at", "$.lines[*].t"]).holds)
    #expect(try evaluate("equals-file", "good.json", ignoring: ["$.id", "$.at", "$..t"]).holds)
    #expect(
      try evaluate("equals-file", "good.json", ignoring: ["$.at", "$..t"]).message
        == "expected 8 at $.id, got 7"
    )
    #expect(try evaluate("partial", ["id": 9, "at": "now"], ignoring: ["$.id"]).holds)
  }

  @Test func `the file may be a property list`() throws {
    #expect(try evaluate("equals-file", "same.plist", ignoring: ["$.at", "$.lines"]).holds)
    #expect(try !evaluate("equals-file", "same.plist").holds)
  }

  @Test func `mistakes have their place within the argument`() {
    let bad = #expect(throws: Mistake.self) { _ = try evaluate("equals-file", "bad.json") }
    #expect(bad?.message.hasPrefix("bad.json:2:3: ") == true)
    #expect(throws: Mistake("no such file")) { _ = try evaluate("equals-file", "x") }
    #expect(throws: Mistake("expected the path of a file, got 7")) {
      _ = try evaluate("equals-file", 7)
    }
    let message = "nothing on a whole document is called \"eqals\""
    #expect(throws: Mistake(message, suggestion: "equals")) { _ = try evaluate("eqals", 7) }
    let error = #expect(throws: Mistake.self) {
      _ = try evaluate("partial", ["a": ["$is": ["gtt": 1]]])
    }
    #expect(error?.path == [.key("a"), .key("$is"), .key("gtt")])
    #expect(error?.aboutKey == true)
  }
}
