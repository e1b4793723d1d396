import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct HTTPResponseTests {
  @Test(arguments: [
    (200, "OK"), (304, "Not Modified"), (307, "Temporary Redirect"), (308, "Permanent Redirect"),
    (418, "I'm a teapot"), (511, "Network Authentication Required"), (309, "Unassigned"),
    (599, "Unassigned"),
  ])
  func `a status has the phrase of RFC 9110`(status: Int, reason: String) {
    #expect(HTTPResponse.reason(status) == reason)
  }
}
