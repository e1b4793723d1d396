import Testing

@testable import Reports

@Suite(.timeLimit(.minutes(5))) struct ShellTextTests {
  @Test(arguments: [
    ("a/b.yaml:3", "a/b.yaml:3"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("", "''"),
    ("$x", "'$x'"), ("a;rm", "'a;rm'"),
  ])
  func `a word is quoted where a shell needs it`(word: String, quoted: String) {
    #expect(ShellText.quoted(word) == quoted)
  }
}
