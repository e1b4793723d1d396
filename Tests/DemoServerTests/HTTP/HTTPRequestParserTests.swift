import HTTPMessages
import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct HTTPRequestParserTests {
  private func requests(_ text: String, step: Int) -> (requests: [HTTPRequest], status: Int?) {
    var parser = HTTPRequestParser(limits: ServerLimits(headBytes: 1000, bodyBytes: 100))
    let bytes = Array(text.utf8)
    var requests: [HTTPRequest] = []
    for start in stride(from: 0, to: bytes.count, by: step) {
      parser.append(bytes[start..<min(start + step, bytes.count)])
      reading: while true {
        switch parser.next() {
        case .needsMore: break reading
        case .needsContinue: continue
        case .request(let request): requests.append(request)
        case .failed(let error): return (requests, error.status)
        }
      }
    }
    return (requests, nil)
  }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func `requests are read however they are cut`(step: Int) {
    let text =
      "\r\nPOST /a?b=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
      + "GET http://x/b HTTP/1.1\r\nhost: x\r\nX-A:  1 \r\n\r\n"
      + "PUT /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "3;a=b\r\nabc\r\n0A\r\n0123456789\r\n0\r\nX-Trailer: 1\r\n\r\nGET /d HTTP/1.0\n\n"
    let (requests, status) = requests(text, step: step)
    #expect(status == nil)
    #expect(requests.map(\.method) == ["POST", "GET", "PUT", "GET"])
    #expect(requests.map(\.path) == ["/a", "/b", "/c", "/d"])
    #expect(requests.first?.query == "b=1")
    #expect(requests.dropFirst().first?.headers["x-a"] == "1")
    let bodies = requests.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies == ["hello", "", "abc0123456789", ""])
    #expect(requests.map(\.keepsAlive) == [true, true, true, false])
  }

  @Test(
    arguments: [
      ("GET\r\n\r\n", 400), ("GET / HTTP/1.1 x\r\n\r\n", 400), ("GET  / HTTP/1.1\r\n\r\n", 400),
      ("G(T / HTTP/1.1\r\nHost: x\r\n\r\n", 400), ("GET / HTP/1.1\r\nHost: x\r\n\r\n", 400),
      ("GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
      ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
      ("GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET a HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET /#a HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET /é HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nA : b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nA: b\r\n folded\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nA: b\u{1}\r\n\r\n", 400),
      ("GET / HTTP/1.1\rHost: a\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n", 413),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n\r\n", 411),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
      (
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n", 400
      ),
      ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n", 417),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n", 413),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffff\r\n", 413),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", 400),
    ]
  )
  func `what is no request has a status`(text: String, status: Int) {
    #expect(requests(text, step: 1000).status == status)
    #expect(requests(text, step: 1).status == status)
    #expect(requests(text, step: 1).requests.isEmpty)
  }

  @Test(arguments: [1, 100, 10_000])
  func `a head that does not end is refused at its bound`(step: Int) {
    let name = String(repeating: "a", count: 1100)
    #expect(requests(name, step: step).status == 431)
    let lines = String(repeating: "A: b\r\n", count: 200)
    #expect(requests("GET / HTTP/1.1\r\n" + lines, step: step).status == 431)
    let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
    #expect(requests(chunked + lines, step: step).status == 431)
  }

  @Test
  func `many small chunks stay within the bound of a body`() {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    let chunks = String(repeating: "1\r\na\r\n", count: 100)
    #expect(requests(head + chunks + "0\r\n\r\n", step: 64).requests.first?.body.count == 100)
    #expect(requests(head + chunks + "1\r\na\r\n", step: 64).status == 413)
  }

  @Test
  func `a client that waits is told to go on, once`() {
    var parser = HTTPRequestParser(limits: ServerLimits())
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
    parser.append(Array(head.utf8)[...])
    guard case .needsContinue = parser.next() else {
      Issue.record("expected to be asked for 100 Continue")
      return
    }
    guard case .needsMore = parser.next() else {
      Issue.record("expected to need more")
      return
    }
    parser.append([0x61, 0x62])
    guard case .request(let request) = parser.next() else {
      Issue.record("expected a request")
      return
    }
    #expect(request.body == [0x61, 0x62])
  }
}
