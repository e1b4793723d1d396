import TestSupport
import Testing

@testable import Documents

/// What regular expressions find, and that none of them can hang.
@Suite(.timeLimit(.minutes(5))) struct RegularExpressionTests {
  @Test(
    arguments: [
      ("b", "abc", true), ("^b", "abc", false), ("", "abc", true), ("c$", "abc", true),
      ("a$", "a\n", false), ("a\\Z", "a\n", true), ("a\\z", "a\n", false), ("(?m)^b", "a\nb", true),
      ("\\Aa", "ba", false), ("^..$", "e\u{301}", true), ("^\\X$", "e\u{301}", true),
      ("^é$", "e\u{301}", false), ("[a-z]", "e\u{301}", true), (".", "\n", false),
      ("(?s).", "\n", true),
      ("\\r\\n", "a\r\nb", true), ("\\n", "a\r\nb", true), ("a\\Rb", "a\r\nb", true),
      ("^\\d{3}-\\d{4}$", "555-0199", true), ("\\d", "٣", true), ("\\bfoo\\b", "x.foo.y", true),
      ("\\bfoo\\b", "xfoo", false), ("\\w+", "ß", true), ("[^a]", "a", false),
      ("[[:alpha:]]+", "é", true), ("(?![aeiou])[a-z]", "e", false), ("[\\w.-]+@", "a.b-c@", true),
      ("(?i)STRASSE", "straße", false), ("(?i)É", "é", true), ("(?i)[a-z]", "Q", true),
      ("(?i:a)b", "AB", false), ("(?i:a)b", "Ab", true), ("{a}", "{a}", true), ("x{a", "x{a", true),
      ("\\Q.*\\E", ".*", true), ("\\Q.*\\E", "aa", false), ("(?x) a b # c", "ab", true),
      ("\\x41\\u00e9\\x{1F600}", "Aé😀", true), ("\\p{Lu}", "É", true), ("\\P{L}", "é", false),
      ("a{2,3}?b", "aaab", true), ("a{,2}b", "b", true), ("(a|b)*c", "ababc", true),
      ("(?#no)a", "a", true), ("^(?:a|ab)(?:c|bcd)$", "abcd", true), ("[^\\s]", " ", false),
      ("(?=.*\\d)^[a-z\\d]+$", "ab1", true), ("^(?!admin)", "admin", false), ("(a)\\1", "aa", true),
      ("a++b", "aab", true), ("(?>a+)a", "aaa", false),
      ("(?<=a)b", "ab", true), ("(?<!a)b", "ab", false), ("(?<=ab|c)d", "abd", true),
      ("[{,2}]", "0", false), ("[]\\u0061]", "a", true), ("^\\Q{,2}\\E$", "{,2}", true),
      ("^(\\((?:[^()]|(?1))*\\))$", "((a)(b))", true), ("a.b", "a\rb", true),
    ] as [(String, String, Bool)]
  )
  func `an expression is found where PCRE2's syntax says so`(
    source: String,
    text: String,
    isFound: Bool
  ) throws {
    #expect(try RegularExpression(source).search(text) == (isFound ? .found(nil) : .missing))
  }

  @Test(arguments: [
    ("order (\\d+)", "order 42 was", "42"), ("\\d+", "a 17", "17"), ("(a+)(b+)", "xaabb", "aa"),
    ("a(.*?)c", "abcbc", "b"), ("a(.*)c", "abcbc", "bcb"), ("(?<id>\\d)x", "12x", "2"),
    ("(a|ab)c?", "abc", "a"), ("((a)b)+", "abab", "ab"), ("é(\\X)", "é👩‍👧!", "👩‍👧"),
    ("\"id\":\"([^\"]*)\"", "{\"id\":\"x-1\"}", "x-1"), ("(?=(a+))", "baa", "aa"),
    ("(x)?b", "b", nil),
    ("b*", "abb", ""), ("(?<=id=)\\w+", "id=x7;", "x7"), ("a\\Kb", "ab", "b"),
  ])
  func `group 1 or the whole is captured, the leftmost and first choice`(
    source: String,
    text: String,
    captured: String?
  ) throws {
    #expect(try RegularExpression(source).capture(in: text) == .found(captured))
  }

  @Test(arguments: [
    "(a+)+$", "(a|a)*b", "(a*)*b", "(.*)(.*)(.*)(.*)x", "(a|aa)+$", ".*.*=.*;",
  ])
  func `expressions that hang others are answered`(source: String) throws {
    let finding = try RegularExpression(source).search(String(repeating: "a", count: 20_000))
    #expect(finding == .missing || finding == .found(nil))
  }

  @Test(arguments: [
    "^(([a-z])+.)+[A-Z]([a-z])+$", "(\\w+\\s?)*\\d$", "(?=b?)(a+)+[bc]$", "(a|aa)+\\1[bc]",
    "^(a(?1)?|a)+[bc]$", "^(a{0,900}){0,60}[bc]$", "^(*THEN)(a|a)+[bc]", "(.*)(.*)\\1[xy]",
    "(?:a*+[bc]|a)*\\d",
  ])
  func `a search that takes too many steps is given up in time`(source: String) throws {
    let text = String(repeating: "a", count: 20_000)
    let expression = try RegularExpression(source)
    PatternWork.$current.withValue(.init(steps: 200_000)) {
      var finding = RegularExpression.Finding.missing
      let time = ProcessorTime.measure { finding = expression.search(text) }
      #expect(finding == .tooMuchWork)
      #expect(
        finding.limitation(of: text)
          == "the regular expression needs too many steps on this text of 20000 bytes"
      )
      #expect(expression.capture(in: text) == .tooMuchWork)
      #expect(time < .seconds(20))
    }
  }

  @Test(arguments: ["(?=b?)(a+)+[bc]$", "(.*)(.*)\\1[xy]"])
  func `a search of slow steps is given up by its time`(source: String) throws {
    let text = String(repeating: "a", count: 20_000)
    let expression = try RegularExpression(source)
    let limits = PatternWork.Limits(steps: 4_000_000_000, milliseconds: 200)
    let finding = PatternWork.$current.withValue(limits) { expression.search(text) }
    #expect(finding == .tooMuchWork)
    #expect(PatternWork.current.steps == 20_000_000 && PatternWork.current.milliseconds == 2_000)
  }

  @Test func `a search ends when the limit of its task is over`() throws {
    let limit = WorkLimit { true }
    let expression = try RegularExpression("^(a|a)+[bc]$")
    let finding = WorkLimit.$current.withValue(limit) {
      expression.search(String(repeating: "a", count: 60))
    }
    #expect(finding == .tooMuchWork && limit.hasCut)
  }

  @Test func `all matches together keep the limits of one search`() throws {
    let text = String(repeating: "a", count: 100_000)
    let expression = try RegularExpression("a")
    var count = 0
    func visit() -> RegularExpression.Finding {
      count = 0
      return expression.visitMatches(in: text, groups: 0) { _ in
        count += 1
        return true
      }
    }
    #expect(visit() == .missing && count == 100_000)
    #expect(PatternWork.$current.withValue(.init(steps: 1_000)) { visit() } == .tooMuchWork)
    #expect(count > 100 && count <= 1_000)
    let limit = WorkLimit { true }
    #expect(WorkLimit.$current.withValue(limit) { visit() } == .tooMuchWork && limit.hasCut)
    let long = String(repeating: "b", count: RegularExpression.maximumLength + 1)
    #expect(
      expression.visitMatches(in: long, groups: 0) { _ in true } == .tooLong(limit: "16 MiB")
    )
  }

  @Test func `a text of 10 MiB is searched`() throws {
    let text = String(repeating: "{\"id\":\"x-1\"},\n", count: 12 << 16) + "{\"id\":\"y-2\"}"
    #expect(text.utf8.count > 10_000_000)
    let expression = try RegularExpression("\"id\":\"(y[^\"]*)\"")
    let start = try RegularExpression("(?m)^\\[")
    // A build that is not optimized, on a busy machine, needs more time than a search has.
    PatternWork.$current.withValue(.init(milliseconds: 60_000)) {
      #expect(expression.capture(in: text) == .found("y-2"))
      #expect(start.search(text) == .missing)
    }
    let long = String(repeating: "a", count: RegularExpression.maximumLength + 1)
    #expect(expression.search(long) == .tooLong(limit: "16 MiB"))
  }

  @Test(arguments: [
    "(*LIMIT_MATCH=4000000000)a", "(*LIMIT_HEAP=4000000000)a", "(*LIMIT_DEPTH=9)a", "(*CR)a",
    "(*NO_JIT)a", "(*UTF)a", "(*BSR_ANYCRLF)a", "\\Ca", "(?C)(*ANY)a",
  ])
  func `an expression cannot change how it is run`(source: String) {
    #expect(throws: RegularExpression.ParsingError.self) { try RegularExpression(source) }
  }

  @Test(arguments: [
    ("(", "missing closing parenthesis (at character 2)"),
    ("a**", "quantifier does not follow a repeatable item (at character "),
    ("[a", "missing terminating ]"), ("*a", "quantifier does not follow a repeatable item"),
    ("\\p{Klingon}", "unknown property"), ("(?<=a+)b", "lookbehind assertion"),
    ("a{3,2}", "out of order"), (String(repeating: "(", count: 200), "too deeply nested"),
    ("((a{1000}){1000}){1000}", "too large"), ("[]", "missing terminating ]"),
    ("a)", "unmatched closing parenthesis (at character 2)"),
    ("é\\u00e9{,2})", "unmatched closing parenthesis (at character 12)"),
    (String(repeating: "a", count: 65_537), "at most 64 KiB"),
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
