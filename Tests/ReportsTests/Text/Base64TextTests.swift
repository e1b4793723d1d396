import Testing

@testable import Reports

@Suite(.timeLimit(.minutes(5))) struct Base64TextTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"),
  ])
  func `the test vectors of RFC 4648 hold`(text: String, encoded: String) {
    #expect(Base64Text.encoded(Array(text.utf8)) == encoded)
  }
}
