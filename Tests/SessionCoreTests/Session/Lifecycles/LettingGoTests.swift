import Locks
import SessionCore
import TestSupport
import Testing

/// What is kept, and for how long.
@Suite(.timeLimit(.minutes(1)))
struct LettingGoTests {
  private final class Witness: Sendable {}

  /// Whether an object is gone, or goes as soon as what holds it on another thread has ended.
  private func isGone(_ object: () -> (any AnyObject)?) async -> Bool {
    let limit = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < limit {
      if object() == nil { return true }
      try? await Task.sleep(for: .milliseconds(1))
    }
    return false
  }

  @Test(arguments: [false, true])
  func `a finished task lets go of its closures`(isCancelled: Bool) async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    weak var seen: Witness?
    func make() throws -> [SessionTask] {
      let witness = Witness()
      seen = witness
      let request = SessionRequest(url: try URI(server.url + "/bytes/10"))
      return [
        session.uploadTask(
          with: request,
          serializer: HTTPResponseSerializer(),
          progress: { _ in _ = witness },
          completion: { _ in _ = witness }
        ),
        session.downloadTask(
          with: request,
          progress: { _ in _ = witness },
          destination: { _, _ in
            _ = witness
            return nil
          },
          completion: { _ in _ = witness }
        ),
      ]
    }
    let tasks = try make()
    #expect(seen != nil)
    for task in tasks {
      task.resume()
      if isCancelled { task.cancel() }
    }
    await session.waitForAll()
    #expect(await isGone { seen })
    #expect(tasks.map(\.state) == [.completed, .completed])
  }

  @Test
  func `a finished operation lets go of its closures`() async throws {
    let server = try await FixtureServer.start()
    weak var seen: Witness?
    func make() throws -> HTTPRequestOperation {
      let witness = Witness()
      seen = witness
      let request = SessionRequest(url: try URI(server.url + "/bytes/10"))
      let operation = HTTPRequestOperation(request: request)
      operation.setUploadProgress { _ in _ = witness }
      operation.setDownloadProgress { _ in _ = witness }
      operation.setRedirectHandler { _, _, request in
        _ = witness
        return request
      }
      operation.setCompletion { _ in _ = witness }
      return operation
    }
    let operation = try make()
    operation.start()
    await operation.waitUntilFinished()
    #expect(operation.responseData?.count == 10)
    #expect(await isGone { seen })
  }

  @Test
  func `nobody waits for a task that was never resumed`() async throws {
    let session = URLSessionManager()
    let task = session.dataTask(with: SessionRequest(url: try URI("http://127.0.0.1:1/"))) { _ in }
    await session.waitForAll()
    #expect(task.state == .suspended)
    #expect(session.tasks == [task])
    let ended = Collected<Int>()
    session.updateEvents { $0.didBecomeInvalid = { ended.append(1) } }
    let events = session.events()
    session.invalidate(cancelingTasks: false)
    for await event in events { #expect(event.name.hasSuffix("invalidate")) }
    #expect(ended.all == [1])
    // It can still be started, and ends at once.
    task.resume()
    await session.waitForAll()
    #expect(task.state == .completed)
  }

  @Test
  func `a task that was resumed or cancelled is waited for`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let ended = Collected<Int>()
    let request = SessionRequest(url: try URI(server.url + "/delay/50"))
    let first = session.dataTask(with: request) { _ in ended.append(1) }
    let second = session.dataTask(with: request) { _ in ended.append(2) }
    first.resume()
    second.cancel()
    await session.waitForAll()
    #expect(Set(ended.all) == [1, 2])
    #expect(session.tasks.isEmpty)
  }

  @Test
  func `a task that was never resumed keeps no session alive`() async throws {
    weak var session: URLSessionManager?
    func make() throws {
      let made = URLSessionManager()
      session = made
      let request = SessionRequest(url: try URI("http://127.0.0.1:1/"))
      for _ in 0..<3 { _ = made.dataTask(with: request) { _ in } }
      #expect(made.tasks.isEmpty)
    }
    try make()
    #expect(session == nil)
  }

  @Test
  func `a running task keeps its session, and its end lets it go`() async throws {
    let server = try await FixtureServer.start()
    weak var session: URLSessionManager?
    let (ends, end) = AsyncStream<Int>.makeStream()
    func start() throws {
      let made = URLSessionManager()
      session = made
      let request = SessionRequest(url: try URI(server.url + "/delay/20"))
      made.dataTask(with: request) { end.yield($0.response?.status ?? 0) }.resume()
    }
    try start()
    #expect(session != nil)
    for await status in ends {
      #expect(status == 200)
      break
    }
    #expect(await isGone { session })
  }

  @Test
  func `a task that has ended keeps no session alive`() async throws {
    let server = try await FixtureServer.start()
    weak var session: URLSessionManager?
    func run() async throws -> [SessionTask] {
      let made = URLSessionManager()
      session = made
      let request = SessionRequest(url: try URI(server.url + "/json"))
      let tasks = (0..<2).map { _ in made.dataTask(with: request) { _ in } }
      tasks[0].resume()
      tasks[1].cancel()
      await made.waitForAll()
      return tasks
    }
    let tasks = try await run()
    #expect(await isGone { session })
    for task in tasks {
      #expect(task.state == .completed)
      // What is asked of it changes nothing.
      task.resume()
      task.suspend()
      task.cancel()
      #expect(task.state == .completed)
    }
  }

  @Test
  func `the events of a session end with it`() async throws {
    let server = try await FixtureServer.start()
    func streams() async throws -> [AsyncStream<SessionEvent>] {
      let session = URLSessionManager()
      let streams = [session.events(), session.events()]
      _ = try await session.data(for: SessionRequest(url: URI(server.url + "/json")))
      return streams
    }
    for stream in try await streams() {
      var names: [String] = []
      for await event in stream { names.append(event.name) }
      #expect(
        names == [
          "com.alamofire.networking.task.resume", "com.alamofire.networking.task.complete",
        ]
      )
    }
  }
}
