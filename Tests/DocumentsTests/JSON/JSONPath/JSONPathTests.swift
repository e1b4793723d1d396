import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONPathTests {
  @Test(arguments: [
    ("$.a[?@.b == ]", 12, "expected a path from @ or $, a literal or a function"),
    ("a.b", 0, "a path starts with $"), ("$.a b", 3, "unexpected space after the path"),
    ("$['ä", 2, "expected the closing quote of the string"), ("$[01]", 2, "a leading zero"),
    ("$.é[?lenght(@) > 1]", 5, "unknown function lenght(), did you mean length()?"),
    ("$[?@.* == 1]", 3, "a path that can yield several nodes cannot be compared"),
    ("$[?!@.a == 1]", 3, "a negated comparison needs parentheses"),
    ("$.0", 2, "a name after a dot does not start with a digit: use ['...'] or [0]"),
  ])
  func `mistakes have a place`(text: String, offset: Int, message: String) {
    let error = #expect(throws: JSONPathError.self) { try JSONPath(parsing: text) }
    #expect(error?.offset == offset)
    #expect(error?.message == message)
  }

  @Test(arguments: [
    ("$", true), ("$.a['b'][-1]", true), ("$.*", false), ("$..a", false), ("$[0,1]", false),
  ])
  func `singular queries are known`(text: String, isSingular: Bool) throws {
    #expect(try JSONPath(parsing: text).isSingular == isSingular)
  }

  @Test func `nodes have normalized paths`() throws {
    let document: JSONValue = ["it's": [["a\n": 1], ["a\n": 2]]]
    let nodes = try JSONPath(parsing: "$..['a\\n']").nodes(in: document)
    #expect(nodes.map(\.path) == [#"$['it\'s'][0]['a\n']"#, #"$['it\'s'][1]['a\n']"#])
    #expect(nodes.map(\.value) == [1, 2])
    #expect(nodes.last?.components == [.name("it's"), .index(1), .name("a\n")])
  }

  @Test(arguments: [
    ("$.user.nmae", "$['user'] has no member 'nmae'", "name"),
    ("$.user.zzzz", "$['user'] has no member 'zzzz'", nil),
    ("$.list[7]", "$['list'] has 2 elements, none at 7", nil),
    ("$.user[0]", "$['user'] is an object, not an array", nil),
    ("$.user.name.first", "$['user']['name'] is a string, not an object", nil),
  ])
  func `a path that finds nothing says where it leaves the document`(
    text: String,
    message: String,
    suggestion: String?
  ) throws {
    let document: JSONValue = ["user": ["name": "Ada", "email": nil], "list": [1, 2]]
    let miss = try #require(try JSONPath(parsing: text).miss(in: document))
    #expect(miss.message == message)
    #expect(miss.suggestion == suggestion)
  }

  @Test(arguments: [
    ("$.users[*].nmae", "no value selected before it has a member 'nmae'", "name"),
    ("$..emial", "no value selected before it has a member 'emial'", "email"),
    ("$.users[?@.age > 7].name", "selects nothing of the values before it", nil),
    ("$.usres[*]", "$ has no member 'usres'", "users"),
  ])
  func `a branching path that finds nothing says so too`(
    text: String,
    message: String,
    suggestion: String?
  ) throws {
    let document: JSONValue = ["users": [["name": "Ada", "email": nil], ["name": "Bob"]]]
    let miss = try #require(try JSONPath(parsing: text).miss(in: document))
    #expect(miss.message == message)
    #expect(miss.suggestion == suggestion)
  }

  @Test func `a path that finds something has no miss`() throws {
    #expect(try JSONPath(parsing: "$.a[0]").miss(in: ["a": [nil]]) == nil)
    #expect(try JSONPath(parsing: "$..a[*]").miss(in: ["a": [nil]]) == nil)
  }

  @Test func `texts are compared by code points`() throws {
    let document: JSONValue = ["\u{E9}": 1, "e\u{301}": 2]
    #expect(try JSONPath(parsing: "$['\u{E9}']").values(in: document) == [1])
    #expect(try JSONPath(parsing: "$['e\u{301}']").values(in: document) == [2])
  }

  @Test func `deep nesting in path and document is survived`() throws {
    let parentheses = String(repeating: "(", count: 10_000)
    #expect(throws: JSONPathError.self) { try JSONPath(parsing: "$[?\(parentheses)") }
    let filters = String(repeating: "[?@", count: 10_000)
    #expect(throws: JSONPathError.self) { try JSONPath(parsing: "$\(filters)") }
    let calls = String(repeating: "length(", count: 10_000)
    #expect(throws: JSONPathError.self) { try JSONPath(parsing: "$[?\(calls)") }
    let nested = String(repeating: "[", count: 4000) + String(repeating: "]", count: 4000)
    let document = try JSONParser(options: .init(maximumDepth: 4096)).parse(nested)
    #expect(try JSONPath(parsing: "$..*").values(in: document).count == 3999)
    let long = String(repeating: "[0]", count: 3999)
    #expect(try JSONPath(parsing: "$\(long)").values(in: document) == [[]])
  }

  @Test(arguments: [
    ("(a*)*b", String(repeating: "a", count: 5000), false),
    ("(a|a)*", String(repeating: "a", count: 5000), true),
    ("(a{0,50}){0,50}b", "aaaaaaaaaaaaaaaaaaaaaaaa", false), ("[^a-c]+", "xyz", true),
    ("[a-c-]+", "a-b", true),
    ("\\p{L}+\\p{Nd}{2,3}", "größe42", true), ("a{2}", "aaa", false), ("a.b", "a\nb", false),
    ("\\d", "1", false),
    ("(ab|c)?d", "abd", true), ("[", "[", false), ("(", "(", false), ("a{2,1}", "aa", false),
    ("", "", true),
  ])
  func `patterns match whole texts as RFC 9485 says`(
    pattern: String,
    text: String,
    isMatch: Bool
  ) throws {
    let document: JSONValue = ["texts": [.string(text)], "pattern": .string(pattern)]
    let path = try JSONPath(parsing: "$.texts[?match(@, $.pattern)]")
    #expect(try !path.values(in: document).isEmpty == isMatch)
  }
}
