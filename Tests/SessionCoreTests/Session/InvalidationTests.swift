import CurlTransport
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct InvalidationTests {
  private struct Waiting: RequestAdapter {
    let gate: AsyncStream<Void>
    let reached: @Sendable () -> Void

    func adapt(_ request: SessionRequest) async throws(SessionError) -> SessionRequest {
      reached()
      for await _ in gate { break }
      return request
    }
  }

  private func call(_ session: URLSessionManager, _ url: String) throws -> Task<Int, Never> {
    let request = SessionRequest(url: try URI(url))
    return Task {
      do throws(SessionError) {
        return try await session.data(for: request).response.status
      } catch {
        return error.code.rawValue
      }
    }
  }

  @Test(arguments: [false, true])
  func `row 89: cancelling ends async calls without hooks as well`(reset: Bool) async throws {
    let server = try await FixtureServer.start { request in
      request.path == "/stall" ? .script([.untilClosed]) : .json("{}")
    }
    let session = URLSessionManager(loop: TransferLoop())
    let calls = try (0..<20).map { _ in try call(session, server.url + "/stall") }
    _ = try await server.requests(count: 20)
    session.invalidate(cancelingTasks: true, reset: reset)
    for call in calls { #expect(await call.value == -999) }
    await session.waitForAll()
    #expect(try await call(session, server.url + "/json").value == (reset ? 200 : -999))
  }

  @Test
  func `row 89: cancelling ends what waits to be tried again, at once`() async throws {
    let server = try await FixtureServer.start { _ in .status(503) }
    var configuration = SessionConfiguration()
    configuration.retries = RetryPolicy()
    configuration.retries?.delay = .seconds(600)
    let session = URLSessionManager(configuration: configuration)
    let start = ContinuousClock.now
    let calls = try (0..<3).map { _ in try call(session, server.url) }
    let ends = Collected<Int>()
    for _ in 0..<3 {
      session.dataTask(with: SessionRequest(url: try URI(server.url))) {
        ends.append($0.error?.code.rawValue ?? 0)
      }.resume()
    }
    let single = session.dataTask(with: SessionRequest(url: try URI(server.url))) {
      ends.append($0.error?.code.rawValue ?? 1)
    }
    single.resume()
    _ = try await server.requests(count: 7)
    single.cancel()
    #expect([.canceling, .completed].contains(single.state))
    session.invalidate(cancelingTasks: true)
    await session.waitForAll()
    for call in calls { #expect(await call.value == -999) }
    #expect(ends.all == [-999, -999, -999, -999])
    #expect(session.tasks.isEmpty)
    #expect(start.duration(to: .now) < .seconds(60))
  }

  @Test
  func `row 99: cancelling the calling task ends its wait as well`() async throws {
    let server = try await FixtureServer.start { _ in .status(503) }
    var configuration = SessionConfiguration()
    configuration.retries = RetryPolicy()
    configuration.retries?.delay = .seconds(600)
    let call = try call(URLSessionManager(configuration: configuration), server.url)
    _ = try await server.nextRequest()
    call.cancel()
    #expect(await call.value == -999)
  }

  @Test
  func `row 74: a task is cancelled at once while a hook or an adapter keeps it waiting`()
    async throws
  {
    let server = try await FixtureServer.start { _ in
      .status(401, headers: [("WWW-Authenticate", "Basic realm=\"r\"")])
    }
    var configuration = SessionConfiguration()
    for isHook in [false, true] {
      // A cancelled reader ends its stream, so each round has a gate of its own.
      let (gate, opener) = AsyncStream<Void>.makeStream()
      let (reached, mark) = AsyncStream<Void>.makeStream()
      if !isHook {
        configuration.adapters = [Waiting(gate: gate, reached: { mark.yield() })]
      } else {
        configuration.adapters = []
      }
      let session = URLSessionManager(configuration: configuration)
      if isHook {
        session.updateEvents {
          $0.didReceiveChallenge = { _, _ in
            mark.yield()
            // Deaf to cancellation: the wait goes on for as long as the test does.
            await withCheckedContinuation { continuation in
              Task.detached {
                for await _ in gate { break }
                continuation.resume()
              }
            }
            return .performDefault
          }
        }
      }
      let ends = Collected<Int>()
      let task = session.dataTask(with: SessionRequest(url: try URI(server.url))) {
        ends.append($0.error?.code.rawValue ?? 0)
      }
      task.resume()
      for await _ in reached { break }
      task.cancel()
      await session.waitForAll()
      #expect(ends.all == [-999])
      #expect(task.state == .completed)
      opener.finish()
    }
  }

  @Test
  func `row 89: a late task fails, and one that is never started holds nothing up`() async throws {
    let session = URLSessionManager()
    session.invalidate(cancelingTasks: true)
    let ends = Collected<String>()
    let url = try URI("http://127.0.0.1:1/")
    let unstarted = session.dataTask(with: SessionRequest(url: url)) { _ in }
    let late = session.dataTask(with: SessionRequest(url: url)) {
      ends.append($0.error?.message ?? "")
    }
    let cancelled = session.dataTask(with: SessionRequest(url: url)) {
      ends.append($0.error?.message ?? "")
    }
    #expect(session.tasks.isEmpty)
    late.resume()
    cancelled.cancel()
    await session.waitForAll()
    #expect(Set(ends.all) == ["the session is invalid", "the request was cancelled"])
    #expect(ends.all.count == 2)
    #expect(unstarted.state == .suspended)
  }

  @Test
  func `row 89: whoever asks an invalid session for events is not left waiting`() async throws {
    let session = URLSessionManager()
    session.invalidate(cancelingTasks: true)
    for await _ in session.events() { Issue.record("an event of a session that has ended") }
  }

  @Test
  func `row 89: ends, cancels and starts at the same time lose no task`() async throws {
    let server = try await FixtureServer.start()
    let url = try URI(server.url + "/json")
    for round in 0..<20 {
      let session = URLSessionManager()
      let ends = Collected<Int>()
      let made = Collected<SessionTask>()
      await withTaskGroup(of: Void.self) { group in
        for worker in 0..<4 {
          group.addTask {
            for _ in 0..<10 {
              let task = session.dataTask(with: SessionRequest(url: url)) { _ in ends.append(1) }
              made.append(task)
              task.resume()
              if worker == 0 { task.cancel() }
              if worker == 1 {
                task.suspend()
                task.resume()
              }
            }
          }
        }
        group.addTask {
          if round.isMultiple(of: 2) {
            session.invalidate(cancelingTasks: true, reset: round.isMultiple(of: 4))
          } else {
            for task in session.tasks { task.cancel() }
          }
        }
      }
      await session.waitForAll()
      #expect(ends.all.count == 40)
      #expect(made.all.allSatisfy { $0.state == .completed })
      #expect(session.tasks.isEmpty)
    }
  }

  @Test
  func `row 86: an answer without a body waits for the decision about its head`() async throws {
    let server = try await FixtureServer.start { _ in .status(204) }
    let session = URLSessionManager()
    session.updateEvents { $0.didReceiveResponse = { _, _ in .cancel } }
    let result = await finished { completion in
      session.dataTask(
        with: SessionRequest(url: (try? URI(server.url)) ?? .fixture),
        serializer: HTTPResponseSerializer(),
        completion: completion
      )
    }
    #expect(result.error?.code == .cancelled)
  }

  @Test
  func `row 74: a cancel from the loop's own thread is not lost`() async throws {
    let server = try await FixtureServer.start { _ in .script([.untilClosed]) }
    let loop = TransferLoop()
    let session = URLSessionManager(loop: loop)
    let request = SessionRequest(url: try URI(server.url))
    for _ in 0..<50 {
      let ends = Collected<Int>()
      let task = session.dataTask(with: request) { ends.append($0.error?.code.rawValue ?? 0) }
      async let cancelled: Void = Task(executorPreference: loop) {
        while task.state == .suspended { await Task.yield() }
        task.cancel()
      }.value
      task.resume()
      await cancelled
      await session.waitForAll()
      #expect(ends.all == [-999])
    }
  }
}
