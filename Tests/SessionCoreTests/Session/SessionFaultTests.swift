import SessionCore
import TestSupport
import Testing

@testable import CurlTransport

/// What each way of misbehaving looks like to a session.
@Suite(.timeLimit(.minutes(5))) struct SessionFaultTests {
  /// The codes a fault may have; 0 for an answer in spite of it.
  ///
  /// More than one where it depends on what arrives first.
  static let codes: [(FixtureFault, Set<Int>)] = [
    (.closeBeforeHead, [-1005]), (.closeInHead, [-1005]), (.closeInBody, [-1005]),
    (.closeInChunk, [-1005]), (.closeInUpload, [0, -1005]), (.resetBeforeHead, [-1005]),
    (.resetInBody, [-1005]), (.resetInUpload, [-1005]), (.longerContentLength, [-1005]),
    (.shorterContentLength, [0]), (.doubleContentLength, [-1017]), (.badContentLength, [-1017]),
    (.brokenChunk, [-1017]), (.overlongChunk, [-1017]), (.stallBeforeHead, [-1001]),
    (.stallInHead, [-1001]), (.stallInBody, [-1001]), (.stallInUpload, [-1001]),
    (.garbageHead, [-1017]), (.badVersion, [-1017]), (.badStatus, [-1017]),
    (.badHeaderLine, [-1017]), (.endlessBody, [-1103]), (.endlessChunks, [-1103]),
    (.endlessHead, [-1017]), (.endlessHeaderLine, [-1017]), (.hugeHeaders, [-1017]),
    (.informationalFlood, [-1017]), (.slowDrip, [0]), (.slowHead, [0]), (.brokenGzip, [-1015]),
    (.truncatedGzip, [-1015]), (.corruptGzip, [-1015]), (.truncatedTLS, [0, -1005]),
    (.redirectLoop, [-1007]),
  ]

  private func request(_ server: FixtureServer, _ fault: FixtureFault) throws -> SessionRequest {
    var request = SessionRequest(url: try URI("\(server.url)/fault/\(fault.rawValue)"))
    if fault.isEarly {
      request.method = "PUT"
      request.body = .bytes([UInt8](repeating: 1, count: 32 << 20))
    }
    return request
  }

  private func configuration(_ fault: FixtureFault) -> SessionConfiguration {
    var configuration = SessionConfiguration()
    configuration.transport.idleTimeout =
      "\(fault)".hasPrefix("stall") ? .milliseconds(300) : .seconds(60)
    configuration.transport.bodyLimit = 4 << 20
    return configuration
  }

  @Test
  func `every fault of the server is in the table`() {
    #expect(Self.codes.map(\.0) == FixtureFault.allCases)
  }

  @Test(arguments: SessionFaultTests.codes)
  func `a fault has its domain, its code and the cause beneath`(
    fault: FixtureFault,
    codes: Set<Int>
  ) async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager(configuration: configuration(fault), loop: TransferLoop())
    let request = try request(server, fault)
    let result = await session.response(for: request, serializer: HTTPResponseSerializer())
    let code = result.error?.code.rawValue ?? 0
    #expect(codes.contains(code), "\(result.error?.description ?? "no error")")
    guard let error = result.error else { return }
    #expect(error.domain == .url)
    #expect(error.failingURL == request.url.text)
    #expect(!error.message.isEmpty)
    #expect(error.underlyingErrors.first is CurlError || fault == .redirectLoop)
    #expect(result.object == nil)
    // A task says the same as a call, and the session is as good as before.
    let again = await finished { completion in
      session.dataTask(with: request, serializer: HTTPResponseSerializer(), completion: completion)
    }
    #expect(codes.contains(again.error?.code.rawValue ?? 0))
    #expect(session.tasks.isEmpty)
    let good = SessionRequest(url: try URI(server.url + "/json"))
    #expect(try await session.data(for: good).response.status == 200)
  }

  @Test
  func `a thousand faults leave no task, descriptor or handle behind`() async {
    // In a process of its own no other test opens files meanwhile.
    await #expect(processExitsWith: .success) { try await SessionFaultTests().fail() }
  }

  private func fail() async throws {
    let server = try await FixtureServer.start()
    let nobody = try PortOfNobody()
    let loop = TransferLoop()
    var configuration = SessionConfiguration()
    configuration.transport.idleTimeout = .milliseconds(500)
    configuration.transport.bodyLimit = 1 << 20
    configuration.redirects = .limited(2)
    let session = URLSessionManager(configuration: configuration, loop: loop)
    let paths = [
      "/fault/closeBeforeHead", "/fault/closeInBody", "/fault/closeInChunk", "/fault/resetInBody",
      "/fault/resetBeforeHead", "/fault/brokenChunk", "/fault/garbageHead", "/fault/brokenGzip",
      "/fault/badStatus", "/fault/redirectLoop", "/fault/endlessBody", "/fault/endlessHead",
      "/fault/stallInBody",
    ]
    let urls = try paths.map { try URI(server.url + $0) } + [URI(nobody.url)]
    let width = 16
    // What is made once and kept: workers, loops of the server.
    _ = try await session.data(for: SessionRequest(url: URI(server.url + "/json")))
    let descriptors = ProcessState.descriptors
    let failures = await withTaskGroup(of: Int.self) { group in
      for worker in 0..<width {
        group.addTask {
          var failures = 0
          for number in 0..<63 {
            let request = SessionRequest(url: urls[(worker + number) % urls.count])
            if number.isMultiple(of: 2) {
              let result = await session.response(
                for: request,
                serializer: HTTPResponseSerializer()
              )
              if result.error != nil { failures += 1 }
            } else {
              let result: DataResponse<[UInt8]> = await finished { completion in
                let task = session.dataTask(
                  with: request,
                  serializer: HTTPResponseSerializer(),
                  completion: completion
                )
                if number % 7 == 0 {
                  task.resume()
                  task.cancel()
                }
                return task
              }
              if result.error != nil { failures += 1 }
            }
          }
          return failures
        }
      }
      return await group.reduce(0, +)
    }
    #expect(failures == width * 63)
    await session.waitForAll()
    #expect(session.tasks.isEmpty)
    #expect(await loop.handleCount() <= width + 1)
    try await server.wait { $0.connectionsOpen <= width }
    #expect(ProcessState.descriptors <= descriptors + 2 * width + 8)
    await loop.shutdown()
    try await server.wait { $0.connectionsOpen == 0 }
  }
}
