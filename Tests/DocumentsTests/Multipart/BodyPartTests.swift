import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct BodyPartTests {
  private static func parts(_ body: String) -> [BodyPart]? {
    BodyPart.parts(of: Array(body.utf8), boundary: "b")
  }

  @Test func `parts have fields and bytes`() throws {
    let body =
      "preamble --b\r\n--b \r\nContent-Disposition: form-data; name=f; filename=\"a.txt\"\r\n"
      + "CONTENT-TYPE:text/plain \r\n\r\nx--b\n\r\n--b\r\n\r\n\r\n--b\r\n\r\n--b--rest"
    let parts = try #require(Self.parts(body))
    #expect(parts.map { String(decoding: $0.bytes, as: UTF8.self) } == ["x--b\n", "", ""])
    #expect(parts.map(\.name) == ["f", nil, nil])
    #expect(parts[0].fileName == "a.txt")
    #expect(parts[0].header("content-type") == "text/plain")
  }

  @Test(arguments: [
    "", "--b", "--b\r\n", "--b\r\nA: 1\r\n\r\nunfinished", "--bc\r\n\r\na\r\n--b--",
    "--b\r\nno colon\r\n\r\na\r\n--b--", "--b\r\nA: 1\r\n--b--", "x--b--",
  ])
  func `what is not well-formed has no parts`(body: String) {
    #expect(Self.parts(body) == nil)
    #expect(BodyPart.parts(of: Array("--\r\n\r\n----".utf8), boundary: "") == nil)
  }
}
