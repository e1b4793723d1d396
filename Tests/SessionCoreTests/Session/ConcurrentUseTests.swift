import CurlTransport
import SessionCore
import TestSupport
import Testing

/// What the thread sanitizer looks at: every type of a session in many hands at once.
@Suite(.timeLimit(.minutes(3)))
struct ConcurrentUseTests {
  private func inManyHands(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<16 { group.addTask { try await body(number) } }
      try await group.waitForAll()
    }
  }

  @Test
  func `row 106: a session is used from many tasks at once`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let url = server.url
    let ended = Collected<Int>()
    try await inManyHands { number in
      for round in 0..<5 {
        let request = SessionRequest(url: try URI(url + "/cookies/set?c\(number)=\(round)"))
        session.updateEvents { $0.didComplete = { task, _ in ended.append(task.identifier) } }
        async let answer = session.data(for: request)
        let task = session.dataTask(
          with: request,
          serializer: HTTPResponseSerializer()
        ) { _ in }
        var events = session.events().makeAsyncIterator()
        let updates = task.progress(of: .download).updates
        task.resume()
        task.suspend()
        task.resume()
        if number.isMultiple(of: 4) { task.cancel() }
        #expect(try await answer.response.status == 200)
        for await _ in updates {}
        _ = session.tasks.map(\.state)
        _ = session.copy().configuration.cookies?.jar.cookies
        #expect(await events.next(isolation: nil)?.name.isEmpty == false)
      }
    }
    await session.waitForAll()
    #expect(session.tasks.isEmpty)
    #expect(Set(ended.all).count == ended.all.count)
    session.invalidate(cancelingTasks: true)
  }

  @Test
  func `row 106: an HTTP session is changed while it is used`() async throws {
    let server = try await FixtureServer.start()
    let api = try HTTPSessionManager(baseURL: server.url)
    try await inManyHands { number in
      for round in 0..<5 {
        api.updateRequestSettings { $0.headers["X-\(number)"] = "\(round)" }
        api.responseSerializer.removesKeysWithNullValues = round.isMultiple(of: 2)
        try await api.get("echo", parameters: ["n": 1])
        try await api.post("echo") { (form) throws(SessionError) in form.append("x", name: "f") }
      }
    }
    #expect(server.counts.requests == 160)
  }

  @Test
  func `row 106: operations and their queue are used from many tasks at once`() async throws {
    let server = try await FixtureServer.start()
    let queue = RequestOperationQueue(maxConcurrentOperationCount: 3)
    let request = SessionRequest(url: try URI(server.url + "/bytes/5000?etag=a"))
    let session = URLSessionManager()
    try await inManyHands { number in
      let operation = HTTPRequestOperation(request: request, session: session)
      if let other = queue.operations.first { operation.addDependency(other) }
      queue.add(operation)
      queue.maxConcurrentOperationCount = number % 3 + 1
      operation.pause()
      operation.resume()
      if number.isMultiple(of: 5) { operation.cancel() }
      await operation.waitUntilFinished()
      #expect(operation.isCancelled || operation.responseData?.count == 5000)
    }
    await queue.waitUntilAllOperationsAreFinished()
    #expect(queue.operations.isEmpty)
  }

  @Test
  func `row 106: a reachability manager is started and stopped from many tasks at once`()
    async throws
  {
    let manager = NetworkReachabilityManager(domain: "localhost")
    try await inManyHands { _ in
      for _ in 0..<5 {
        try manager.startMonitoring()
        manager.setStatusChangeHandler { _ in }
        _ = manager.statusText
        manager.stopMonitoring()
      }
    }
    var statuses = manager.statuses().makeAsyncIterator()
    try manager.startMonitoring()
    #expect(await statuses.next(isolation: nil) == .reachableViaWiFi)
  }
}
