import CurlTransport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TransferCancellationTests {
  private let loop = TransferLoop()

  @Test func `a cancelled task ends its transfer and closes its connection`() async throws {
    let server = try await FixtureServer.start()
    let task = Task { [loop] in
      await Self.code(of: TransferRequest(url: server.url + "/fault/stallInBody"), loop)
    }
    _ = try await server.nextRequest()
    task.cancel()
    #expect(await task.value == .cancelled)
    try await server.connectionClosed()
  }

  @Test func `a task that is cancelled already sends nothing`() async throws {
    let server = try await FixtureServer.start()
    let task = Task { [loop] in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return await Self.code(of: TransferRequest(url: server.url + "/json"), loop)
    }
    #expect(await task.value == .cancelled)
    #expect(server.counts.requests == 0)
  }

  @Test func `a waiting transfer is cancelled without a trace`() async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { _ in .text("ok").after([.gate(gate)]) }
    var request = TransferRequest(url: server.url)
    request.options.connectionsPerHost = 1
    let first = Task { [loop, request] in await Self.code(of: request, loop) }
    await gate.reached()
    let second = Task { [loop, request] in await Self.code(of: request, loop) }
    let third = Task { [loop, request] in await Self.code(of: request, loop) }
    second.cancel()
    #expect(await second.value == .cancelled)
    gate.open()
    #expect(await first.value == nil)
    #expect(await third.value == nil)
    #expect(server.counts.requests == 2)
  }

  @Test func `cancelling at any moment ends each transfer once`() async throws {
    let server = try await FixtureServer.start()
    await withTaskGroup(of: CurlError.Code?.self) { group in
      for index in 0..<200 {
        let task = Task { [loop] in
          await Self.code(of: TransferRequest(url: server.url + "/bytes/\(index * 100)"), loop)
        }
        group.addTask {
          for _ in 0..<(index % 20) { await Task.yield() }
          task.cancel()
          return await task.value
        }
      }
      for await code in group { #expect(code == nil || code == .cancelled) }
    }
    let response = try await loop.transfer(TransferRequest(url: server.url + "/json"))
    #expect(response.status == 200)
  }

  @Test func `a handle cancels from the loop's own thread too`() async throws {
    let server = try await FixtureServer.start()
    let handler = RecordingHandler()
    await withTaskExecutorPreference(loop) {
      let handle = loop.start(
        TransferRequest(url: server.url + "/fault/endlessBody"),
        handler: handler
      )
      handle.cancel()
      handle.cancel()
    }
    #expect(await handler.completion()?.error?.code == .cancelled)
    #expect(handler.events.count { $0 == .finished(.cancelled) } == 1)
  }

  private static func code(
    of request: TransferRequest,
    _ loop: TransferLoop
  ) async -> CurlError.Code? {
    do throws(CurlError) {
      _ = try await loop.transfer(request)
      return nil
    } catch {
      return error.code
    }
  }
}
