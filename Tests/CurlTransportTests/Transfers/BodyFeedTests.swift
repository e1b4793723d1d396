import Testing

@testable import CurlTransport

/// Gives each byte once.
private final class Once: BodySource {
  let length: Int64? = nil

  func read(into buffer: inout OutputRawSpan) throws -> BodySourceState { .end }

  func rewind() -> Bool { false }
}

@Suite(.timeLimit(.minutes(5))) struct BodyFeedTests {
  @Test func `a source that gave nothing yet need not go back`() {
    var feed = BodyFeed(Once(), declared: nil)
    let isAtStart = feed.rewind()
    #expect(isAtStart)
  }
}
