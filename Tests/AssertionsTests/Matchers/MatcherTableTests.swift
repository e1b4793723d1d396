import Documents
import Testing

@testable import Assertions

/// Pairs each matcher with a case that holds and one that does not, with the exact message of the
/// second.
@Suite(.timeLimit(.minutes(5))) struct MatcherTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var matcher: JSONValue
    var holds: [JSONValue]
    var fails: JSONValue
    var message: String

    init(_ matcher: JSONValue, holds: JSONValue..., fails: JSONValue, _ message: String) {
      self.matcher = matcher
      self.holds = holds
      self.fails = fails
      self.message = message
    }

    var testDescription: String { "\(matcher)" }
  }

  private static let rows = [
    Row(7, holds: 7, 7.0, fails: "7", "expected 7, got \"7\""),
    Row("a", holds: "a", fails: "b", "expected \"a\", got \"b\""),
    Row(
      "\u{E9}",
      holds: "\u{E9}",
      fails: "e\u{301}",
      "expected \"\u{E9}\", got \"e\u{301}\"; the same characters in another Unicode form"
    ),
    Row(
      ["partial": ["a": 1]],
      holds: ["a": 1],
      fails: ["a": ["\u{1B}[2J": 1]],
      "expected 1 at $.a, got {\"\\u{1B}[2J\": 1}"
    ),
    Row(
      ["equals": ["a": 1]],
      holds: ["a": 1],
      fails: ["a": 1, "\u{9B}x": 2],
      "expected nothing at $['\\u{9B}x'], got 2"
    ),
    Row(["each": 1], holds: [1], fails: 1, "expected a list, each 1, got 1"),
    Row(nil, holds: nil, fails: false, "expected null, got false"),
    Row(["equals": ["a": 1]], holds: ["a": 1.0], fails: ["a": 2], "expected 1 at $.a, got 2"),
    Row(
      ["equals": ["a": 1, "b": [1, 2]]],
      holds: ["b": [1, 2], "a": 1],
      fails: ["a": 2, "b": [1], "c": nil],
      "expected 1 at $.a, got 2, and 2 more differences"
    ),
    Row([1, 2], holds: [1, 2], fails: [3, 2], "expected 1 at $[0], got 3"),
    Row([1, 2, 3], holds: [1, 2, 3], fails: [0, 1, 2, 3], "expected nothing at $[0], got 0"),
    Row([1, 2], holds: [1, 2], fails: [2, 1], "expected 1 at $[0], got it at $[1]"),
    Row(
      ["equals": ["id": ["$is": ["format": "uuid"]], "n": 1]],
      holds: ["id": "0b3ff2a8-5b1e-4a55-9d1c-2f5f4a3c6b77", "n": 1],
      fails: ["id": "7", "n": 1],
      "expected a uuid at $.id, got \"7\""
    ),
    Row(
      ["equals": ["tags": ["$unordered": ["a", "b"]]]],
      holds: ["tags": ["b", "a"]],
      fails: ["tags": ["b", "c"]],
      "expected an element \"a\" at $.tags, got none, and 1 more difference"
    ),
    Row(
      ["partial": ["state": "new", "by": ["name": "Ada"]]],
      holds: ["state": "new", "by": ["name": "Ada", "id": 1], "x": 1],
      fails: ["state": "new", "by": ["name": "Bob"]],
      "expected \"Ada\" at $.by.name, got \"Bob\""
    ),
    Row(
      ["partial": ["odd name": 1, "gone": ["$is": ["exists": false]]]],
      holds: ["odd name": 1],
      fails: ["gone": nil, "odd name": 1],
      "expected nothing at $.gone, got null"
    ),
    Row(
      ["partial": [["a": 1]]],
      holds: [["a": 1, "b": 2]],
      fails: [],
      "expected 1 element at $, got 0"
    ),
    Row(["not": 5], holds: 6, "5", fails: 5, "expected not 5, got 5"),
    Row(
      ["not": ["gt": 1, "lt": 5]],
      holds: 5,
      fails: 2,
      "expected not (> 1 and < 5), got 2"
    ),
    Row(["not": ["gt": 1]], holds: 1, fails: "a", "expected not a number > 1, got \"a\""),
    Row(
      ["each": ["gt": 0]],
      holds: [1, 2],
      fails: [1, 0, -1],
      "expected each > 0, got 0 at index 1 and 1 more of 3"
    ),
    Row(
      ["each": ["gt": 0]],
      holds: [1],
      fails: [],
      "expected each > 0, got no elements; if there may be none, say so with count or empty"
    ),
    Row(
      ["each": ["gt": 0], "count": ["lt": 3]],
      holds: [],
      [1],
      fails: [1, 2, 3],
      "expected count < 3, got 3"
    ),
    Row(["any": ["gt": 5]], holds: [1, 6], fails: [1, 2], "expected any > 5, got [1, 2]"),
    Row(["any": 5], holds: [5], fails: 5, "expected a list with any 5, got 5"),
    Row(
      ["in": ["new", "paid"]],
      holds: "paid",
      fails: "x",
      "expected one of [\"new\", \"paid\"], got \"x\""
    ),
    Row(
      ["unordered": [1, 2, 2]],
      holds: [2, 1, 2],
      fails: [2, 1, 3],
      "expected [1, 2, 2] in any order, got [2, 1, 3]; missing 2, unexpected 3"
    ),
    Row(
      ["unordered": [["$is": ["gt": 1]], 5, 3]],
      holds: [3, 2, 5],
      [5, 3, 2],
      fails: [5, 5, 3, 0],
      "expected [{\"$is\": {\"gt\": 1}}, 5, 3] in any order, got [5, 5, 3, 0]; unexpected 0"
    ),
    Row(["gt": 5], holds: 5.1, fails: 5, "expected > 5, got 5"),
    Row(["gte": 5], holds: 5, fails: 4, "expected ≥ 5, got 4"),
    Row(["lt": 5], holds: 4, fails: 5, "expected < 5, got 5"),
    Row(["lte": 5], holds: 5, fails: "x", "expected a number ≤ 5, got \"x\""),
    Row(
      ["lt": "2026-01-01"],
      holds: "2025-12-31T23:59:59Z",
      fails: "2026-01-02",
      "expected < 2026-01-01, got \"2026-01-02\""
    ),
    Row(["between": [1, 5]], holds: 1, 5, fails: 6, "expected between 1 and 5, got 6"),
    Row(
      ["approx": 19.98, "within": 0.01],
      holds: 19.99,
      19.97,
      fails: 20.5,
      "expected 19.98 ± 0.01, got 20.5"
    ),
    Row(["approx": 100], holds: 100.0001, fails: 101, "expected 100 ± 0.0001, got 101"),
    Row(
      ["approx": "2026-01-01T00:00:00Z", "within": "5s"],
      holds: "2026-01-01T01:00:05+01:00",
      fails: "2026-01-01T00:00:06Z",
      "expected 2026-01-01T00:00:00Z ± 5s, got \"2026-01-01T00:00:06Z\""
    ),
    Row(
      ["before": "2026-01-01"],
      holds: "Wed, 31 Dec 2025 23:59:59 GMT",
      0,
      fails: "soon",
      "expected a date before 2026-01-01, got \"soon\""
    ),
    // The instant itself is neither before nor after.
    Row(
      ["before": "2026-01-01"],
      holds: "2025-12-31",
      fails: "2026-01-01T00:00:00Z",
      "expected before 2026-01-01, got \"2026-01-01T00:00:00Z\""
    ),
    Row(
      ["after": "2026-01-01"],
      holds: "2026-01-01T00:00:01Z",
      fails: "2026-01-01T00:00:00Z",
      "expected after 2026-01-01, got \"2026-01-01T00:00:00Z\""
    ),
    Row(
      ["sorts-before": "banana"],
      holds: "Zebra",
      "apple",
      fails: "banana",
      "expected sorted before \"banana\", got \"banana\""
    ),
    Row(
      ["sorts-before": "9"],
      holds: "10",
      fails: 8,
      "expected text sorted before \"9\", got 8"
    ),
    Row(
      ["sorts-after": "z"],
      holds: "é",
      fails: "Z",
      "expected sorted after \"z\", got \"Z\""
    ),
    Row(
      ["sorts-after": 9],
      holds: 10,
      fails: "10",
      "expected a number sorted after 9, got \"10\""
    ),
    Row(
      ["after": "now"],
      holds: "2030-01-01",
      fails: "2020-01-01",
      "expected after now, got \"2020-01-01\""
    ),
    Row(
      ["after": "2026-01-01"],
      holds: "2026-01-31T12:00:00+00:00",
      fails: "2026-01-31T12:00:00+0000",
      "expected a date after 2026-01-01, got \"2026-01-31T12:00:00+0000\"; "
        + "RFC 3339 has 2026-01-31T12:00:00+00:00; date_parse in pipe reads other forms"
    ),
    Row(
      ["format": "date-time"],
      holds: "2026-01-31T12:00:00Z",
      fails: "2026-01-31 12:00:00",
      "expected a date-time, got \"2026-01-31 12:00:00\"; RFC 3339 has 2026-01-31T12:00:00Z"
    ),
    Row(
      ["not": ["format": "date-time"]],
      holds: "2026-01-31 12:00:00",
      fails: "2026-01-31T12:00:00Z",
      "expected not a date-time, got \"2026-01-31T12:00:00Z\""
    ),
    Row(
      ["matches": "^[A-Z]{3}-\\d+$"],
      holds: "ABC-12",
      fails: "abc",
      "expected text matching /^[A-Z]{3}-\\d+$/, got \"abc\""
    ),
    Row(
      ["contains": "b"],
      holds: "abc",
      ["a", "b"],
      fails: 7,
      "expected text or a list containing \"b\", got 7"
    ),
    Row(
      ["contains": ["id": 1]],
      holds: [["id": 1]],
      fails: [["id": 2]],
      "expected containing {\"id\": 1}, got [{\"id\": 2}]"
    ),
    Row(
      ["starts-with": "/orders/"],
      holds: "/orders/7",
      fails: "/o",
      "expected text starting with \"/orders/\", got \"/o\""
    ),
    Row(
      ["ends-with": ".png"],
      holds: "a.png",
      fails: "png",
      "expected text ending with \".png\", got \"png\""
    ),
    Row(
      ["type": "integer"],
      holds: 1,
      1.0,
      fails: 1.5,
      "expected type integer, got 1.5; that is of type number"
    ),
    Row(
      ["type": ["string", nil]],
      holds: "a",
      nil,
      fails: 1,
      "expected type string or null, got 1; that is of type number"
    ),
    Row(
      ["format": "email"],
      holds: "ada@example.com",
      fails: "ada",
      "expected an email, got \"ada\""
    ),
    Row(["exists": false], fails: nil, "expected nothing, got null"),
    Row(["empty": true], holds: "", [], [:], fails: [1], "expected empty, got [1]"),
    Row(
      ["empty": false],
      holds: "a",
      fails: 5,
      "expected not empty, got 5; only text, lists and objects can be empty"
    ),
    Row(["count": 2], holds: [1, 2], ["a": 1, "b": 2], fails: [1], "expected count 2, got 1"),
    Row(
      ["count": ["gte": 1]],
      holds: [1],
      fails: "a",
      "expected a list or object of count ≥ 1, got \"a\"; the characters of a text are its length"
    ),
    Row(
      ["length": ["lte": 3]],
      holds: "añb",
      fails: "abcd",
      "expected length ≤ 3, got 4; the text is \"abcd\""
    ),
    Row(
      ["contains-all": ["a", "c"]],
      holds: "abc",
      ["c", "b", "a"],
      fails: ["c", "b"],
      "expected containing all of [\"a\", \"c\"], got [\"c\", \"b\"]; missing \"a\""
    ),
    Row(
      ["contains-all": ["a", "c", "d", "e", "f", 1]],
      holds: "abcdef1",
      fails: "b",
      "expected containing all of [\"a\", \"c\", \"d\", \"e\", \"f\", 1], got \"b\"; missing \"a\", \"c\", \"d\" and 3 more"
    ),
    Row(
      ["contains-all": ["a", ["$is": ["gt": 1]]]],
      holds: ["a", 2],
      fails: "a",
      "expected a list containing all of [\"a\", {\"$is\": {\"gt\": 1}}], got \"a\""
    ),
    Row(
      ["contains-any": ["x", "b"]],
      holds: "abc",
      ["b"],
      fails: ["ab"],
      "expected containing any of [\"x\", \"b\"], got [\"ab\"]"
    ),
    Row(
      ["contains-any": ["x"]],
      holds: ["x"],
      fails: 7,
      "expected text or a list containing any of [\"x\"], got 7"
    ),
    Row(
      ["contains-any": ["x"]],
      holds: "x",
      fails: ["x": 1],
      "expected text or a list containing any of [\"x\"], got {\"x\": 1}; an object is compared with partial"
    ),
    Row(
      ["any-of": [3, ["gt": 5], ["type": "string"]]],
      holds: 3,
      6,
      "a",
      fails: 4,
      "expected one of 3 matchers to hold, got 4; 1: expected 3, 2: expected > 5, 3: expected type string; that is of type number"
    ),
    Row(
      ["any-of": [["count": 3], ["equals": ["a": 1]]]],
      holds: [1, 2, 3],
      ["a": 1],
      fails: [1],
      "expected one of 2 matchers to hold, got [1]; 1: expected count 3, got 1, 2: expected {\"a\": 1}"
    ),
    Row(
      ["any-of": [1, 2, 3, 4, 5, 6, 7]],
      holds: 7,
      fails: 8,
      "expected one of 7 matchers to hold, got 8; 1: expected 1, 2: expected 2, 3: expected 3, 4: expected 4, 5: expected 5, and 2 more"
    ),
    Row(
      ["not": ["any-of": [3, ["gt": 5]]]],
      holds: 4,
      fails: 6,
      "expected not (3 or > 5), got 6"
    ),
    Row(
      ["not": ["any-of": [["gt": 5], ["equals": "a"]]]],
      holds: 4,
      fails: "b",
      "expected not one of 2 matchers to hold, got \"b\"; 1: expected a number > 5, 2: expected \"a\""
    ),
    Row(
      ["each": ["any-of": [1, 2]]],
      holds: [1, 2],
      fails: [1, 3],
      "expected each one of 2 matchers to hold, got 3 at index 1; 1: expected 1, 2: expected 2"
    ),
    Row(
      ["all-of": [["contains": "a"], ["contains": "b"]]],
      holds: "ab",
      fails: "a",
      "expected containing \"b\", got \"a\""
    ),
    Row(["gte": 1, "lt": 5], holds: 1, fails: 7, "expected < 5, got 7"),
  ]

  @Test(arguments: rows)
  func `a matcher holds, fails and says why`(row: Row) throws {
    let matcher = try MatcherCatalogue.standard.matcher(
      from: row.matcher,
      context: MatcherContext(kind: .value, now: 1_780_000_000)
    )
    for value in row.holds {
      #expect(matcher.evaluate(.json(value)).holds, "\(value)")
    }
    let result = matcher.evaluate(.json(row.fails))
    #expect(!result.holds)
    #expect(result.message == row.message)
  }

  @Test func `every definition has a row`() {
    // `schema` and `pipe` need one from outside: `MatcherCatalogueTests` and `PipeMatcherTests` have it.
    let shown = Set(Self.rows.flatMap { $0.matcher.object.map { Array($0.keys) } ?? ["equals"] })
    let names = MatcherCatalogue.standard.definitions.map(\.name)
    #expect(names.filter { !shown.contains($0) } == ["schema", "pipe"])
  }
}
