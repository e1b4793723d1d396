import Encodings
import Testing

@Suite(.timeLimit(.minutes(5))) struct HeaderParametersTests {
  @Test
  func `a header's parameters are read, quoted or not`() {
    let header = HeaderParameters("Form-Data; name=\"a;\\\"b\"; x=1 ; flag; y=\"open")
    #expect(header.value == "form-data")
    #expect(header.parameters == ["name": "a;\"b", "x": "1", "y": "open"])
    #expect(header["flag"] == nil)
    #expect(HeaderParameters("").value == "")
  }

  @Test
  func `the value ends at the separator, and of two equal names the first counts`() {
    let header = HeaderParameters("text/plain x ; A= \"1\" ;a=2")
    #expect(header.value == "text/plain x")
    #expect(header.parameters == ["a": "1"])
  }
}
