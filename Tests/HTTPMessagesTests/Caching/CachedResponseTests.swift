import HTTPMessages
import Testing

@Suite(.timeLimit(.minutes(5))) struct CachedResponseTests {
  @Test
  func `row 87: a 304 brings the head up to date, not what describes the bytes`() {
    var response = CachedResponse(
      response: SessionResponse(
        url: .fixture,
        status: 200,
        headers: [
          "ETag": "\"a\"", "Content-Type": "text/plain", "Content-Length": "1", "Age": "7",
          "X-A": "1", "X-B": "1", "Cache-Control": "max-age=1",
        ]
      ),
      data: [1],
      requestTime: 1,
      responseTime: 1,
      varyNames: [],
      selector: []
    )
    let validation = SessionResponse(
      url: .fixture,
      status: 304,
      headers: [
        "X-A": "2", "Content-Type": "text/html", "Content-Length": "0",
        "Cache-Control": "max-age=60", "Connection": "close", "X-C": "3",
      ]
    )
    response.update(by: validation, requestTime: 5, responseTime: 6)
    let headers = response.response.headers
    #expect(response.response.status == 200)
    #expect(headers["X-A"] == "2")
    #expect(headers["X-B"] == "1")
    #expect(headers["X-C"] == "3")
    #expect(headers["Content-Type"] == "text/plain")
    #expect(headers["Content-Length"] == "1")
    #expect(headers["Cache-Control"] == "max-age=60")
    #expect(!headers.contains("Age"))
    #expect(!headers.contains("Connection"))
    #expect(response.responseTime == 6)
  }
}
