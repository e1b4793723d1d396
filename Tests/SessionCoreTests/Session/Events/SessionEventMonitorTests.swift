import SessionCore
import TestSupport
import Testing

/// Writes down what happens, under a name of its own.
private struct Recorder: SessionEventMonitor {
  let name: String
  let log: Collected<String>

  private func note(_ text: String) { log.append("\(name) \(text)") }

  func taskDidCreate(_ task: SessionTask) { note("create") }
  func taskDidResume(_ task: SessionTask) { note("resume") }
  func taskDidSuspend(_ task: SessionTask) { note("suspend") }
  func taskDidCancel(_ task: SessionTask) { note("cancel") }
  func task(_ task: SessionTask, didAdapt request: SessionRequest) { note("adapt") }
  func task(_ task: SessionTask, willSend request: SessionRequest) {
    note("send \(request.url.path)")
  }
  func task(_ task: SessionTask, didSendBytes sent: Int64, of total: Int64) { note("sent \(sent)") }
  func task(_ task: SessionTask, didReceive response: SessionResponse) {
    note("response \(response.status)")
  }
  func task(_ task: SessionTask, didReceiveBytes count: Int64, sum: Int64, of total: Int64) {
    note("bytes \(sum) of \(total)")
  }
  func task(_ task: SessionTask, didCollect hop: SessionMetrics.Hop) { note("hop") }
  func task(_ task: SessionTask, didReceive challenge: ChallengeContext) {
    note("challenge \(challenge.previousFailureCount)")
  }
  func task(
    _ task: SessionTask,
    didReceive redirect: SessionResponse,
    to request: SessionRequest
  ) { note("redirect \(request.url.path)") }
  func task(_ task: SessionTask, willRetry request: SessionRequest, after delay: Duration) {
    note("retry")
  }
  func task(_ task: SessionTask, didCollect metrics: SessionMetrics) {
    note("metrics \(metrics.hops.count)")
  }
  func task(_ task: SessionTask, didMoveDownloadTo path: String) { note("moved") }
  func task(_ task: SessionTask, didFailToMoveDownload error: SessionError) { note("not moved") }
  func task(_ task: SessionTask, didCompleteWith error: SessionError?) {
    note("complete \(error?.code.rawValue ?? 0)")
  }
  func task(
    _ task: SessionTask,
    didDecode result: SessionEvent.Completion,
    in duration: Duration
  ) { note("decode \(result.error?.code.rawValue ?? 0)") }
  func taskDidFinish(_ task: SessionTask, _ result: SessionEvent.Completion) { note("finish") }
  func sessionDidBecomeInvalid() { note("invalid") }
}

/// Implements nothing.
private struct Silent: SessionEventMonitor {}

@Suite(.timeLimit(.minutes(5))) struct SessionEventMonitorTests {
  private func session(_ log: Collected<String>, retries: Bool = false) -> URLSessionManager {
    var configuration = SessionConfiguration()
    configuration.monitors = [
      Recorder(name: "1", log: log), Silent(), Recorder(name: "2", log: log),
    ]
    if retries {
      configuration.retries = RetryPolicy()
      configuration.retries?.delay = .milliseconds(1)
    }
    return URLSessionManager(configuration: configuration)
  }

  private func withoutName(_ log: Collected<String>, _ name: String) -> [String] {
    log.all.filter { $0.hasPrefix(name) }.map { String($0.dropFirst(2)) }
  }

  @Test
  func `row 102: monitors hear of the whole life, the session's before the request's`()
    async throws
  {
    let server = try await FixtureServer.start { request in
      switch request.path {
      case "/start": .redirect("/end", status: 307)
      case _: request.number == 1 ? .status(503) : .json("{}")
      }
    }
    let log = Collected<String>()
    let session = session(log, retries: true)
    var request = SessionRequest(url: try URI(server.url + "/start"))
    request.method = "PUT"
    request.body = .bytes(Array("body".utf8))
    request.monitors = [Recorder(name: "3", log: log)]
    let result = await finished { session.dataTask(with: request, completion: $0) }
    #expect(result.error == nil)
    await session.waitForAll()
    session.invalidate(cancelingTasks: false)
    let end = log
    while !end.all.contains("2 invalid") { await Task.yield() }
    let life = withoutName(log, "1").filter { !$0.hasPrefix("sent") }
    #expect(
      life == [
        "create", "resume", "adapt", "send /start", "response 307", "hop", "redirect /end",
        "send /end", "response 503", "hop", "retry", "send /end", "response 200",
        "bytes 2 of 2", "hop", "metrics 3", "complete 0", "decode 0", "finish", "invalid",
      ]
    )
    #expect(withoutName(log, "1").contains("sent 4"))
    #expect(withoutName(log, "2") == withoutName(log, "1"))
    #expect(withoutName(log, "3") == withoutName(log, "1").dropLast())
    let all = log.all
    for index in all.indices where all[index].hasPrefix("3") {
      #expect(all[max(0, index - 2)].hasPrefix("1") && all[max(0, index - 1)].hasPrefix("2"))
    }
  }

  @Test
  func `row 102: challenge, suspension and cancellation are told of`() async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { _ in
      .status(401, headers: [("WWW-Authenticate", "Basic realm=\"r\"")]).after([.gate(gate)])
    }
    let log = Collected<String>()
    let session = session(log)
    let url = try URI(server.url)
    let result = await finished { completion in
      let task = session.dataTask(
        with: SessionRequest(url: url),
        serializer: HTTPResponseSerializer(),
        completion: completion
      )
      task.resume()
      task.suspend()
      gate.open()
      return task
    }
    #expect(result.response?.status == 401)
    let life = withoutName(log, "1")
    let steps = life.filter { ["create", "resume", "suspend"].contains($0) }
    #expect(steps == ["create", "resume", "suspend", "resume"])
    #expect(life.contains("challenge 0"))
    #expect(life.contains("decode -1011"))
    // The task's end is reported after its completion.
    while !withoutName(log, "1").contains("finish") { await Task.yield() }

    let task = session.dataTask(with: SessionRequest(url: url)) { _ in }
    task.cancel()
    task.cancel()
    await session.waitForAll()
    #expect(
      withoutName(log, "1").suffix(5) == [
        "create", "cancel", "complete -999", "decode -999", "finish",
      ]
    )
  }

  @Test(arguments: [true, false])
  func `row 102: the move of a download is told of`(works: Bool) async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder()
    let log = Collected<String>()
    let session = session(log)
    let place = folder.path(works ? "file" : "missing/file")
    let request = SessionRequest(url: try URI(server.url + "/bytes/10"))
    _ = await finished { completion in
      session.downloadTask(
        with: request,
        destination: { _, _ in place },
        completion: completion
      )
    }
    await session.waitForAll()
    #expect(log.all.contains("1 moved") == works)
    #expect(log.all.contains("1 not moved") == !works)
  }

  @Test
  func `row 102: a call without task of its own is told of as well`() async throws {
    let server = try await FixtureServer.start()
    let log = Collected<String>()
    var request = SessionRequest(url: try URI(server.url + "/json"))
    request.monitors = [Recorder(name: "1", log: log)]
    let session = URLSessionManager()
    _ = try await session.data(for: request)
    await session.waitForAll()
    #expect(withoutName(log, "1").first == "create")
    #expect(withoutName(log, "1").last == "finish")
  }
}
