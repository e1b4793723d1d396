import Testing

@testable import Documents

/// What regular expressions find, and that none of them can hang.
@Suite(.timeLimit(.minutes(5))) struct RegularExpressionTests {
  @Test(arguments: [
    ("b", "abc", true), ("^b", "abc", false), ("", "abc", true), ("c$", "abc", true),
    ("a$", "a\n", false), ("a\\Z", "a\n", true), ("a\\z", "a\n", false), ("(?m)^b", "a\nb", true),
    ("\\Aa", "ba", false), ("^.$", "e\u{301}", true), ("^é$", "e\u{301}", true),
    ("[a-z]", "e\u{301}", false), (".", "\n", false), ("(?s).", "\n", true),
    ("\\r\\n", "a\r\nb", true), ("\\n", "a\r\nb", true), ("a\\Rb", "a\r\nb", true),
    ("^\\d{3}-\\d{4}$", "555-0199", true), ("\\d", "٣", true), ("\\bfoo\\b", "x.foo.y", true),
    ("\\bfoo\\b", "xfoo", false), ("\\w+", "ß", true), ("[^a]", "a", false),
    ("[[:alpha:]]+", "é", true), ("[a-z&&[^aeiou]]", "e", false), ("[\\w.-]+@", "a.b-c@", true),
    ("(?i)STRASSE", "straße", false), ("(?i)É", "é", true), ("(?i)[a-z]", "Q", true),
    ("(?i:a)b", "AB", false), ("(?i:a)b", "Ab", true), ("{a}", "{a}", true), ("x{a", "x{a", true),
    ("\\Q.*\\E", ".*", true), ("\\Q.*\\E", "aa", false), ("(?x) a b # c", "ab", true),
    ("\\x41\\u00e9\\x{1F600}", "Aé😀", true), ("\\p{Lu}", "É", true), ("\\P{L}", "é", false),
    ("a{2,3}?b", "aaab", true), ("a{,2}b", "b", true), ("(a|b)*c", "ababc", true),
    ("(?#no)a", "a", true), ("^(?:a|ab)(?:c|bcd)$", "abcd", true), ("[^\\s]", " ", false),
    ("(?=.*\\d)^[a-z\\d]+$", "ab1", true), ("^(?!admin)", "admin", false), ("(a)\\1", "aa", true),
    ("a++b", "aab", true), ("(?>a+)a", "aaa", false),
  ])
  func `an expression is found where Swift's syntax says so`(
    source: String,
    text: String,
    isFound: Bool
  ) throws {
    #expect(try RegularExpression(source).search(text) == (isFound ? .found(nil) : .missing))
  }

  @Test(arguments: [
    ("order (\\d+)", "order 42 was", "42"), ("\\d+", "a 17", "17"), ("(a+)(b+)", "xaabb", "aa"),
    ("a(.*?)c", "abcbc", "b"), ("a(.*)c", "abcbc", "bcb"), ("(?<id>\\d)x", "12x", "2"),
    ("(a|ab)c?", "abc", "a"), ("((a)b)+", "abab", "ab"), ("é(.)", "e\u{301}👩‍👧!", "👩‍👧"),
    ("\"id\":\"([^\"]*)\"", "{\"id\":\"x-1\"}", "x-1"), ("(?=(a+))", "baa", "aa"),
    ("(x)?b", "b", nil),
    ("b*", "abb", ""),
  ])
  func `group 1 or the whole is captured, the leftmost and first choice`(
    source: String,
    text: String,
    captured: String?
  ) throws {
    #expect(try RegularExpression(source).capture(in: text) == .found(captured))
  }

  @Test(arguments: [
    "(a+)+$", "(a|a)*b", "(a*)*b", "(.*)(.*)(.*)(.*)x", "(a|aa)+$", "^(([a-z])+.)+[A-Z]([a-z])+$",
    ".*.*=.*;", "(\\w+\\s?)*\\d$",
  ])
  func `expressions that hang others take a time that grows with the text`(source: String) throws {
    let text = String(repeating: "a", count: 20_000)
    let clock = ContinuousClock()
    let expression = try RegularExpression(source)
    var finding = RegularExpression.Finding.tooMuchWork
    let time = clock.measure { finding = expression.search(text) }
    #expect(finding == .missing || finding == .found(nil))
    #expect(time < .seconds(20))
  }

  @Test(arguments: ["(?=b)(a+)+$", "(a|aa)+\\1", "(?:a|b)*+(a*)*"])
  func `what only going back can match is refused where it could take for ever`(
    source: String
  ) {
    let error = #expect(throws: RegularExpression.ParsingError.self) {
      try RegularExpression(source)
    }
    #expect(error?.message.contains("could take for ever") == true)
    #expect(error?.hint != nil)
  }

  @Test func `what only going back can match searches no longer texts than is safe`() throws {
    let expression = try RegularExpression("(.*)(.*)\\1x")
    let text = String(repeating: "a", count: 5_000)
    guard case .tooLong(let limit) = expression.search(text) else {
      Issue.record("a text of 5000 bytes was searched")
      return
    }
    #expect(
      expression.search(text).limitation(of: text)
        == "a regular expression with look-around or back-references searches at most \(limit), "
        + "this text has 5000 bytes"
    )
    #expect(expression.search("ab") == .missing)
  }

  @Test(arguments: [
    ("(", "expected )"), ("a**", "nothing to repeat"), ("[a", "expected ]"),
    ("*a", "nothing to repeat"),
    ("\\p{Klingon}", "Klingon"), ("(?<=a)b", "lookbehind"), ("a{3,2}", "wrong order"),
    (String(repeating: "(", count: 200), "nested too deeply"),
    ("((a{1000}){1000}){1000}", "too large"), ("[]", "expected"), ("a)", "unexpected )"),
  ])
  func `a mistake is told before anything is searched`(source: String, part: String) {
    let error = #expect(throws: RegularExpression.ParsingError.self) {
      try RegularExpression(source)
    }
    #expect(error?.message.contains(part) == true, "\(String(describing: error))")
  }

  @Test func `one expression serves many tasks at once`() async throws {
    let expressions = [try RegularExpression("b(\\d+)"), try RegularExpression("b(\\d+)(?!x)")]
    let right = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          expressions.allSatisfy { $0.capture(in: "ab\(number)c") == .found("\(number)") }
        }
      }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(right)
  }
}
