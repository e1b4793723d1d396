import Testing

@testable import CurlTransport

@Suite(.timeLimit(.minutes(5))) struct EasyHandleTests {
  @Test func `a handle has no message before libcurl wrote one`() throws {
    let handle = try EasyHandle()
    try handle.collectMessage()
    let message = handle.message
    #expect(message == "")
  }
}
