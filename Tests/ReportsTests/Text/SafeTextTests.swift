import Testing

@testable import Reports

@Suite(.timeLimit(.minutes(5))) struct SafeTextTests {
  @Test(arguments: [
    ("a::b", "a::b"), ("::error::x", ": :error::x"), ("a\n  ::x\r\n::y", "a\n  : :x\n: :y"),
    ("##[error]", "# #[error]"),
    ("x ##vso[task] ##y ##teamcity[z", "x # #vso[task] ##y # #teamcity[z"),
    ("# heading", "# heading"), ("###[x]", "###[x]"),
  ])
  func `no line reads as a command`(text: String, safe: String) {
    #expect(SafeText.withoutCommands(text) == safe)
  }

  @Test func `a long text is cut at a character`() {
    #expect(SafeText.cut("aéb", limit: 3) == "aéb")
    #expect(SafeText.cut("aébc", limit: 3) == "aé…")
    #expect(SafeText.line("a\u{1B}\n", limit: 10) == "a\\u{1B}\\n")
  }

  @Test func `a body that is cut says so`() {
    #expect(SafeText.body(Array("abc".utf8), count: 3, limit: 5) == "abc")
    #expect(SafeText.body(Array("abc".utf8), count: 9, limit: 2) == "ab\n… (2 of 9 bytes)")
    #expect(SafeText.body(Array("abc".utf8), count: 9, limit: 5) == "abc\n… (3 of 9 bytes)")
    #expect(SafeText.body(Array("abc".utf8), count: 3, limit: 2) == "ab\n… (2 of 3 bytes)")
    #expect(SafeText.body(Array("abc".utf8), count: nil, limit: 2) == "ab\n… (2 of more bytes)")
  }
}
