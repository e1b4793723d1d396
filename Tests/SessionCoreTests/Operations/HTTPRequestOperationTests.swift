import Documents
import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(2)))
struct HTTPRequestOperationTests {
  private static let size = 300_000

  private func request(_ text: String) throws -> SessionRequest {
    SessionRequest(url: try URI(text))
  }

  /// The first request breaks off in its middle and stays open; later ones have this entity tag.
  private func server(later etag: String) async throws -> FixtureServer {
    let half = FixtureBody.patternBytes(0..<(Self.size / 2))
    let standard = FixtureRoutes.standard
    return try await FixtureServer.start { request in
      if request.number == 0 {
        return .script([
          .text("HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\nETag: \"one\"\r\n\r\n"),
          .send(half), .untilClosed,
        ])
      }
      var inner = request
      inner.target = "/bytes/\(Self.size)?etag=\(etag)"
      return await standard.answer(inner)
    }
  }

  @Test(arguments: [("one", 206), ("two", 200)])
  func `row 91: a pause keeps what has come, and resume asks for the rest`(
    etag: String,
    status: Int
  ) async throws {
    let server = try await server(later: etag)
    let operation = HTTPRequestOperation(request: try request(server.url))
    let (half, mark) = AsyncStream<Void>.makeStream()
    operation.setDownloadProgress { progress in
      if progress.completedUnitCount == Int64(Self.size / 2) { mark.yield() }
    }
    var events = operation.events().makeAsyncIterator()
    operation.start()
    #expect(await events.next(isolation: nil)?.name == "com.alamofire.networking.operation.start")
    #expect(operation.isExecuting)
    for await _ in half { break }
    operation.pause()
    #expect(operation.isPaused)
    try await server.connectionClosed()
    #expect(operation.isPaused)
    #expect(!operation.isFinished)
    operation.resume()
    await operation.waitUntilFinished()
    #expect(operation.state == .finished)
    #expect(operation.error == nil)
    #expect(operation.response?.status == status)
    #expect(operation.responseData == FixtureBody.patternBytes(0..<Self.size))
    #expect(operation.responseObject as? [UInt8] == operation.responseData)
    #expect(server.requests[1].header("Range") == "bytes=\(Self.size / 2)-")
    #expect(server.requests[1].header("If-Range") == "\"one\"")
    #expect(await events.next(isolation: nil)?.name == "com.alamofire.networking.operation.finish")
  }

  @Test
  func `row 91: a cancellation ends an operation with -999, started or not`() async throws {
    let server = try await FixtureServer.start { _ in .script([.untilClosed]) }
    let unstarted = HTTPRequestOperation(request: try request(server.url))
    unstarted.cancel()
    unstarted.start()
    await unstarted.waitUntilFinished()
    #expect(unstarted.isCancelled && unstarted.isFinished)
    #expect(unstarted.error?.code.rawValue == -999)
    #expect(unstarted.error?.failingURL?.hasPrefix(server.url) == true)
    #expect(server.counts.requests == 0)
    let running = HTTPRequestOperation(request: try request(server.url))
    running.start()
    _ = try await server.nextRequest()
    running.cancel()
    await running.waitUntilFinished()
    #expect(running.error?.code.rawValue == -999)
    #expect(running.state.rawValue == 3)
  }

  @Test
  func `row 91: the answer is decoded when it is asked for, object beside error`() async throws {
    let server = try await FixtureServer.start { _ in .json(#"{"a": 1}"#, status: 404) }
    let operation = HTTPRequestOperation(
      request: try request(server.url),
      responseSerializer: JSONResponseSerializer()
    )
    operation.start()
    await operation.waitUntilFinished()
    #expect(operation.responseObject as? JSONValue == ["a": 1])
    #expect(operation.error?.code == .badServerResponse)
    #expect(operation.responseString == #"{"a": 1}"#)
  }

  @Test
  func `row 91: a credential answers the first challenge and no other`() async throws {
    let server = try await FixtureServer.start()
    for (password, status) in [("p", 200), ("x", 401)] {
      let operation = HTTPRequestOperation(
        request: try request(server.url + "/basic-auth/u/p"),
        credential: (user: "u", password: password)
      )
      operation.start()
      await operation.waitUntilFinished()
      #expect(operation.response?.status == status)
    }
    #expect(server.counts.requests == 4)
  }

  @Test
  func `row 91: a body may go to a file`() async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder()
    let operation = HTTPRequestOperation(
      request: try request(server.url + "/bytes/1000"),
      outputFile: folder.path("out")
    )
    operation.start()
    await operation.waitUntilFinished()
    #expect(operation.responseData == nil)
    #expect(try folder.read("out") == FixtureBody.patternBytes(0..<1000))
  }
}

@Suite(.timeLimit(.minutes(5))) struct RequestOperationMachineTests {
  @Test
  func `row 91: the valid ways through the states are AFNetworking's`() {
    var machine = RequestOperationMachine()
    #expect(machine.state == .ready)
    #expect(machine.resume() == .nothing)
    #expect(machine.pause() == .nothing)
    #expect(machine.state == .paused)
    #expect(machine.resume() == .becomeReady)
    #expect(machine.start() == .begin)
    #expect(machine.start() == .nothing)
    #expect(machine.state == .executing)
    #expect(machine.pause() == .stop)
    #expect(machine.resume() == .nothing)
    #expect(machine.state == .executing)
    #expect(machine.taskEnded() == .begin)
    #expect(machine.taskEnded() == .finish)
    #expect(machine.state == .finished)
    #expect(machine.pause() == .nothing)
    #expect(machine.cancel() == .nothing)
    #expect(!machine.isCancelled)
  }

  @Test
  func `row 91: a paused operation that is cancelled ends at once`() {
    var machine = RequestOperationMachine()
    #expect(machine.start() == .begin)
    #expect(machine.pause() == .stop)
    #expect(machine.taskEnded() == .nothing)
    #expect(machine.cancel() == .finishCancelled)
    #expect(machine.state == .finished)
    #expect(machine.isCancelled)
  }

  @Test
  func `what is paused or has ended is not started`() {
    var machine = RequestOperationMachine()
    #expect(machine.pause() == .nothing)
    #expect(machine.start() == .nothing)
    #expect(machine.state == .paused)
    #expect(machine.resume() == .becomeReady)
    #expect(machine.start() == .begin)
    #expect(machine.taskEnded() == .finish)
    #expect(machine.start() == .nothing)
    #expect(machine.state == .finished)
  }
}
