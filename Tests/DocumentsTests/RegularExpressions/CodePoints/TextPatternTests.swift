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
      ("a{3,1}", "", nil), ("(?=a)", "", nil), ("(a)\\1", "", nil), ("[b-a]", "", nil),
      ("\\a", "", nil),
      ("a**", "", nil), ("^[\\]\\-a]+$", "]-a", true), ("^$", "", true), ("|a", "", true),
    ] as [(String, String, Bool?)]
  )
  func `ECMA patterns are searched`(source: String, text: String, isFound: Bool?) {
    #expect((try? TextPattern(source, dialect: .ecma))?.isFound(in: text) == isFound)
  }

  @Test(
    arguments: [
      ("\\d", nil), ("[a-]", true), ("[]a]", nil), ("\\.", false), ("(?:a)", nil), ("a|", true),
      ("\\p{Cs}", nil),
      ("[a-b-c]", nil), ("a{1001}", false), ("\\-", false),
    ] as [(String, Bool?)]
  )
  func `I-Regexps are matched whole`(source: String, isMatch: Bool?) {
    #expect((try? TextPattern(source, dialect: .iRegexp))?.matchesWhole("a") == isMatch)
  }

  @Test func `large programs and small ones agree`() throws {
    // Longer than what fits into the bits of one number.
    let large = try TextPattern("^(a|b){1,40}c?$", dialect: .ecma)
    #expect(large.isFound(in: "abababab"))
    #expect(large.isFound(in: String(repeating: "a", count: 40) + "c"))
    #expect(!large.isFound(in: String(repeating: "a", count: 41)))
    #expect(!large.isFound(in: "c"))
  }

  @Test(arguments: [
    "((a{100}){100}){100}", String(repeating: "(", count: 5000), "(((a{0,999}){0,999}){0,999})*",
  ])
  func `patterns that would be too large are refused`(source: String) {
    #expect(throws: TextPatternError.self) { try TextPattern(source, dialect: .ecma) }
  }
}
