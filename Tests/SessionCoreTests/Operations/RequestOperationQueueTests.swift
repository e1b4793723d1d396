import Documents
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct RequestOperationQueueTests {
  private func operation(_ text: String) throws -> HTTPRequestOperation {
    HTTPRequestOperation(request: SessionRequest(url: try URI(text)))
  }

  @Test(arguments: [1, 2])
  func `row 91: no more operations run at once than may`(limit: Int) async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { _ in .text("x").after([.gate(gate)]) }
    let queue = RequestOperationQueue(maxConcurrentOperationCount: limit)
    let operations = try (0..<5).map { _ in try operation(server.url) }
    for operation in operations { queue.add(operation) }
    await gate.reached(count: limit)
    #expect(operations.count { $0.isExecuting } == limit)
    #expect(queue.operations.count == 5)
    gate.open()
    await queue.waitUntilAllOperationsAreFinished()
    #expect(operations.allSatisfy { $0.response?.status == 200 })
    #expect(queue.operations.isEmpty)
    #expect(server.counts.requests == 5)
  }

  @Test
  func `row 91: an operation waits for those it depends on, cancelled ones too`() async throws {
    let server = try await FixtureServer.start { _ in .text("x") }
    let queue = RequestOperationQueue()
    let order = Collected<String>()
    let names = ["last", "middle", "first"]
    let operations = try names.map { try operation(server.url + "/" + $0) }
    for (name, operation) in zip(names, operations) {
      operation.setCompletion { _ in order.append(name) }
    }
    operations[0].addDependency(operations[1])
    operations[1].addDependency(operations[2])
    queue.isSuspended = true
    for operation in operations { queue.add(operation) }
    #expect(!operations[0].isReady)
    #expect(server.counts.requests == 0)
    queue.isSuspended = false
    await queue.waitUntilAllOperationsAreFinished()
    #expect(order.all == ["first", "middle", "last"])

    let cancelled = try operation(server.url)
    let after = try operation(server.url)
    after.addDependency(cancelled)
    queue.add(after)
    cancelled.cancel()
    await after.waitUntilFinished()
    #expect(after.error == nil)
  }

  @Test
  func `row 91: a batch tells of each operation, then of all`() async throws {
    let server = try await FixtureServer.start()
    let queue = RequestOperationQueue(maxConcurrentOperationCount: 2)
    let operations = try [200, 404, 204].map { try operation(server.url + "/status/\($0)") }
    let progress = Collected<[Int]>()
    let own = Collected<Int>()
    for operation in operations { operation.setCompletion { _ in own.append(1) } }
    let ended = await withCheckedContinuation { continuation in
      queue.addBatch(operations, progress: { progress.append([$0, $1]) }) { operations in
        #expect(own.all.count == 3)
        continuation.resume(returning: operations)
      }
    }
    #expect(progress.all == [[1, 3], [2, 3], [3, 3]])
    #expect(ended.map { $0.response?.status } == [200, 404, 204])
    let none = await withCheckedContinuation { continuation in
      queue.addBatch([]) { continuation.resume(returning: $0.count) }
    }
    #expect(none == 0)
  }

  @Test
  func `a paused operation makes room, and cancelling all ends all`() async throws {
    let server = try await FixtureServer.start { _ in .script([.untilClosed]) }
    let queue = RequestOperationQueue(maxConcurrentOperationCount: 1)
    let operations = try (0..<3).map { _ in try operation(server.url) }
    for operation in operations { queue.add(operation) }
    operations[1].pause()
    _ = try await server.requests(count: 1)
    queue.cancelAllOperations()
    await queue.waitUntilAllOperationsAreFinished()
    #expect(operations.map { $0.error?.code.rawValue } == [-999, -999, -999])
    #expect(server.counts.requests == 1)
  }

  @Test
  func `row 91: a manager's verbs are operations with success or failure`() async throws {
    let server = try await FixtureServer.start()
    let manager = try HTTPRequestOperationManager(baseURL: server.url)
    let objects = Collected<String>()
    manager.get(
      "echo",
      parameters: ["a": 1],
      failure: { _, _ in objects.append("failed") },
      success: { operation, object in
        objects.append("\(operation.response?.status ?? 0) \(object is JSONValue)")
      }
    )
    manager.post(
      "echo",
      form: { (form) throws(SessionError) in form.append("x", name: "f") },
      success: { operation, _ in objects.append("\(operation.response?.status ?? 0) form") }
    )
    let failed = manager.get("status/500", failure: { objects.append("\($1.code.rawValue)") })
    await failed?.waitUntilFinished()
    await manager.operationQueue.waitUntilAllOperationsAreFinished()
    let nothing = await withCheckedContinuation { continuation in
      let operation = manager.get(
        "http://h:x/",
        failure: { operation, _ in continuation.resume(returning: operation) }
      )
      #expect(operation == nil)
    }
    #expect(nothing == nil)
    #expect(objects.all.sorted() == ["-1011", "200 form", "200 true"])
    #expect(server.requests.contains { $0.target == "/echo?a=1" })
  }
}
