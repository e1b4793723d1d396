import SessionCore
import TestSupport
import Testing

/// The redirect, cache and challenge blocks of an operation, and its output.
@Suite(.timeLimit(.minutes(1)))
struct OperationBlockTests {
  private func ended(_ operation: HTTPRequestOperation) async -> HTTPRequestOperation {
    operation.start()
    await operation.waitUntilFinished()
    return operation
  }

  @Test
  func `the redirect block of an operation stands over the session's hook`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    session.updateEvents { $0.willRedirect = { _, _, _ in nil } }
    let request = SessionRequest(url: try URI(server.url + "/redirect/2"))
    let follows = HTTPRequestOperation(request: request, session: session)
    let seen = Collected<Int>()
    follows.setRedirectHandler { operation, response, next in
      #expect(operation === follows)
      seen.append(response.status)
      return next
    }
    #expect(await ended(follows).response?.status == 200)
    #expect(seen.all == [302, 302])
    let stays = HTTPRequestOperation(request: request)
    stays.setRedirectHandler { _, _, _ in nil }
    #expect(await ended(stays).response?.status == 302)
  }

  @Test
  func `the challenge block of an operation answers before its credential does`() async throws {
    let server = try await FixtureServer.start()
    let request = SessionRequest(url: try URI(server.url + "/basic-auth/u/p"))
    let answered = HTTPRequestOperation(
      request: request,
      credential: (user: "u", password: "wrong")
    )
    answered.setChallengeHandler { _, _ in .credential(user: "u", password: "p") }
    #expect(await ended(answered).response?.status == 200)
    let standard = HTTPRequestOperation(request: request, credential: (user: "u", password: "p"))
    standard.setChallengeHandler { _, _ in .performDefault }
    #expect(await ended(standard).response?.status == 200)
    let cancelled = HTTPRequestOperation(request: request)
    cancelled.setChallengeHandler { _, _ in .cancel }
    #expect(await ended(cancelled).error?.code == .cancelled)
  }

  @Test
  func `the cache block of an operation says what is kept`() async throws {
    let server = try await FixtureServer.start { request in
      .json(#"{"n": \#(request.number)}"#).adding("Cache-Control", "max-age=60")
    }
    var configuration = SessionConfiguration()
    configuration.cache = ResponseCache()
    let session = URLSessionManager(configuration: configuration)
    let request = SessionRequest(url: try URI(server.url + "/x"))
    let refused = HTTPRequestOperation(request: request, session: session)
    refused.setCacheHandler { _, _ in nil }
    #expect(await ended(refused).responseString == #"{"n": 0}"#)
    let kept = HTTPRequestOperation(request: request, session: session)
    kept.setCacheHandler { operation, proposed in
      #expect(operation === kept)
      #expect(proposed.data == Array(#"{"n": 1}"#.utf8))
      var other = proposed
      other.data = Array("mine".utf8)
      return other
    }
    #expect(await ended(kept).responseString == #"{"n": 1}"#)
    let served = HTTPRequestOperation(request: request, session: session)
    #expect(await ended(served).responseString == "mine")
    #expect(server.counts.requests == 2)
  }

  private struct Full: Error {}

  /// Keeps what it is given, up to a limit.
  private final class Memory: BodyOutput {
    let pieces = Collected<[UInt8]>()
    let ends = Collected<Int>()
    let limit: Int

    init(limit: Int = .max) { self.limit = limit }

    var bytes: [UInt8] { pieces.all.flatMap { $0 } }

    func write(_ bytes: [UInt8]) throws {
      if self.bytes.count + bytes.count > limit { throw Full() }
      pieces.append(bytes)
    }

    func close() { ends.append(1) }
  }

  @Test
  func `an output gets the body instead of memory`() async throws {
    let server = try await FixtureServer.start()
    let output = Memory()
    let request = SessionRequest(url: try URI(server.url + "/bytes/300000"))
    let operation = await ended(HTTPRequestOperation(request: request, output: output))
    #expect(operation.error == nil)
    #expect(output.bytes == FixtureBody.patternBytes(0..<300_000))
    #expect(output.pieces.all.allSatisfy { $0.count <= 65_536 })
    #expect(output.ends.all == [1])
    #expect(operation.responseData == nil)
  }

  @Test
  func `an output gets the body while it comes, across a pause and not from a redirect`()
    async throws
  {
    let gate = Gate()
    let server = try await FixtureServer.start { request in
      if request.path == "/start" { return .text("page", status: 302).adding("Location", "/x") }
      if request.header("Range") == "bytes=3-" {
        return FixtureResponse(
          206,
          headers: [("Content-Range", "bytes 3-5/6"), ("ETag", "\"a\"")],
          body: .bytes(Array("def".utf8))
        )
      }
      return .script([
        .text("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 6\r\n\r\nabc"), .gate(gate),
      ])
    }
    let (firsts, first) = AsyncStream<[UInt8]>.makeStream()
    struct Told: BodyOutput {
      let memory: Memory
      let first: AsyncStream<[UInt8]>.Continuation

      func write(_ bytes: [UInt8]) throws {
        try memory.write(bytes)
        first.yield(bytes)
      }
    }
    let output = Told(memory: Memory(), first: first)
    let operation = HTTPRequestOperation(
      request: SessionRequest(url: try URI(server.url + "/start")),
      output: output
    )
    operation.start()
    for await bytes in firsts {
      #expect(bytes == Array("abc".utf8))
      break
    }
    operation.pause()
    gate.open()
    operation.resume()
    await operation.waitUntilFinished()
    #expect(operation.error == nil)
    #expect(output.memory.bytes == Array("abcdef".utf8))
  }

  @Test
  func `an output that takes no more ends the operation`() async throws {
    let server = try await FixtureServer.start()
    let output = Memory(limit: 70_000)
    let request = SessionRequest(url: try URI(server.url + "/bytes/300000"))
    let operation = await ended(HTTPRequestOperation(request: request, output: output))
    #expect(operation.error?.code == .cannotWriteToFile)
    #expect(operation.error?.underlyingErrors.first is Full)
    #expect(output.ends.all == [1])
    #expect(output.bytes.count <= 70_000)
  }

  @Test
  func `the serializer of the 2x manager can be set`() async throws {
    let server = try await FixtureServer.start()
    let manager = try HTTPRequestOperationManager(baseURL: server.url)
    manager.responseSerializer = StringResponseSerializer()
    let operation = try #require(manager.get("html"))
    await operation.waitUntilFinished()
    #expect((operation.responseObject as? String)?.isEmpty == false)
    manager.requestSerializer = JSONRequestSerializer()
    let count = 3
    let posted = try #require(manager.post("echo", parameters: ["count": count, "name": "a"]))
    await posted.waitUntilFinished()
    #expect(server.requests.last?.text == #"{"count":3,"name":"a"}"#)
  }
}
