import HTTPMessages
import Testing

/// What a response's content type says of its body.
@Suite(.timeLimit(.minutes(5))) struct ContentTypeTests {
  @Test(
    arguments: [
      ("text/html", nil), ("text/html;", nil), ("text/html; charset=UTF-8", "utf-8"),
      ("text/html;CharSet = \"ISO-8859-1\"", "iso-8859-1"), ("text/html; charset=", nil),
      ("text/html; charset", nil), ("a/b; version=1; charset=utf-16; charset=latin1", "utf-16"),
      ("a/b; title=\"x; charset=latin1\"", nil),
      ("a/b; title=\"x\\\"; charset=latin1\"; charset=utf-8", "utf-8"),
      ("a/b; title=\"never closed; charset=latin1", nil),
    ] as [(String, String?)]
  )
  func `the charset is a parameter, not what stands in quotes`(
    type: String,
    charset: String?
  ) throws {
    let response = SessionResponse(
      url: try URI("http://localhost/"),
      status: 200,
      headers: ["Content-Type": type]
    )
    #expect(response.textEncodingName == charset)
  }
}
