import Testing

@testable import Documents

@Suite(.timeLimit(.minutes(5))) struct TextPatternTests {
  @Test(
    arguments: [
      ("^a.c$", "abc", true), ("^a.c$", "a\u{2028}c", false), ("b", "abc", true),
      ("^b", "abc", false),
      ("\\bfoo\\b", "a foo b", true), ("\\bfoo\\b", "afoob", false), ("^\\Boo", "foo", false),
      ("^[\\w-]+$", "a-b_1", true), ("^\\W$", "é", true), ("^\\S$", "\u{FEFF}", false),
      ("^\\u{1F600}$", "😀", true), ("^\\ud83d\\ude00$", "😀", true), ("^.$", "😀", true),
      ("^\\p{Lu}\\P{Lu}$", "Ää", true), ("^\\p{Script=Greek}$", "α", nil), ("^[^]$", "x", true),
      ("^(?:a|b){2,}?$", "abab", true), ("^(?<year>\\d{4})$", "2024", true), ("^a{,2}$", "a", nil),
      ("^(?<a$b>c)$", "c", true), ("(?<a-b>c)", "c", nil),
      ("a{3,1}", "", nil), ("(?=a)", "", false), ("(a)\\1", "aa", true), ("[b-a]", "", nil),
      ("\\a", "", nil),
      ("a**", "", nil), ("^[\\]\\-a]+$", "]-a", true), ("^$", "", true), ("|a", "", true),
      ("(?<=a)b", "ab", true), ("(?<!a)b", "ab", false), ("^(?:(a)|b)\\1$", "b", true),
      ("(?<x>a)\\k<x>", "aa", true), ("\\k<x>", "", nil), ("(a)\\2", "", nil),
      ("(?<x>a)(?<x>b)", "", nil), ("(?:(a)|b)*\\1", "a", nil), ("(?<=a+)b", "ab", nil),
      ("(?=a)*", "a", nil), ("^$", "\n", false), ("a$", "a\n", false), ("[[:alpha:]]", "a", nil),
      ("a++", "a", nil), ("(?>a)", "a", nil), ("(?i)a", "a", nil), ("\\Qa\\E", "a", nil),
      ("\\h", " ", nil), ("\\A", "", nil), ("\\z", "", nil), ("(?R)", "", nil),
      ("(*UTF)a", "a", nil),
      ("\\x{41}", "A", nil), ("(?#a)", "", nil), ("^[]$", "", false), ("[\\s\\S]", "\n", true),
    ] as [(String, String, Bool?)]
  )
  func `ECMA patterns are searched`(source: String, text: String, isFound: Bool?) {
    let finding = (try? TextPattern(source, dialect: .ecma))?.search(text)
    #expect(finding == isFound.map { $0 ? .found(nil) : .missing })
  }

  @Test(
    arguments: [
      ("\\d", nil), ("[a-]", true), ("[]a]", nil), ("\\.", false), ("(?:a)", nil), ("a|", true),
      ("\\p{Cs}", nil),
      ("[a-b-c]", nil), ("a{1001}", false), ("\\-", false),
    ] as [(String, Bool?)]
  )
  func `I-Regexps are matched whole`(source: String, isMatch: Bool?) {
    let pattern = try? TextPattern(source, dialect: .iRegexp, isWhole: true)
    #expect(pattern?.search("a") == isMatch.map { $0 ? .found(nil) : .missing })
  }

  @Test func `a repetition of alternatives keeps its bounds`() throws {
    let large = try TextPattern("^(a|b){1,40}c?$", dialect: .ecma)
    #expect(large.search("abababab") == .found(nil))
    #expect(large.search(String(repeating: "a", count: 40) + "c") == .found(nil))
    #expect(large.search(String(repeating: "a", count: 41)) == .missing)
    #expect(large.search("c") == .missing)
  }

  @Test(arguments: [
    "((a{100}){100}){100}", String(repeating: "(", count: 5000), "(((a{0,999}){0,999}){0,999})*",
  ])
  func `patterns that would be too large are refused`(source: String) {
    #expect(throws: TextPatternError.self) { try TextPattern(source, dialect: .ecma) }
  }

  /// Names as a document of OpenAPI lists them in one pattern, about 10 KB of them.
  private static let names = (1...1_000).map { "Zone/A\($0)z" }

  @Test(arguments: [
    ("Zone/A1z", true), ("at Zone/A1000z.", true), ("Zone/A1001z", false), ("", false),
  ])
  func `a list of a thousand names is searched`(text: String, isFound: Bool) throws {
    let list = Self.names.joined(separator: "|")
    let finding = RegularExpression.Finding.found(nil)
    for source in [list, "^.*(?:\(list))", "(?:\(list))\\.?$"] {
      let pattern = try TextPattern(source, dialect: .ecma)
      #expect(pattern.search(text) == (isFound ? finding : .missing), "\(source.prefix(20))")
    }
    let whole = try TextPattern("at (\(list))\\.|(\(list))", dialect: .iRegexp, isWhole: true)
    #expect(whole.search(text) == (isFound ? finding : .missing))
    #expect(whole.search("\(text)x") == .missing)
    let marked = "(?i)\(list.uppercased())"
    #expect(try RegularExpression(marked).search(text) == (isFound ? finding : .missing))
  }

  @Test func `a long pattern keeps the limits of a search`() throws {
    let list = Self.names.joined(separator: "|")
    let slow = try TextPattern("^((a|a|\(list))+)+[bc]$", dialect: .ecma)
    let text = String(repeating: "a", count: 60)
    #expect(
      PatternWork.$current.withValue(.init(steps: 10_000)) { slow.search(text) } == .tooMuchWork
    )
    #expect(slow.search("aaab") == .found(nil))
    let starts = try TextPattern(list, dialect: .ecma)
    let long = String(repeating: "Zone/A0z", count: 1_000)
    #expect(
      PatternWork.$current.withValue(.init(steps: 500)) { starts.search(long) } == .tooMuchWork
    )
    #expect(starts.search(long) == .missing)
    // Each step of the first part lets the second one move over the whole rest, which nothing counts.
    let rest = try RegularExpression("^.*?.*+x(?:\(list))?")
    let far = PatternWork.Limits(bytesAtStart: 1 << 24)
    let found = PatternWork.$current.withValue(far) {
      rest.search("x\(String(repeating: "a", count: 10_000))")
    }
    #expect(found == .tooMuchWork)
    #expect(rest.search("xaaa") == .missing)
    let limit = WorkLimit { true }
    let ended = WorkLimit.$current.withValue(limit) { starts.search(long) }
    #expect(ended == .tooMuchWork && limit.hasCut)
  }

  @Test(arguments: ["x)(y", "x)", "(x", "x(?"])
  func `a long pattern that is none is refused`(end: String) {
    let list = Self.names.joined(separator: "|")
    #expect(throws: TextPatternError.self) { try TextPattern(list + end, dialect: .ecma) }
    #expect(throws: RegularExpression.ParsingError.self) { try RegularExpression(list + end) }
  }

  @Test func `the dot of an I-Regexp is no line end`() throws {
    let dot = try TextPattern(".", dialect: .iRegexp, isWhole: true)
    #expect(dot.search("\n") == .missing && dot.search("\r") == .missing)
    #expect(dot.search("\u{2028}") == .found(nil))
  }

  @Test(arguments: [TextPattern.Dialect.ecma, .iRegexp])
  func `a search that takes too many steps is no answer`(dialect: TextPattern.Dialect) throws {
    let pattern = try TextPattern("^((a|a)+)+[bc]$", dialect: dialect)
    #expect(pattern.search(String(repeating: "a", count: 60)) == .tooMuchWork)
  }
}
