import CurlTransport
import Foundation
import Glibc
import HTTPMessages
import Locks
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TransferLoopTests {
  private let loop = TransferLoop()

  @Test func `a GET gives status, fields in order and body`() async throws {
    let server = try await FixtureServer.start { _ in
      FixtureResponse.text("hello", status: 203)
        .adding("X-Tag", "one").adding("x-TAG", "two").adding("X-Empty", "")
    }
    let response = try await loop.transfer(TransferRequest(url: server.url + "/a?b=c"))
    #expect(response.status == 203)
    #expect(response.head.version == .init(major: 1, minor: 1))
    #expect(String(decoding: response.body, as: UTF8.self) == "hello")
    #expect(response.headers.values(named: "x-tag") == ["one", "two"])
    #expect(response.headers.map(\.name).contains("x-TAG"))
    #expect(response.headers.first(named: "X-Empty") == "")
    let request = try await server.nextRequest()
    #expect(request.method == "GET")
    #expect(request.target == "/a?b=c")
  }

  @Test func `header fields are sent in order and spelling`() async throws {
    let server = try await FixtureServer.start()
    var request = TransferRequest(url: server.url + "/echo")
    request.headers = ["X-b": "1", "x-A": "", "X-b": "2", "Accept": "a/b"]
    _ = try await loop.transfer(request)
    let lines = try await server.nextRequest().headerLines
    #expect(lines.filter { $0.lowercased().hasPrefix("x-") } == ["X-b: 1", "x-A:", "X-b: 2"])
    #expect(lines.contains("Accept: a/b"))
    #expect(!lines.contains { $0.lowercased().hasPrefix("user-agent") })
  }

  @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\0b"])
  func `a line break in a value is refused`(value: String) async throws {
    let server = try await FixtureServer.start()
    var request = TransferRequest(url: server.url + "/echo")
    request.headers.append(name: "X-A", value: value)
    #expect(await code(of: request) == .invalidRequest)
    request = TransferRequest(method: "GET \(value)", url: server.url + "/echo")
    #expect(await code(of: request) == .invalidRequest)
    #expect(server.counts.requests == 0)
  }

  @Test func `1000 requests in sequence use one connection`() async throws {
    let server = try await FixtureServer.start()
    for number in 0..<1000 {
      let response = try await loop.transfer(TransferRequest(url: server.url + "/status/200"))
      #expect(response.metrics.reusedConnection == (number > 0))
    }
    #expect(server.counts.connectionsAccepted == 1)
  }

  @Test func `200 requests at once each get their own answer`() async throws {
    let server = try await FixtureServer.start()
    try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for size in 0..<200 {
        group.addTask { [loop] in
          let url = server.url + "/bytes/\(size)"
          return (size, try await loop.transfer(TransferRequest(url: url)).body.count)
        }
      }
      for try await (size, count) in group { #expect(size == count) }
    }
  }

  @Test func `long bodies come whole when many are open at once, and after that`() async throws {
    let gate = Gate()
    let text = String(repeating: "0123456789", count: 4_000)
    let server = try await FixtureServer.start { _ in .text(text).after([.gate(gate)]) }
    let request = TransferRequest(url: server.url)
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<200 {
        group.addTask { [loop] in try await loop.transfer(request).body }
      }
      await gate.reached(count: 200)
      gate.open()
      for try await body in group { #expect(body == Array(text.utf8)) }
    }
    #expect(try await loop.transfer(request).body == Array(text.utf8))
  }

  @Test func `a limit for each host is kept, and waiting takes none of the time`() async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { _ in .text("ok").after([.gate(gate)]) }
    var request = TransferRequest(url: server.url)
    request.options.connectionsPerHost = 2
    try await withThrowingTaskGroup(of: Int64.self) { group in
      for _ in 0..<8 {
        group.addTask { [loop, request] in
          try await loop.transfer(request).metrics.total
        }
      }
      await gate.reached(count: 2)
      #expect(server.counts.connectionsAccepted == 2)
      gate.open()
      for try await _ in group {}
    }
    #expect(server.counts.connectionsAccepted == 2)
    #expect(server.counts.requests == 8)
  }

  @Test func `a limit for each host holds for that host alone`() async throws {
    let gate = Gate()
    let slow = try await FixtureServer.start { _ in .text("ok").after([.gate(gate)]) }
    let other = try await FixtureServer.start()
    var (first, second) = (
      TransferRequest(url: slow.url), TransferRequest(url: other.url + "/json")
    )
    first.options.connectionsPerHost = 1
    second.options.connectionsPerHost = 1
    async let held = loop.transfer(first).status
    await gate.reached(count: 1)
    // Were the second held up by the first, the test would end all the same.
    let isHeldUp = Locked(false)
    let rescue = Task {
      try await Task.sleep(for: .seconds(10))
      isHeldUp.withLock { $0 = true }
      gate.open()
    }
    #expect(try await loop.transfer(second).status == 200)
    rescue.cancel()
    #expect(!isHeldUp.withLock { $0 })
    gate.open()
    #expect(try await held == 200)
  }

  @Test func `a total limit is kept`() async throws {
    var configuration = TransferLoop.Configuration()
    configuration.openTransferLimit = 3
    let loop = TransferLoop(configuration: configuration)
    let server = try await FixtureServer.start()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<30 {
        group.addTask {
          try await loop.transfer(TransferRequest(url: server.url + "/delay/5")).status
        }
      }
      for try await status in group { #expect(status == 200) }
    }
    #expect(server.counts.connectionsAccepted <= 3)
  }

  @Test func `many that wait and fail at once all get their answer`() async {
    var request = TransferRequest(
      method: "POST",
      url: "http://127.0.0.1/",
      body: .file(path: "/no/such/file")
    )
    request.options.connectionsPerHost = 1
    let handlers = (0..<20_000).map { _ in RecordingHandler() }
    for handler in handlers { loop.start(request, handler: handler) }
    for handler in handlers {
      #expect(await handler.completion()?.error?.code == .bodySourceFailed)
    }
  }

  // libcurl has a timer of 200 ms for each new connection, and at its time looks at the socket.
  @Test(arguments: [0, 250])
  func `what was asked for before bytes came holds for them`(milliseconds: Int) async throws {
    let gate = Gate()
    let sent = Gate()
    let server = try await FixtureServer.start { _ in
      .script([
        .text("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc"), .gate(gate), .text("def"),
        .gate(sent),
      ])
    }
    // Of its own: were the pause overtaken, the connection would be free, and its server is not.
    let other = try await FixtureServer.start()
    let loop = loop
    let handler = RecordingHandler()
    let transfer = loop.start(TransferRequest(url: server.url), handler: handler)
    await handler.wait { $0.body.count == 3 }
    // While a job holds the loop up, the pause is asked for and the rest arrives. With another job
    // behind that one the loop looks at its sockets next.
    let isHeld = Locked(true)
    let (begins, begin) = AsyncStream<Void>.makeStream()
    let job = Task(executorPreference: loop) {
      begin.yield()
      while isHeld.withLock({ $0 }) { sched_yield() }
      return Task(executorPreference: loop) {}
    }
    for await _ in begins { break }
    transfer.pause()
    gate.open()
    await sent.reached()
    try await Task.sleep(for: .milliseconds(milliseconds))
    isHeld.withLock { $0 = false }
    await job.value.value
    _ = try await loop.transfer(TransferRequest(url: other.url + "/status/200"))
    #expect(handler.body == Array("abc".utf8))
    transfer.resume()
    sent.open()
    _ = await handler.completion()
    #expect(handler.body == Array("abcdef".utf8))
  }

  @Test func `another place to connect to holds for one transfer alone`() async throws {
    let server = try await FixtureServer.start()
    var request = TransferRequest(url: "http://nope.invalid:81/echo")
    request.options.connectTo = [
      .init(host: "nope.invalid", port: 81, toHost: "127.0.0.1", toPort: server.port)
    ]
    #expect(try await loop.transfer(request).status == 200)
    #expect(try await server.nextRequest().header("Host") == "nope.invalid:81")
    request.options.connectTo = []
    #expect(await code(of: request) == .couldNotResolveHost)
  }

  @Test func `cookies are not kept`() async throws {
    let server = try await FixtureServer.start()
    for _ in 0..<3 {
      let url = server.url + "/cookies/set?a=b"
      let response = try await loop.transfer(TransferRequest(url: url))
      #expect(response.headers.first(named: "Set-Cookie") != nil)
    }
    for request in try await server.requests(count: 3) { #expect(request.header("Cookie") == nil) }
  }

  @Test func `redirects are told, not followed`() async throws {
    let server = try await FixtureServer.start()
    let response = try await loop.transfer(TransferRequest(url: server.url + "/redirect/2"))
    #expect(response.status == 302)
    #expect(response.redirectURL == server.url + "/redirect/1")
    #expect(server.counts.requests == 1)
  }

  @Test(arguments: [
    ("file:///etc/passwd", CurlError.Code.unsupportedProtocol),
    ("ftp://127.0.0.1/", .unsupportedProtocol),
    ("gopher://127.0.0.1/", .unsupportedProtocol),
    ("ftp.example.org/", .malformedURL),
    ("/path", .malformedURL),
    ("", .malformedURL),
    ("http://", .malformedURL),
    ("http://a b/", .malformedURL),
  ])
  func `only http and https are spoken`(url: String, expected: CurlError.Code) async {
    #expect(await code(of: TransferRequest(url: url)) == expected)
  }

  @Test func `a unix socket takes the place of any host`() async throws {
    let folder = try TemporaryFolder("socket")
    var options = FixtureOptions()
    options.address = .unix(folder.path + "/s")
    let server = try await FixtureServer.start(options)
    var request = TransferRequest(url: "http://api.test/echo")
    request.options.unixSocketPath = folder.path + "/s"
    #expect(try await loop.transfer(request).status == 200)
    #expect(try await server.nextRequest().header("Host") == "api.test")
  }

  @Test func `HTTP 2 is spoken from the first byte when asked for`() async throws {
    var options = FixtureOptions()
    options.protocols = .http2
    let server = try await FixtureServer.start(options)
    var request = TransferRequest(url: server.url + "/json")
    request.options.httpVersion = .http2PriorKnowledge
    let response = try await loop.transfer(request)
    #expect(response.head.version.description == "HTTP/2")
    #expect(response.status == 200)
  }

  @Test(.enabled(if: !CurlVersion.current.hasHTTP3, "this libcurl has HTTP/3"))
  func `HTTP 3 is a clear error where libcurl lacks it`() async {
    var request = TransferRequest(url: "https://127.0.0.1/")
    request.options.httpVersion = .http3
    #expect(await code(of: request) == .unsupported)
  }

  @Test func `digest credentials are negotiated within one transfer`() async throws {
    let server = try await FixtureServer.start()
    var request = TransferRequest(url: server.url + "/digest-auth/ann/secret")
    request.options.authentication = .digest(user: "ann", password: "secret")
    #expect(try await loop.transfer(request).status == 200)
    request.options.authentication = nil
    #expect(try await loop.transfer(request).status == 401)
  }

  @Test func `a task that prefers the loop runs on its thread`() async throws {
    let server = try await FixtureServer.start()
    #expect(!loop.isCurrent && !Self.isThreadOfLoop)
    try await withTaskExecutorPreference(loop) {
      #expect(Self.isThreadOfLoop)
      for _ in 0..<3 {
        _ = try await loop.transfer(TransferRequest(url: server.url + "/status/204"))
        #expect(Self.isThreadOfLoop)
      }
      // A job that a busy machine halts for some milliseconds is left behind with its thread, which
      // is the loop's no more. That happens to few.
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<1000 {
          group.addTask { [loop] in
            await Task.yield()
            #expect(Self.isThreadOfLoop)
            return loop.isCurrent
          }
        }
        let count = await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        #expect(count > 900)
      }
    }
    #expect(!loop.isCurrent && !Self.isThreadOfLoop)
  }

  @Test func `transfers come forward while jobs never end`() async throws {
    let server = try await FixtureServer.start()
    let stop = Locked(false)
    await withTaskGroup(of: Void.self) { group in
      group.addTask(executorPreference: loop) {
        while !stop.withLock({ $0 }) { await Task.yield() }
      }
      let response = try? await loop.transfer(TransferRequest(url: server.url + "/json"))
      #expect(response?.status == 200)
      stop.withLock { $0 = true }
    }
  }

  @Test func `after the end transfers fail and tasks still run`() async throws {
    let server = try await FixtureServer.start()
    let pending = Task {
      await code(of: TransferRequest(url: server.url + "/fault/stallInBody"))
    }
    _ = try await server.nextRequest()
    await loop.shutdown()
    #expect(await pending.value == .loopShutDown)
    #expect(await code(of: TransferRequest(url: server.url)) == .loopShutDown)
    let ran = await withTaskExecutorPreference(loop) { true }
    #expect(ran)
    await loop.shutdown()
    try await server.connectionClosed()
  }

  @Test func `a loop can end while its own task waits for that`() async {
    let ran = await withTaskExecutorPreference(loop) {
      await loop.shutdown()
      return true
    }
    #expect(ran)
  }

  /// Whether this thread has the name of a loop's thread, which it keeps when it is left behind.
  private static var isThreadOfLoop: Bool {
    let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
    return name == TransferLoop.threadName + "\n"
  }

  private func code(of request: TransferRequest) async -> CurlError.Code? {
    do throws(CurlError) {
      _ = try await loop.transfer(request)
      return nil
    } catch {
      return error.code
    }
  }
}
