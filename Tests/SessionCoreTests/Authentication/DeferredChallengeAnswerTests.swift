import SessionCore
import TestSupport
import Testing

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
}
