import CurlTransport
import Foundation
import SessionCore
import TestSupport
import Testing

/// Large and long transfers; at full size when `CURLEW_HEAVY_TESTS=1` is in the environment.
///
/// Each has a process of its own, so that memory and threads are not those of other tests.
@Suite(.fewAtATime, .serialized, .timeLimit(.minutes(30)))
struct EnduranceTests {
  private static let isHeavy = ProcessInfo.processInfo.environment["CURLEW_HEAVY_TESTS"] == "1"
  /// The bytes of a large body.
  private static let size = isHeavy ? 1 << 30 : 64 << 20
  /// What a transfer may take beside what there was before.
  private static let memoryLimit = isHeavy ? 64 << 20 : 32 << 20

  /// How many bytes of memory a piece of work took at its height.
  private func growth(_ name: String, _ work: () async throws -> Void) async throws {
    let before = ProcessState.residentBytes
    let hasMark = ProcessState.markPeak()
    let start = ContinuousClock.now
    try await work()
    let growth = ProcessState.peakBytes - before
    let duration = start.duration(to: .now)
    print("\(name): \(growth >> 10) KiB more at the height, \(duration)")
    if hasMark, !Sanitizer.isOn { #expect(growth < Self.memoryLimit) }
  }

  private func file(_ folder: TemporaryFolder) throws -> String {
    let path = try folder.write([], to: "large")
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: UInt64(Self.size))
    try handle.close()
    return path
  }

  @Test(arguments: ["file", "form"])
  func `row 33: a large upload is streamed`(kind: String) async {
    await #expect(processExitsWith: .success) { [kind = kind as String] in
      try await EnduranceTests().upload(kind)
    }
  }

  private func upload(_ kind: String) async throws {
    var options = FixtureOptions()
    options.keptBodyBytes = 0
    let server = try await FixtureServer.start(options)
    let folder = try TemporaryFolder()
    let path = try file(folder)
    var request = SessionRequest(method: "POST", url: try URI(server.url + "/upload"))
    var extra = 0
    if kind == "file" {
      request.body = .file(path: path)
    } else {
      var form = MultipartFormData()
      try form.append(file: path, name: "large")
      request.headers["Content-Type"] = form.contentType
      request.body = .multipart(form)
      extra = Int(form.contentLength) - Self.size
    }
    let asked = request
    try await growth("upload of a \(kind), \(Self.size >> 20) MiB") {
      let answer = try await URLSessionManager().data(for: asked)
      #expect(answer.response.status == 200)
    }
    #expect(server.requests.first?.bodyLength == Self.size + extra)
  }

  @Test
  func `row 77: a large download goes to its file`() async {
    await #expect(processExitsWith: .success) { try await EnduranceTests().download() }
  }

  private func download() async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder()
    let place = folder.path("there")
    var configuration = SessionConfiguration()
    configuration.temporaryDirectory = folder.path
    let session = URLSessionManager(configuration: configuration)
    let request = SessionRequest(url: try URI(server.url + "/bytes/\(Self.size)"))
    try await growth("download, \(Self.size >> 20) MiB") {
      let result = await finished { completion in
        session.downloadTask(
          with: request,
          validation: .init(),
          destination: { _, _ in place },
          completion: completion
        )
      }
      #expect(result.error == nil)
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: place)
    #expect(attributes[.size] as? Int == Self.size)
  }

  @Test(arguments: [FixtureOptions.Protocols.http1, .http2])
  func `a large answer is read by one who is slow, in flat memory`(
    protocols: FixtureOptions.Protocols
  ) async {
    await #expect(processExitsWith: .success) { [isHTTP2 = (protocols == .http2) as Bool] in
      try await EnduranceTests().readSlowly(isHTTP2 ? .http2 : .http1)
    }
  }

  private func readSlowly(_ protocols: FixtureOptions.Protocols) async throws {
    var options = FixtureOptions()
    options.protocols = protocols
    let root = try CertificateAuthority.shared
    if protocols == .http2 { options.security = .tls(.init(identity: try root.issue(.server()))) }
    let server = try await FixtureServer.start(options)
    let size = 100 << 20
    let request = SessionRequest(url: try URI(server.url + "/bytes/\(size)"))
    var configuration = SessionConfiguration()
    configuration.transport.tls.certificateAuthorities = .file(root.certificateFile)
    let session = URLSessionManager(configuration: configuration)
    try await growth("stream over \(protocols), \(size >> 20) MiB") {
      var count = 0
      var pauses = 0
      for try await piece in try await session.bytes(for: request) {
        count += piece.count
        // A pause for each 4 MiB, in which the server could send all the rest.
        if count >> 22 > pauses {
          pauses += 1
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      #expect(count == size)
    }
  }

  @Test
  func `row 68: ten thousand requests, one after the other, keep memory flat`() async {
    await #expect(processExitsWith: .success) { try await EnduranceTests().requestOften() }
  }

  private func requestOften() async throws {
    var options = FixtureOptions()
    options.keptRequests = 0
    let server = try await FixtureServer.start(options)
    let session = URLSessionManager()
    let request = SessionRequest(url: try URI(server.url + "/json"))
    for _ in 0..<500 { _ = try await session.data(for: request) }
    let count = Self.isHeavy ? 10_000 : 2000
    try await growth("\(count) requests") {
      for number in 0..<count {
        if number.isMultiple(of: 10) {
          let result = await finished { completion in
            session.dataTask(with: request, completion: completion)
          }
          #expect(result.error == nil)
        } else {
          _ = try await session.data(for: request)
        }
      }
    }
    #expect(server.counts.requests == count + 500)
  }

  @Test
  func `row 68: a thousand tasks at once need one thread for their transfers`() async {
    await #expect(processExitsWith: .success) { try await EnduranceTests().startManyTasks() }
  }

  private func startManyTasks() async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { request in
      request.path == "/held" ? .json("{}").after([.gate(gate)]) : .json("{}")
    }
    // Its thread has its name when it has made a transfer.
    _ = try await TransferLoop.shared.transfer(TransferRequest(url: server.url + "/json"))
    let threads = ProcessState.transferThreads
    let loop = TransferLoop()
    let session = URLSessionManager(loop: loop)
    let urls = try ["/held", "/json"].map { try URI(server.url + $0) }
    let ends = Collected<Int>()
    var identifiers: Set<Int> = []
    for number in 0..<1000 {
      let request = SessionRequest(url: urls[number < 100 ? 0 : 1])
      let task = session.dataTask(with: request) {
        ends.append($0.response?.status ?? -1)
      }
      identifiers.insert(task.identifier)
      task.resume()
    }
    await gate.reached(count: 100)
    // A loop that a busy machine halts may have a second thread for a moment.
    let limit = ContinuousClock.now + .seconds(30)
    while ProcessState.transferThreads != threads + 1, ContinuousClock.now < limit {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(ProcessState.transferThreads == threads + 1)
    gate.open()
    await session.waitForAll()
    #expect(identifiers.count == 1000)
    #expect(ends.all == Array(repeating: 200, count: 1000))
    #expect(session.tasks.isEmpty)
    await loop.shutdown()
  }
}
