import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct OperationDependencyTests {
  @Test
  func `a dependency that is added to a queued operation counts`() async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { request in
      request.path == "/first" ? .json("{}").after([.gate(gate)]) : .json("{}")
    }
    func operation(_ path: String) throws -> HTTPRequestOperation {
      HTTPRequestOperation(request: SessionRequest(url: try URI(server.url + path)))
    }
    let queue = RequestOperationQueue()
    let (first, second) = (try operation("/first"), try operation("/second"))
    queue.isSuspended = true
    queue.add(second)
    second.addDependency(first)
    queue.isSuspended = false
    // The queue knows nothing of the first one.
    first.start()
    await gate.reached()
    #expect(second.state == .ready)
    gate.open()
    await second.waitUntilFinished()
    #expect(second.response?.status == 200)
    #expect(server.requests.map(\.path) == ["/first", "/second"])
  }

  @Test
  func `a dependency that has ended holds nothing up`() async throws {
    let server = try await FixtureServer.start()
    let request = SessionRequest(url: try URI(server.url + "/json"))
    let (first, second) = (
      HTTPRequestOperation(request: request), HTTPRequestOperation(request: request)
    )
    first.start()
    await first.waitUntilFinished()
    let queue = RequestOperationQueue()
    queue.isSuspended = true
    queue.add(second)
    second.addDependency(first)
    queue.isSuspended = false
    await second.waitUntilFinished()
    #expect(second.response?.status == 200)
  }
}
