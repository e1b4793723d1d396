import CurlTransport
import Glibc
import Locks
import TestSupport
import Testing

/// What holds up a loop's thread, and what that means to transfers.
@Suite(.fewAtATime, .serialized, .timeLimit(.minutes(2)))
struct LoopStallTests {
  private let loop = TransferLoop()

  @Test func `a job that blocks holds up no transfer and no other job`() async throws {
    let server = try await FixtureServer.start()
    let isFree = Locked(false)
    let job = Task(executorPreference: loop) {
      // Until the transfers beside it have come.
      while !isFree.withLock(\.self) { usleep(1_000) }
      return true
    }
    var request = TransferRequest(url: server.url + "/json")
    request.options.timeout = .seconds(20)
    for _ in 0..<20 { #expect(try await loop.transfer(request).status == 200) }
    #expect(await Task(executorPreference: loop) { 7 }.value == 7)
    isFree.withLock { $0 = true }
    #expect(await job.value)
    #expect(try await loop.transfer(request).status == 200)
  }

  @Test func `a job that was left behind starts, pauses and cancels transfers`() async throws {
    let server = try await FixtureServer.start()
    let handler = RecordingHandler()
    let request = TransferRequest(url: server.url + "/json")
    let (wasAtHome, isAtHome, codes) = await Task(executorPreference: loop) { [loop] in
      let wasAtHome = loop.isCurrent
      // Until another thread has taken over, however long that takes on a busy machine.
      for _ in 0..<2_000 where loop.isCurrent { usleep(10_000) }
      let isAtHome = loop.isCurrent
      loop.start(request, handler: handler)
      let ended = RecordingHandler()
      let held = loop.start(
        TransferRequest(url: server.url + "/fault/stallBeforeHead"),
        handler: ended
      )
      held.pause()
      held.cancel()
      return (wasAtHome, isAtHome, [await ended.completion()?.error?.code])
    }.value
    #expect(wasAtHome)
    #expect(!isAtHome)
    #expect(codes == [.cancelled])
    #expect(await handler.completion()?.error == nil)
  }

  @Test func `a transfer does not wait until many long jobs have ended`() async throws {
    let server = try await FixtureServer.start()
    let ended = Locked(0)
    let jobs = (0..<12).map { _ in
      Task(executorPreference: loop) {
        // Long enough for an answer on a busy machine.
        usleep(2_000_000)
        ended.withLock { $0 += 1 }
      }
    }
    let handler = CountingHandler(ended)
    loop.start(TransferRequest(url: server.url + "/json"), handler: handler)
    for job in jobs { await job.value }
    #expect(handler.endedBefore.withLock(\.self) ?? 12 < 12)
  }

  /// Notes how many jobs had ended when its transfer has.
  private final class CountingHandler: TransferHandler {
    let endedBefore = Locked<Int?>(nil)
    private let ended: Locked<Int>

    init(_ ended: Locked<Int>) { self.ended = ended }

    func received(_ head: TransferHead) -> TransferVerdict { .proceed }
    func received(_ bytes: RawSpan) -> TransferVerdict { .proceed }
    func receivedInformational(_ head: TransferHead) {}
    func sent(_ sent: Int64, of total: Int64?) {}
    func finished(_ completion: TransferCompletion) {
      let count = ended.withLock(\.self)
      endedBefore.withLock { $0 = count }
    }
  }

  @Test func `a loop ends while a job is left behind`() async throws {
    let own = TransferLoop()
    let isFree = Locked(false)
    let began = Gate()
    let job = Task(executorPreference: own) {
      began.open()
      while !isFree.withLock(\.self) { usleep(1_000) }
      return own.isCurrent
    }
    await own.ready()
    await own.shutdown()
    isFree.withLock { $0 = true }
    #expect(await job.value == false)
  }

  /// Stalls libcurl's own thread where no other can take over.
  private final class Blocking: TransferHandler {
    func received(_ head: TransferHead) -> TransferVerdict {
      usleep(4_000_000)
      return .proceed
    }
    func received(_ bytes: RawSpan) -> TransferVerdict { .proceed }
    func receivedInformational(_ head: TransferHead) {}
    func sent(_ sent: Int64, of total: Int64?) {}
    func finished(_ completion: TransferCompletion) {}
  }

  @Test(arguments: [true, false])
  func `an answer that came in time is no timeout, however late it is looked at`(
    isIdleLimit: Bool
  ) async throws {
    let gates = (Gate(), Gate())
    let server = try await FixtureServer.start { request in
      .text("in time").after([.gate(request.path == "/blocking" ? gates.0 : gates.1)])
    }
    var request = TransferRequest(url: server.url + "/other")
    if isIdleLimit {
      request.options.idleTimeout = .seconds(3)
    } else {
      request.options.timeout = .seconds(3)
    }
    let handler = RecordingHandler()
    loop.start(TransferRequest(url: server.url + "/blocking"), handler: Blocking())
    await gates.0.reached()
    loop.start(request, handler: handler)
    await gates.1.reached()
    // Both answers leave now; the loop looks at the first for longer than the limit of the second.
    gates.0.open()
    gates.1.open()
    #expect(await handler.completion()?.error == nil)
  }

  @Test(arguments: [
    ("/fault/stallBeforeHead", "with 0 bytes received"),
    ("/fault/stallInBody", "with 9 bytes received"),
  ])
  func `a limit says how far the transfer came`(path: String, words: String) async throws {
    let server = try await FixtureServer.start()
    var request = TransferRequest(url: server.url + path)
    request.options.timeout = .seconds(2)
    let sent = request
    let error = await #expect(throws: CurlError.self) { _ = try await loop.transfer(sent) }
    #expect(error?.code == .timedOut)
    #expect(error?.message == "operation timed out after 2000 ms \(words)")
  }

  @Test(arguments: [true, false])
  func `a handshake that is not answered ends with the limit`(isOfConnecting: Bool) async throws {
    let mute = try MutePort()
    var request = TransferRequest(url: "https://127.0.0.1:\(mute.port)/")
    if isOfConnecting {
      request.options.connectTimeout = .seconds(1)
    } else {
      request.options.timeout = .seconds(1)
    }
    let sent = request
    let error = await #expect(throws: CurlError.self) { _ = try await loop.transfer(sent) }
    #expect(error?.code == .timedOut)
    let what = isOfConnecting ? "connection" : "operation"
    #expect(error?.message == "\(what) timed out after 1000 ms during the TLS handshake")
  }

  @Test func `a paused transfer still ends with its whole limit`() async throws {
    let server = try await FixtureServer.start()
    let handler = RecordingHandler(head: .pause)
    var request = TransferRequest(url: server.url + "/bytes/100000")
    request.options.timeout = .milliseconds(300)
    loop.start(request, handler: handler)
    #expect(await handler.completion()?.error?.code == .timedOut)
  }
}
