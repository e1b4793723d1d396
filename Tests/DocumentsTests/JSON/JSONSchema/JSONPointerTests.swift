import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONPointerTests {
  @Test(arguments: [("a/b~", "a~1b~0"), ("~1", "~01"), ("/\u{301}", "~1\u{301}"), ("", "")])
  func `a token is escaped and read again`(token: String, escaped: String) {
    #expect(JSONPointer.escaped(token) == escaped)
    #expect(JSONPointer.unescaped(escaped) == token)
  }

  @Test func `what is no escape stands for itself`() {
    #expect(JSONPointer.unescaped("~2~") == "~2~")
  }
}
