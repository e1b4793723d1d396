import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(1)))
struct DeferredChallengeAnswerTests {
  private func status(
    _ give: @escaping @Sendable (DeferredChallengeAnswer) -> Void
  ) async throws -> Int {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    session.updateEvents {
      $0.didReceiveChallenge = { _, challenge in
        guard challenge.previousFailureCount == 0 else { return .performDefault }
        let answer = DeferredChallengeAnswer()
        give(answer)
        return .deferred(answer)
      }
    }
    let request = SessionRequest(url: try URI(server.url + "/basic-auth/u/p"))
    do throws(SessionError) {
      return try await session.data(for: request).response.status
    } catch {
      return error.code.rawValue
    }
  }

  @Test
  func `row 84: an answer may come later, from elsewhere, and only the first counts`() async throws
  {
    let status = try await status { answer in
      Task {
        await Task.yield()
        answer.give(.credential(user: "u", password: "p"))
        answer.give(.cancel)
      }
    }
    #expect(status == 200)
  }

  @Test
  func `row 84: an answer may be there before it is waited for`() async throws {
    #expect(try await status { $0.give(.credential(user: "u", password: "p")) } == 200)
    #expect(try await status { $0.give(.reject) } == 401)
    #expect(try await status { $0.give(.cancel) } == -999)
    #expect(try await status { $0.give(.performDefault) } == 401)
  }

  @Test
  func `row 84: an answer may be put off again`() async throws {
    let status = try await status { answer in
      let second = DeferredChallengeAnswer()
      answer.give(.deferred(second))
      Task { second.give(.credential(user: "u", password: "p")) }
    }
    #expect(status == 200)
  }

  @Test
  func `row 84: an answer that nobody can give any more is a cancellation`() async throws {
    #expect(try await status { _ in } == -999)
  }

  /// A session whose handler gives every task this answer, and tells that it was asked.
  private func session(
    _ answer: DeferredChallengeAnswer,
    _ asked: AsyncStream<Int>.Continuation
  ) -> URLSessionManager {
    let session = URLSessionManager()
    session.updateEvents {
      $0.didReceiveChallenge = { task, challenge in
        guard challenge.previousFailureCount == 0 else { return .performDefault }
        asked.yield(task.identifier)
        return .deferred(answer)
      }
    }
    return session
  }

  @Test
  func `row 84: a task that waits for an answer is cancelled at once, others wait on`() async throws
  {
    let server = try await FixtureServer.start()
    let answer = DeferredChallengeAnswer()
    let (asked, ask) = AsyncStream.makeStream(of: Int.self)
    let session = session(answer, ask)
    let request = SessionRequest(url: try URI(server.url + "/basic-auth/u/p"))
    let (ends, end) = AsyncStream.makeStream(of: String.self)
    func task(_ name: String) -> SessionTask {
      session.dataTask(with: request) { result in
        end.yield("\(name) \(result.error?.code.rawValue ?? result.response?.status ?? 0)")
      }
    }
    let (first, second) = (task("first"), task("second"))
    first.resume()
    second.resume()
    var asks = asked.makeAsyncIterator()
    _ = await asks.next(isolation: nil)
    _ = await asks.next(isolation: nil)
    var told = ends.makeAsyncIterator()
    first.cancel()
    #expect(await told.next(isolation: nil) == "first -999")
    #expect(first.state == .completed)
    #expect(second.state == .running)
    answer.give(.credential(user: "u", password: "p"))
    #expect(await told.next(isolation: nil) == "second 200")
    await session.waitForAll()
    #expect(server.counts.requests == 3)
  }

  @Test
  func `row 84: an async call that waits for an answer is cancelled at once`() async throws {
    let server = try await FixtureServer.start()
    let answer = DeferredChallengeAnswer()
    let box = answer.box
    let call = Task { await ChallengeAnswer.deferred(answer).settled() }
    call.cancel()
    guard case .cancel = await call.value else {
      Issue.record("expected a cancellation, not \(await call.value)")
      return
    }
    // The answer itself is still open: only the one who waited has gone.
    box.give(.reject)
    guard case .reject = await box.value() else {
      Issue.record("expected the answer that was given later")
      return
    }
    let (asked, ask) = AsyncStream.makeStream(of: Int.self)
    let other = DeferredChallengeAnswer()
    let session = session(other, ask)
    let request = SessionRequest(url: try URI(server.url + "/basic-auth/u/p"))
    let transfer = Task { () async -> SessionError? in
      do throws(SessionError) {
        _ = try await session.data(for: request)
        return nil
      } catch {
        return error
      }
    }
    var asks = asked.makeAsyncIterator()
    _ = await asks.next(isolation: nil)
    transfer.cancel()
    #expect(await transfer.value?.code == .cancelled)
    #expect(server.counts.requests == 1)
    other.give(.cancel)
  }

  @Test
  func `row 84: an answer that is put off to itself is a cancellation`() async throws {
    #expect(try await status { $0.give(.deferred($0)) } == -999)
  }
}
