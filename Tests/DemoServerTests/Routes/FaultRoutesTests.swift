import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct FaultRoutesTests {
  private func everything(_ target: String) throws -> String {
    let server = try DemoServer.start()
    let client = try RawClient(port: server.port)
    client.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
    let bytes = client.rest()
    // Whatever went wrong, the server goes on.
    #expect(try RawClient(port: server.port).exchange("GET", "/health").status == 200)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: ["/reset-connection", "/no-answer"])
  func `no answer is no byte`(target: String) throws {
    #expect(try everything(target).isEmpty)
  }

  @Test
  func `a truncated body ends too early`() throws {
    let text = try everything("/truncated")
    #expect(text.contains("Content-Length: 100\r\n"))
    #expect(text.hasSuffix("\r\n\r\n0123456789"))
  }

  @Test
  func `a chunk and a head can be broken`() throws {
    #expect(try everything("/broken/chunk").hasSuffix("hello\r\nxyz\r\n"))
    #expect(try everything("/broken/head") == "220 this is not HTTP at all\r\n\r\n")
  }

  @Test(arguments: ["json", "xml", "gzip", "gzip-end", "png", "type"])
  func `broken content comes whole`(kind: String) throws {
    let server = try DemoServer.start()
    let client = try RawClient(port: server.port)
    let answer = try client.exchange("GET", "/broken/\(kind)")
    #expect(answer.status == 200)
    #expect(!answer.body.isEmpty)
  }
}
