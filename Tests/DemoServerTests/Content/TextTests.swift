import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct TextTests {
  @Test(
    arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
  )
  func `base 64 goes both ways`(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(text.utf8))
  }

  @Test(arguments: ["Zg=x", "Z", "====", "Zm9v!", "Zg==="])
  func `what is not base 64 is not read`(text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test
  func `escapes are decoded, broken ones stay`() {
    #expect(URLText.decode("a%20b+c%C3%A9%") == "a b+cé%")
    #expect(URLText.decode("a+b%2", plusIsSpace: true) == "a b%2")
    #expect(URLText.encode("a b&é~") == "a%20b%26%C3%A9~")
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

  @Test
  func `dates are written as headers and bodies want them`() {
    #expect(HTTPDate.header(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate.iso8601(784_111_777) == "1994-11-06T08:49:37Z")
  }
}
