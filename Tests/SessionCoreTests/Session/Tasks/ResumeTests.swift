import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ResumeTests {
  private static let size = 400_000

  /// The first request breaks off in the middle; `etag` is what later ones have.
  private func server(later etag: String) async throws -> FixtureServer {
    let half = FixtureBody.patternBytes(0..<(Self.size / 2))
    let standard = FixtureRoutes.standard
    return try await FixtureServer.start { request in
      if request.header("Range") == nil, request.number == 0 {
        return .script([
          .text("HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\nETag: \"one\"\r\n\r\n"),
          .send(half), .close,
        ])
      }
      var inner = request
      inner.target = "/bytes/\(Self.size)?etag=\(etag)"
      return await standard.answer(inner)
    }
  }

  private func interrupted(
    _ server: FixtureServer,
    _ session: URLSessionManager
  ) async throws -> ResumeData {
    let task = session.downloadTask(with: SessionRequest(url: try URI(server.url))) { _ in }
    task.resume()
    await session.waitForAll()
    return try #require(task.resumeData)
  }

  @Test(arguments: [("one", 206), ("two", 200)])
  func `row 79: a broken download goes on, or starts again when the content has changed`(
    etag: String,
    status: Int
  ) async throws {
    let server = try await server(later: etag)
    let folder = try TemporaryFolder()
    let place = folder.path("whole")
    let session = URLSessionManager()
    let resumed = Collected<Int64>()
    session.updateEvents { $0.didResume = { _, offset, _ in resumed.append(offset) } }
    let rest = try await interrupted(server, session)
    #expect(rest.offset == Int64(Self.size / 2))
    let progress = Collected<TransferProgress>()
    let result = await finished { completion in
      session.downloadTask(
        resuming: rest,
        progress: { progress.append($0) },
        destination: { _, _ in place },
        completion: completion
      )
    }
    #expect(result.error == nil)
    #expect(result.response?.status == status)
    #expect(try folder.read("whole") == FixtureBody.patternBytes(0..<Self.size))
    let second = try #require(server.requests.last)
    #expect(second.header("Range") == "bytes=\(Self.size / 2)-")
    #expect(second.header("If-Range") == "\"one\"")
    #expect(resumed.all == (status == 206 ? [Int64(Self.size / 2)] : []))
    #expect(progress.all.last?.completedUnitCount == Int64(Self.size))
    #expect(progress.all.last?.fractionCompleted == 1)
  }

  @Test
  func `row 79: a range that cannot be had is fetched whole`() async throws {
    let answers = Collected<Int>()
    let server = try await FixtureServer.start { request in
      answers.append(1)
      if answers.all.count == 1 {
        return .script([
          .text("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nETag: \"x\"\r\n\r\nhalf"), .close,
        ])
      }
      return request.header("Range") == nil ? .text("all of it") : .status(416)
    }
    let folder = try TemporaryFolder()
    let place = folder.path("whole")
    let session = URLSessionManager()
    let rest = try await interrupted(server, session)
    let result = await finished { completion in
      session.downloadTask(
        resuming: rest,
        destination: { _, _ in place },
        completion: completion
      )
    }
    #expect(result.error == nil)
    #expect(try folder.readText("whole") == "all of it")
  }
}
