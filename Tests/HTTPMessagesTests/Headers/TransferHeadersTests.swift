import HTTPMessages
import Testing

@Suite(.timeLimit(.minutes(5))) struct TransferHeadersTests {
  private let headers: TransferHeaders = [
    "Accept": "a", "X-Tag": "1", "x-tag": "2", "Empty": "",
  ]

  @Test func `fields keep their order, spelling and repeats`() {
    #expect(headers.map(\.name) == ["Accept", "X-Tag", "x-tag", "Empty"])
    #expect(headers.map(\.value) == ["a", "1", "2", ""])
  }

  @Test func `names compare without case`() {
    #expect(headers.first(named: "ACCEPT") == "a")
    #expect(headers.values(named: "X-TAG") == ["1", "2"])
    #expect(headers.contains(name: "empty"))
    #expect(!headers.contains(name: "emp"))
    #expect(headers.first(named: "Accep") == nil)
  }
}
