import SessionCore
import TestSupport
import Testing

/// Queues of very many operations.
@Suite(.timeLimit(.minutes(5))) struct LongOperationQueueTests {
  private func operation(_ text: String) throws -> HTTPRequestOperation {
    HTTPRequestOperation(request: SessionRequest(url: try URI(text)))
  }

  // A look at all of them for each that is added or ends would take many minutes.
  @Test(.timeLimit(.minutes(2)))
  func `fifty thousand are added and cancelled one by one`() async throws {
    let queue = RequestOperationQueue(maxConcurrentOperationCount: 2)
    queue.isSuspended = true
    let first = try operation("http://127.0.0.1:1/")
    queue.add(first)
    for number in 1..<50_000 {
      let next = try operation("http://127.0.0.1:1/\(number)")
      next.addDependency(first)
      queue.add(next)
    }
    #expect(queue.operations.count == 50_000)
    queue.cancelAllOperations()
    await queue.waitUntilAllOperationsAreFinished()
    #expect(queue.operations.isEmpty)
  }

  @Test func `those whose dependency has ended start in the order of their adding`() async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { request in
      request.path == "/first" ? .text("x").after([.gate(gate)]) : .text("x")
    }
    let queue = RequestOperationQueue(maxConcurrentOperationCount: 1)
    let first = try operation(server.url + "/first")
    let waiting = try (1...5).map { try operation(server.url + "/\($0)") }
    for operation in waiting.reversed() { operation.addDependency(first) }
    queue.add(first)
    for operation in waiting { queue.add(operation) }
    let last = try operation(server.url + "/last")
    queue.add(last)
    await gate.reached()
    gate.open()
    await queue.waitUntilAllOperationsAreFinished()
    #expect(server.requests.map(\.path) == ["/first", "/1", "/2", "/3", "/4", "/5", "/last"])
  }

  @Test func `one that is paused before its turn starts when it is resumed`() async throws {
    let server = try await FixtureServer.start { _ in .text("x") }
    let queue = RequestOperationQueue(maxConcurrentOperationCount: 1)
    queue.isSuspended = true
    let operations = try (0..<3).map { try operation(server.url + "/\($0)") }
    for operation in operations { queue.add(operation) }
    operations[0].pause()
    queue.isSuspended = false
    await operations[2].waitUntilFinished()
    #expect(server.requests.map(\.path) == ["/1", "/2"])
    operations[0].resume()
    await queue.waitUntilAllOperationsAreFinished()
    #expect(server.requests.map(\.path) == ["/1", "/2", "/0"])
    #expect(queue.operations.isEmpty)
  }
}
