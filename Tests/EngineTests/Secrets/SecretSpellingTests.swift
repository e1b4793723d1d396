import Testing

@testable import Engine

/// A secret is found in every spelling.
@Suite(.timeLimit(.minutes(5))) struct SecretSpellingTests {
  private func masked(_ text: String, _ secrets: String...) -> String {
    let mask = SecretMask()
    for secret in secrets { mask.add(secret) }
    return mask.masking(text)
  }

  @Test(arguments: [
    // RFC 3986 leaves `@`, `/` and `?` of a query alone, a path leaves `&`, a JSON text in another one escapes twice.
    #"p@ss/%22w&%3C%C3%B6?%5C%201"#, #"p%40ss/%22w%26%3C%C3%B6?%5C%201"#,
    #"p%40ss/%22w%26%3c%c3%b6?%5c+1"#, #"p@ss\/\"w&<ö?\\ 1"#, #"p@ss/\\\"w&<ö?\\\\ 1"#,
    #"p@ss/\"w\u0026\u003C\u00f6?\\ 1"#, "p@ss/&#34;w&amp;&lt;&#xF6;?\\ 1",
    #"p@ss/"w&<ö?\ 1"#, #"%70%40ss/"w&<ö?%5C%5C 1"#,
  ])
  func `a secret is found in mixed spellings`(spelling: String) {
    #expect(masked("x\(spelling)y", #"p@ss/"w&<ö?\ 1"#) == "x•••y")
    #expect(masked("x\(spelling.dropLast(2))y", #"p@ss/"w&<ö?\ 1"#) == "x\(spelling.dropLast(2))y")
  }

  @Test func `a text is unescaped three times at most`() {
    let levels = PlainSpelling.levels(of: Array("%2525252541".utf8))
    #expect(
      levels.map { String(decoding: $0.bytes, as: UTF8.self) } == ["%25252541", "%252541", "%2541"]
    )
    #expect(PlainSpelling.levels(of: Array("%2541".utf8)).count == 2)
    #expect(PlainSpelling.levels(of: Array("plain".utf8)).isEmpty)
  }

  @Test(arguments: ["%25%25%", "%2525%2525%25", "%2525%25%"])
  func `what is escaped with its own first character is found in both ways`(spelling: String) {
    #expect(masked(spelling, "%25%25%") == "•••")
  }

  @Test(arguments: [
    "p%2540ss%252F%2522w%253C%25C3%25B6%253F%255C%25201",
    "p%252540ss%252F%252522w%3C%25C3%B6?%5C%25201",
    "p%2540ss%252f%2522w%253c%25c3%25b6%253f%255c+1",
    "p%2540ss/%2522w&amp;lt;%25C3%25B6?%5C%5C%201",
  ])
  func `what was percent-encoded and is percent-encoded again is found`(spelling: String) {
    let secret = #"p@ss/"w<ö?\ 1"#
    #expect(masked("/x?a=\(spelling)&b=%2520", secret) == "/x?a=•••&b=%2520")
    #expect(masked("/\(spelling)/\(spelling)?\(secret)", secret) == "/•••/•••?•••")
  }

  @Test(arguments: [
    (#"pass\new1"#, #"pass\new1"#), (#"pass\new1"#, #"pass\\new1"#), ("new\npass", #"new\npass"#),
    ("new\npass", #"new\\npass"#), (#"C:\newpass"#, #""C:\\newpass""#), ("newpass", #"C:\newpass"#),
    ("😀secret", #"\ud83d\ude00secret"#), ("a&lt;bcde", "a&amp;lt;bcde"),
    ("a+b+c+d", "a%2Bb%2Bc%2Bd"),
    (#"\\\\\\"#, #"\\\\\\\\\\\\"#),
  ])
  func `what looks like an escape is found escaped and as it is`(secret: String, text: String) {
    let result = masked("<\(text)>", secret)
    #expect(result.contains("•••"), "\(result)")
    #expect(!result.contains("pass") && !result.contains("secret") && !result.contains("bcde"))
  }

  @Test(arguments: [
    ("  secret-1\n", "[secret-1]", "[•••]"), ("  secret-1\n", "[  secret-1\n]", "[•••]"),
    ("first line\r\nshort\nthird line", "third line, first line, short", "•••, •••, short"),
    ("first line\n  indented line\n", "x: indented line", "x: •••"),
    ("SeCret-Host", "secret-host.example", "•••.example"),
    ("SeCret-Host", "SECRET-HOST", "SECRET-HOST"),
  ])
  func `white space at the ends, lines and lower case are known`(
    secret: String,
    text: String,
    shown: String
  ) {
    #expect(masked(text, secret) == shown)
  }

  @Test func `a secret is its bytes`() {
    let composed = "caf\u{E9}-123"
    let decomposed = "cafe\u{301}-123"
    #expect(masked(decomposed, composed) == decomposed)
    #expect(masked(composed, composed) == "•••")
    #expect(masked("\(decomposed) \(composed)", composed, decomposed) == "••• •••")
  }

  @Test(arguments: [
    ("abcdefgh", "efghijkl", "x abcdefghijkl y", "x ••• y"),
    ("abcdefgh", "abcdefghij", "x abcdefghij y", "x ••• y"),
    ("abcdef", "ghijkl", "abcdefghijkl", "••••••"),
    ("aaaaaa", "bbbbbb", "aaaaaaaaaaa", "•••"),
    (#"ab/"cdef"#, "cdefgh", #"ab\/\"cdefgh"#, "•••"),
  ])
  func `secrets that overlap are masked whole`(
    first: String,
    second: String,
    text: String,
    shown: String
  ) {
    #expect(masked(text, first, second) == shown)
    #expect(masked(text, second, first) == shown)
  }

  @Test func `a secret of many kilobytes is masked in every part`() {
    let secret = (0..<20_000).map { "line \($0 * 7919 % 10_007)" }.joined(separator: " ")
    let result = masked("<\(secret)>", secret)
    #expect(result == "<•••>", "\(result.prefix(200))")
  }

  @Test func `a secret of thousands of backslashes is masked`() {
    let secret = String(repeating: "\\", count: 5_000)
    #expect(!masked("<\(secret)>", secret).contains("\\"))
  }
}
