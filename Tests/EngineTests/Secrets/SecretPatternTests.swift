import Testing

@testable import Engine

@Suite struct SecretPatternTests {
  @Test(arguments: [
    // RFC 3986 leaves `@`, `/` and `?` of a query alone, a path leaves `&`, a JSON text in another one escapes twice.
    #"p@ss/%22w&%3C%C3%B6?%5C%201"#, #"p%40ss/%22w%26%3C%C3%B6?%5C%201"#,
    #"p%40ss/%22w%26%3c%c3%b6?%5c+1"#, #"p@ss\/\"w&<ö?\\ 1"#, #"p@ss/\\\"w&<ö?\\\\ 1"#,
    #"p@ss/\"w\u0026\u003C\u00f6?\\ 1"#, "p@ss/&#34;w&amp;&lt;&#xF6;?\\ 1",
    #"p@ss/"w&<ö?\ 1"#,
  ])
  func `a secret is found in mixed spellings`(spelling: String) throws {
    let pattern = try #require(SecretPattern(#"p@ss/"w&<ö?\ 1"#))
    let bytes = Array("x\(spelling)y".utf8)
    #expect(pattern.length(in: bytes, at: 1) == spelling.utf8.count)
    #expect(pattern.length(in: bytes, at: 0) == nil)
    #expect(pattern.length(in: Array(bytes.dropLast(2)), at: 1) == nil)
  }

  @Test func `a text of letters and digits has one spelling`() {
    #expect(SecretPattern("abcDEF123") == nil)
  }

  @Test func `what is escaped with its own first character is found in both ways`() throws {
    let pattern = try #require(SecretPattern("%25%25%"))
    for spelling in ["%25%25%", "%2525%2525%25", "%2525%25%"] {
      #expect(pattern.length(in: Array(spelling.utf8), at: 0) == spelling.utf8.count)
    }
  }
}
