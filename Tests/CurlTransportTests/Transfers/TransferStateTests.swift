import Testing

@testable import CurlTransport

@Suite(.timeLimit(.minutes(5))) struct TransferStateTests {
  @Test func `a transfer finishes once`() {
    var state = TransferState()
    state.start()
    #expect(state.finish() == true)
    #expect(state.finish() == false)
    #expect(state.cancel() == .none)
    #expect(state.pause() == .none)
    #expect(state.resume() == .none)
  }

  @Test func `pause and resume act once each, and only while it runs`() {
    var state = TransferState()
    #expect(state.pause() == .none)
    #expect(state.isHeld)
    state.start()
    #expect(state.resume() == .proceed)
    #expect(state.resume() == .none)
    #expect(state.pause() == .pause)
    #expect(state.pause() == .none)
  }

  @Test func `a waiting source is resumed too`() {
    var state = TransferState()
    state.start()
    state.sourceWaits()
    #expect(state.isHeld)
    #expect(state.idleTimePassed(.seconds(1)) == .none)
    #expect(state.resume() == .proceed)
    #expect(!state.isHeld)
  }

  @Test func `a body is taken up to its limit, anew after a further head`() {
    var state = TransferState()
    state.start()
    #expect(state.receiveBody(6, limit: 10) == 6)
    state.restartBody()
    #expect(state.receiveBody(10, limit: 10) == 10)
    #expect(state.failure == nil)
    #expect(state.receiveBody(1, limit: 10) == 0)
    #expect(state.failure?.code == .bodyTooLarge)
  }

  @Test func `the first reason stands`() {
    var state = TransferState()
    state.start()
    state.fail(.cancelled)
    _ = state.idleTimePassed(.seconds(1))
    #expect(state.failure == .cancelled)
  }

  @Test(arguments: [
    (Duration.seconds(1), 1000), (.milliseconds(15), 15), (.nanoseconds(1), 1), (.zero, 1),
    (.seconds(-5), 1), (.seconds(Int64.max), 2_000_000_000), (.microseconds(1500), 2),
  ])
  func `durations become milliseconds within bounds`(duration: Duration, expected: Int) {
    #expect(duration.milliseconds == expected)
  }
}
