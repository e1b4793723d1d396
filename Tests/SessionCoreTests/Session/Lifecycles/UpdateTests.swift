import Locks
import SessionCore
import TestSupport
import Testing

/// Changes that callers write, while others read and change the same.
@Suite(.timeLimit(.minutes(1)))
struct UpdateTests {
  @Test
  func `a change of the hooks may use the session`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    session.updateEvents { events in
      _ = session.tasks
      _ = session.events()
      session.updateEvents { _ in }
      events.didComplete = { _, _ in }
    }
    let answer = try await session.data(for: SessionRequest(url: URI(server.url + "/json")))
    #expect(answer.response.status == 200)
  }

  @Test
  func `a change of the request settings may read what it changes`() throws {
    let api = try HTTPSessionManager()
    api.updateRequestSettings { settings in
      #expect(api.requestSerializer.settings.headers["X-A"] == nil)
      settings.headers["X-A"] = "1"
      _ = api.responseSerializer
      _ = try? api.request("GET", "http://h/")
    }
    #expect(api.requestSerializer.settings.headers["X-A"] == "1")
  }

  @Test
  func `headers that many threads set at once are all kept`() async throws {
    let api = try HTTPSessionManager()
    let old = try HTTPRequestOperationManager()
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<16 {
        group.addTask {
          for number in 0..<50 {
            api.requestSerializer.settings.headers["X-\(thread)-\(number)"] = "1"
            old.requestSerializer.settings.headers["X-\(thread)-\(number)"] = "1"
            api.updateRequestSettings { $0.headers["Y-\(thread)-\(number)"] = "1" }
            api.responseSerializer.validation.acceptableContentTypes?
              .insert("x/\(thread)-\(number)")
          }
        }
      }
    }
    let names = api.requestSerializer.settings.headers.map(\.name)
    #expect(names.count { $0.hasPrefix("X-") } == 800)
    #expect(names.count { $0.hasPrefix("Y-") } == 800)
    #expect(old.requestSerializer.settings.headers.count { $0.name.hasPrefix("X-") } == 800)
    let types = api.responseSerializer.validation.acceptableContentTypes ?? []
    #expect(types.count { $0.hasPrefix("x/") } == 800)
  }

  @Test
  func `a running task keeps all hooks that it started with`() async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { _ in .json("{}").after([.gate(gate)]) }
    let session = URLSessionManager()
    let told = Collected<String>()
    session.updateEvents {
      $0.didReceiveData = { _, _ in told.append("old data") }
      $0.didCollectMetrics = { _, _ in told.append("old metrics") }
      $0.didComplete = { _, _ in told.append("old end") }
    }
    let request = SessionRequest(url: try URI(server.url))
    session.dataTask(with: request) { _ in }.resume()
    await gate.reached()
    session.updateEvents {
      $0.didReceiveData = { _, _ in told.append("new data") }
      $0.didCollectMetrics = { _, _ in told.append("new metrics") }
      $0.didComplete = { _, _ in told.append("new end") }
    }
    gate.open()
    await session.waitForAll()
    #expect(told.all == ["old data", "old metrics", "old end"])
  }

  @Test
  func `challenges of one session are answered one after the other, beside no other hook`()
    async throws
  {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let inside = Locked((now: 0, most: 0))
    @Sendable func enter() {
      inside.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
    }
    @Sendable func leave() { inside.withLock { $0.now -= 1 } }
    session.updateEvents {
      $0.didReceiveChallenge = { _, _ in
        enter()
        for _ in 0..<50 { await Task.yield() }
        leave()
        return .credential(user: "u", password: "p")
      }
      $0.didReceiveData = { _, _ in
        enter()
        leave()
      }
    }
    let request = SessionRequest(url: try URI(server.url + "/basic-auth/u/p"))
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<12 {
        group.addTask { try await session.data(for: request).response.status }
      }
      for try await status in group { #expect(status == 200) }
    }
    #expect(inside.withLock { $0.most } == 1)
  }

  @Test
  func `a task that is cancelled while its challenge is asked ends, and others go on`()
    async throws
  {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let (asked, ask) = AsyncStream<SessionTask>.makeStream()
    session.updateEvents {
      $0.didReceiveChallenge = { task, _ in
        ask.yield(task)
        // Waits for as long as it is let: the cancellation of the task reaches it.
        try? await Task.sleep(for: .seconds(3600))
        return .performDefault
      }
    }
    let request = SessionRequest(url: try URI(server.url + "/basic-auth/u/p"))
    let ended = Collected<Int>()
    session.dataTask(with: request) { ended.append($0.error?.code.rawValue ?? 0) }.resume()
    for await task in asked {
      task.cancel()
      break
    }
    await session.waitForAll()
    #expect(ended.all == [-999])
    let other = SessionRequest(url: try URI(server.url + "/json"))
    #expect(try await session.data(for: other).response.status == 200)
  }
}
