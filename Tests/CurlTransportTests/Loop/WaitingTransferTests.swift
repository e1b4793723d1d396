import CurlTransport
import Locks
import TestSupport
import Testing

/// Transfers that have not begun: more came at once than begin in one turn, or the host's places are taken.
@Suite(.timeLimit(.minutes(5))) struct WaitingTransferTests {
  private let loop = TransferLoop()

  private func request(_ server: FixtureServer, _ path: String) -> TransferRequest {
    var request = TransferRequest(url: server.url + path)
    request.options.connectionsPerHost = 1
    return request
  }

  @Test
  func `one that is paused while it waits begins when it is resumed, and keeps nobody waiting`()
    async throws
  {
    let gate = Gate()
    let seen = Locked<[String]>([])
    let server = try await FixtureServer.start { request in
      seen.withLock { $0.append(request.path) }
      return request.path == "/first" ? .text("ok").after([.gate(gate)]) : .text("ok")
    }
    let handlers = (0..<3).map { _ in RecordingHandler() }
    loop.start(request(server, "/first"), handler: handlers[0])
    await gate.reached()
    let paused = loop.start(request(server, "/paused"), handler: handlers[1])
    paused.pause()
    loop.start(request(server, "/third"), handler: handlers[2])
    gate.open()
    #expect(await handlers[2].completion()?.error == nil)
    #expect(handlers[1].events.isEmpty)
    #expect(seen.withLock { $0 } == ["/first", "/third"])
    paused.resume()
    #expect(await handlers[1].completion()?.error == nil)
    #expect(seen.withLock { $0 } == ["/first", "/third", "/paused"])
    await server.stop()
  }

  @Test func `one that is paused while it waits can be cancelled`() async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { _ in .text("ok").after([.gate(gate)]) }
    let (first, second) = (RecordingHandler(), RecordingHandler())
    loop.start(request(server, "/first"), handler: first)
    await gate.reached()
    let paused = loop.start(request(server, "/paused"), handler: second)
    paused.pause()
    paused.cancel()
    #expect(await second.completion()?.error?.code == .cancelled)
    #expect(await second.completion()?.metrics.total == 0)
    gate.open()
    #expect(await first.completion()?.error == nil)
    #expect(server.counts.requests == 1)
    await server.stop()
  }

  @Test func `one that is paused before its turn comes gives its place to the next`() async throws {
    let server = try await FixtureServer.start()
    let other = try await FixtureServer.start()
    let handlers = (0..<200).map { _ in RecordingHandler() }
    let (first, second) = (RecordingHandler(), RecordingHandler())
    let paused = await Task(executorPreference: loop) { [loop] in
      // More than begin in one turn, so that the place below is taken by one that has not begun.
      for handler in handlers {
        loop.start(TransferRequest(url: server.url + "/json"), handler: handler)
      }
      let paused = loop.start(request(other, "/paused"), handler: first)
      loop.start(request(other, "/json"), handler: second)
      paused.pause()
      return paused
    }.value
    // A place that is not given back would keep the second one waiting for ever.
    let watch = Task { [loop] in
      try await Task.sleep(for: .seconds(60))
      await loop.shutdown()
    }
    #expect(await second.completion()?.error == nil)
    watch.cancel()
    #expect(first.events.isEmpty)
    paused.resume()
    #expect(await first.completion()?.error == nil)
    for handler in handlers { #expect(await handler.completion()?.error == nil) }
    await server.stop()
    await other.stop()
  }

  @Test func `of more than begin in one turn each begins, or ends, once`() async throws {
    let server = try await FixtureServer.start()
    let handlers = (0..<1_000).map { _ in RecordingHandler() }
    // All commands are there before the first transfer begins.
    await Task(executorPreference: loop) { [loop] in
      for (place, handler) in handlers.enumerated() {
        let handle = loop.start(TransferRequest(url: server.url + "/json"), handler: handler)
        if place % 3 == 1 { handle.cancel() }
        if place % 3 == 2 {
          handle.pause()
          handle.resume()
        }
      }
    }.value
    for (place, handler) in handlers.enumerated() {
      let code = await handler.completion()?.error?.code
      #expect(code == (place % 3 == 1 ? .cancelled : nil))
      #expect(handler.events.count { if case .finished = $0 { true } else { false } } == 1)
    }
    #expect(server.counts.requests >= 667)
    await server.stop()
  }

  @Test func `those that wait end with the loop`() async throws {
    let server = try await FixtureServer.start()
    let loop = TransferLoop()
    let handlers = (0..<300).map { _ in RecordingHandler() }
    await Task(executorPreference: loop) {
      for (place, handler) in handlers.enumerated() {
        let handle = loop.start(
          TransferRequest(url: server.url + "/fault/stallBeforeHead"),
          handler: handler
        )
        if place.isMultiple(of: 2) { handle.pause() }
      }
    }.value
    await loop.shutdown()
    for handler in handlers {
      #expect(await handler.completion()?.error?.code == .loopShutDown)
    }
    await server.stop()
  }
}
