import CurlTransport
import TestSupport
import Testing

/// The end of a process while threads of loops end.
@Suite(.timeLimit(.minutes(5))) struct LoopAtExitTests {
  @Test func `OpenSSL frees nothing at the end that a thread may still read`() async {
    await #expect(processExitsWith: .success) {
      let loop = TransferLoop()
      await loop.ready()
      let server = try await FixtureServer.start()
      let request = TransferRequest(url: server.url + "/json")
      #expect(try await loop.transfer(request).status == 200)
      #expect(OpenSSLEndWatch.begin())
    }
  }
}
