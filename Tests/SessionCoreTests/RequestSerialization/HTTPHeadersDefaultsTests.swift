import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct HTTPHeadersDefaultsTests {
  @Test
  func `row 18: the user agent is folded to ASCII`() {
    #expect(
      HTTPHeaders.userAgent(product: "T\u{EB}st\r\n", version: "1.2", system: "Linux 6.1")
        == "Test/1.2 (Linux 6.1)"
    )
    let agent = HTTPHeaders.sessionDefaults["User-Agent"] ?? ""
    #expect(agent.wholeMatch(of: /[!-~]+\/1\.0 \(Linux [!-~]+\)/) != nil)
  }
}
