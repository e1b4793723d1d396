import CurlTransport
import Locks
import SessionCore
import TestSupport
import Testing

/// Tasks that many threads start, stop and end at once.
@Suite(.timeLimit(.minutes(5)))
struct SteeringTests {
  /// Sends random commands to tasks, always with a last one that lets them end.
  private static func disturb(_ tasks: ArraySlice<SessionTask>, seed: Int) {
    var number = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ limit: UInt64) -> UInt64 {
      number ^= number << 13
      number ^= number >> 7
      number ^= number << 17
      return number % limit
    }
    for _ in 0..<4 {
      for task in tasks {
        switch random(16) {
        case 0: task.cancel()
        case 1...7: task.suspend()
        case _: task.resume()
        }
      }
    }
    for task in tasks { task.resume() }
  }

  @Test(arguments: 1...3)
  func `a thousand tasks that sixteen threads start, stop and cancel all end`(
    run: Int
  ) async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager(loop: TransferLoop())
    let ends = Collected<Int>()
    let failures = Collected<String>()
    let request = SessionRequest(url: try URI(server.url + "/bytes/2000"))
    let tasks = (0..<1000).map { _ in
      session.dataTask(with: request, serializer: HTTPResponseSerializer()) { result in
        ends.append(result.error?.code.rawValue ?? result.data.count)
        if let error = result.error, error.code != .cancelled {
          failures.append("\(error) \(error.underlyingErrors)")
        }
      }
    }
    let changes = Collected<(Int, Bool)>()
    let events = session.events()
    let listener = Task {
      for await event in events {
        switch event {
        case .taskResumed(let task): changes.append((task.identifier, true))
        case .taskSuspended(let task): changes.append((task.identifier, false))
        case _: break
        }
      }
    }
    await withTaskGroup(of: Void.self) { group in
      // Each task is in the hands of four threads.
      for thread in 0..<16 {
        group.addTask {
          let start = thread % 4 * 250
          Self.disturb(tasks[start..<(start + 250)], seed: run * 100 + thread)
        }
      }
    }
    // Whoever was suspended last by a slower thread goes on now.
    for task in tasks { task.resume() }
    await session.waitForAll()
    #expect(ends.all.count == 1000)
    #expect(failures.all == [])
    #expect(Set(ends.all).isSubset(of: [2000, -999]))
    #expect(tasks.allSatisfy { $0.state == .completed })
    #expect(session.tasks.isEmpty)
    session.invalidate(cancelingTasks: true)
    await listener.value
    // Of each task resumptions and suspensions take turns, beginning with a resumption.
    var isResumed: [Int: Bool] = [:]
    for (identifier, resumes) in changes.all {
      #expect(isResumed[identifier, default: false] != resumes)
      isResumed[identifier] = resumes
    }
  }

  @Test
  func `a task that is resumed before its head was decided on waits for the decision`()
    async throws
  {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let order = Collected<String>()
    session.updateEvents {
      $0.didReceiveResponse = { task, _ in
        task.suspend()
        task.resume()
        order.append("decided")
        return .becomeDownload
      }
      $0.didReceiveData = { _, _ in order.append("data") }
      $0.didBecomeDownload = { _ in order.append("download") }
    }
    let request = SessionRequest(url: try URI(server.url + "/bytes/100000"))
    let result: DataResponse<[UInt8]> = await finished { completion in
      session.dataTask(with: request, serializer: HTTPResponseSerializer(), completion: completion)
    }
    #expect(result.error == nil)
    #expect(order.all == ["decided", "download"])
  }
}
