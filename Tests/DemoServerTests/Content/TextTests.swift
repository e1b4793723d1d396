import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct TextTests {
  @Test
  func `escapes are decoded, broken ones stay`() {
    #expect(URLText.decode("a%20b+c%C3%A9%") == "a b+cé%")
    #expect(URLText.decode("a+b%2", plusIsSpace: true) == "a b%2")
  }
}
