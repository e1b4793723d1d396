import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct TextTests {
  @Test
  func `escapes are decoded, broken ones stay`() {
    #expect(URLText.decode("a%20b+c%C3%A9%") == "a b+cé%")
    #expect(URLText.decode("a+b%2", plusIsSpace: true) == "a b%2")
  }

  @Test
  func `a header's parameters are read, quoted or not`() {
    let header = HeaderParameters.parse("Form-Data; name=\"a;\\\"b\"; x=1 ; flag; y=\"open")
    #expect(header.value == "form-data")
    #expect(header["name"] == "a;\"b")
    #expect(header["x"] == "1")
    #expect(header["y"] == "open")
    #expect(header["flag"] == nil)
    #expect(HeaderParameters.parse("").value == "")
  }
}
