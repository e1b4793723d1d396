import CurlTransport
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SessionTaskTests {
  private func request(_ text: String, _ method: String = "GET") throws -> SessionRequest {
    SessionRequest(method: method, url: try URI(text))
  }

  @Test
  func `row 69: callbacks of a session never overlap`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let inside = Collected<Int>()
    let overlaps = Collected<Int>()
    let check: @Sendable () -> Void = {
      let before = inside.all.count
      inside.append(1)
      for _ in 0..<1000 where inside.all.count != before + 1 { overlaps.append(1) }
    }
    session.updateEvents {
      $0.didReceiveData = { _, _ in check() }
      $0.didComplete = { _, _ in check() }
    }
    for _ in 0..<20 {
      session.dataTask(
        with: try request(server.url + "/bytes/50000"),
        serializer: HTTPResponseSerializer()
      ) { _ in check() }.resume()
    }
    await session.waitForAll()
    #expect(inside.all.count >= 60)
    #expect(overlaps.all.isEmpty)
  }

  @Test
  func `row 70: completion runs on the chosen executor and the wait covers all`() async throws {
    let server = try await FixtureServer.start()
    let loop = TransferLoop()
    let session = URLSessionManager(completionExecutor: loop)
    let places = Collected<Bool>()
    for _ in 0..<50 {
      session.dataTask(
        with: try request(server.url + "/json"),
        serializer: HTTPResponseSerializer()
      ) { _ in places.append(loop.isCurrent) }.resume()
    }
    await session.waitForAll()
    // A completion that a busy machine halts for some milliseconds is left behind by the loop.
    #expect(places.all.count == 50)
    #expect(places.all.count(where: \.self) >= 40)
  }

  @Test
  func `row 71: each transition is one event, with AFNetworking's names and keys`() async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { _ in .json("{}").after([.gate(gate)]) }
    let session = URLSessionManager()
    let events = session.events()
    let result = await finished {
      (completion: @escaping @Sendable (DataResponse<JSONResponseSerializer.Output>) -> Void) in
      let task = session.dataTask(
        with: SessionRequest(url: (try? URI(server.url)) ?? .fixture),
        completion: completion
      )
      task.resume()
      task.resume()
      task.suspend()
      task.suspend()
      task.resume()
      gate.open()
      return task
    }
    #expect(result.error == nil)
    await session.waitForAll()
    session.invalidate(cancelingTasks: false)
    var names: [String] = []
    var keys: [String] = []
    for await event in events {
      names.append(String(event.name.dropFirst("com.alamofire.networking.".count)))
      if case .taskCompleted(let completion) = event { keys = completion.userInfo.keys.sorted() }
    }
    #expect(
      names == [
        "task.resume", "task.suspend", "task.resume", "task.complete", "session.invalidate",
      ]
    )
    #expect(
      keys == [
        "com.alamofire.networking.complete.finish.responsedata",
        "com.alamofire.networking.complete.sessiontaskmetrics",
        "com.alamofire.networking.task.complete.responseserializer",
        "com.alamofire.networking.task.complete.serializedresponse",
      ]
    )
  }

  @Test
  func `row 72: events come in order`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let order = Collected<String>()
    session.updateEvents {
      $0.didReceiveResponse = { _, _ in
        order.append("response")
        return .allow
      }
      $0.didReceiveData = { _, _ in order.append("data") }
      $0.didCollectMetrics = { _, _ in order.append("metrics") }
      $0.didComplete = { _, _ in order.append("complete") }
    }
    let events = session.events()
    session.dataTask(with: try request(server.url + "/json")) { _ in order.append("completion") }
      .resume()
    for await event in events {
      if case .taskCompleted = event {
        order.append("notification")
        break
      }
    }
    #expect(order.all == ["response", "data", "metrics", "complete", "completion", "notification"])
  }

  @Test
  func `row 73: a suspended task stops and goes on with the same transfer`() async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { request in
      if request.path == "/other" { return .json("{}") }
      return .script([
        .text("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc"), .gate(gate), .text("def"),
      ])
    }
    let loop = TransferLoop()
    let session = URLSessionManager(loop: loop)
    let received = Collected<[UInt8]>()
    let (first, firstMark) = AsyncStream<Void>.makeStream()
    session.updateEvents {
      $0.didReceiveData = { task, bytes in
        received.append(bytes)
        if received.all.count == 1 {
          task.suspend()
          firstMark.yield()
        }
      }
    }
    let (ends, endMark) = AsyncStream<DataResponse<[UInt8]>>.makeStream()
    let task = session.dataTask(
      with: try request(server.url),
      serializer: HTTPResponseSerializer()
    ) { endMark.yield($0) }
    task.resume()
    for await _ in first { break }
    // The loop takes what it is asked in order: with this request it has taken the suspension, too.
    let other = URLSessionManager(loop: loop)
    _ = try await other.data(for: request(server.url + "/other"))
    gate.open()
    // Time enough for the rest to arrive, were it taken: the same loop serves these meanwhile.
    for _ in 0..<20 { _ = try await other.data(for: request(server.url + "/other")) }
    #expect(task.state == .suspended)
    #expect(received.all == [Array("abc".utf8)])
    task.resume()
    for await end in ends {
      #expect(end.object == Array("abcdef".utf8))
      break
    }
    #expect(server.requests.count { $0.path != "/other" } == 1)
    #expect(task.state == .completed)
  }

  @Test
  func `row 74: a cancelled task ends once with -999, started or not`() async throws {
    let server = try await FixtureServer.start { _ in .script([.untilClosed]) }
    let session = URLSessionManager()
    let results = Collected<Int>()
    let running = session.dataTask(with: try request(server.url)) {
      results.append($0.error?.code.rawValue ?? 0)
    }
    running.resume()
    _ = try await server.nextRequest()
    running.cancel()
    running.cancel()
    let unstarted = session.dataTask(with: try request(server.url)) {
      results.append($0.error?.code.rawValue ?? 0)
    }
    unstarted.cancel()
    unstarted.resume()
    await session.waitForAll()
    #expect(results.all == [-999, -999])
    #expect(running.state == .completed)
    #expect(server.counts.requests == 1)
  }

  @Test(arguments: ["/bytes/300000", "/stream/50"])
  func `row 75: download progress never falls and ends at one`(path: String) async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let progress = Collected<TransferProgress>()
    let task = session.dataTask(
      with: try request(server.url + path),
      serializer: HTTPResponseSerializer(),
      downloadProgress: { progress.append($0) },
      completion: { _ in }
    )
    task.resume()
    await session.waitForAll()
    let counts = progress.all.map(\.completedUnitCount)
    #expect(counts == counts.sorted())
    #expect(progress.all.last?.fractionCompleted == 1)
    #expect(task.downloadProgress.fractionCompleted == 1)
    #expect(progress.all.first?.isIndeterminate == path.hasPrefix("/stream"))
  }

  @Test(arguments: ["bytes", "file", "source", "form"])
  func `row 76: upload progress ends at one`(kind: String) async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder()
    let content = [UInt8](repeating: 7, count: 300_000)
    let file = try folder.write(content, to: "upload")
    var form = MultipartFormData()
    try form.append(file: file, name: "f")
    let body: RequestBody =
      switch kind {
      case "bytes": .bytes(content)
      case "file": .file(path: file)
      case "source": .source(BytesSource(content))
      case _: .multipart(form)
      }
    let session = URLSessionManager()
    let progress = Collected<TransferProgress>()
    let results = Collected<Int>()
    let task = session.uploadTask(
      with: try request(server.url + "/upload", "PUT"),
      from: body,
      serializer: HTTPResponseSerializer(),
      progress: { progress.append($0) },
      completion: { results.append($0.response?.status ?? -1) }
    )
    task.resume()
    await session.waitForAll()
    #expect(results.all == [200])
    #expect(progress.all.last?.fractionCompleted == 1)
    #expect(progress.all.last?.completedUnitCount ?? 0 >= 300_000)
    #expect(server.requests.first?.bodyLength ?? 0 >= 300_000)
  }

  @Test
  func `row 86: an answer may be refused or become a download at its head`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    session.updateEvents { $0.didReceiveResponse = { _, _ in .cancel } }
    let errors = Collected<Int>()
    session.dataTask(with: try request(server.url + "/json")) {
      errors.append($0.error?.code.rawValue ?? 0)
    }.resume()
    await session.waitForAll()
    #expect(errors.all == [-999])

    // The task ended at its head: the rest of a body that never ends was not waited for.
    session.dataTask(with: try request(server.url + "/fault/stallInBody")) {
      errors.append($0.error?.code.rawValue ?? 0)
    }.resume()
    await session.waitForAll()
    #expect(errors.all == [-999, -999])
  }

  @Test(arguments: [1000, 0])
  func `row 86: a task whose answer becomes a download is one from its head on`(
    size: Int
  ) async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder()
    let place = folder.path("d")
    let session = URLSessionManager()
    let order = Collected<String>()
    session.updateEvents {
      $0.didReceiveResponse = { task, _ in
        order.append("response \(task.identifier)")
        return .becomeDownload
      }
      $0.didBecomeDownload = { task in order.append("download \(task.identifier)") }
      $0.didReceiveData = { _, _ in order.append("data") }
      $0.didWriteData = { _, _, sum, total in
        if sum == total { order.append("written \(sum)") }
      }
      $0.didFinishDownloading = { task, _, response in
        order.append("finished \(task.identifier) \(response.status)")
        return place
      }
    }
    let events = session.events()
    let result: DataResponse<[UInt8]> = await finished { completion in
      session.dataTask(
        with: SessionRequest(url: (try? URI("\(server.url)/bytes/\(size)")) ?? .fixture),
        serializer: HTTPResponseSerializer(),
        completion: completion
      )
    }
    #expect(result.error == nil)
    #expect(result.data.isEmpty)
    #expect(result.file == place)
    #expect(try folder.read("d") == FixtureBody.patternBytes(0..<size))
    for await event in events {
      guard case .taskCompleted(let completion) = event else { continue }
      let number = completion.task.identifier
      #expect(
        order.all
          == ["response \(number)", "download \(number)"] + (size > 0 ? ["written \(size)"] : [])
          + ["finished \(number) 200"]
      )
      #expect(
        completion.userInfo["com.alamofire.networking.task.complete.assetpath"] as? String == place
      )
      #expect(
        completion.userInfo["com.alamofire.networking.complete.finish.responsedata"] == nil
      )
      break
    }
  }

  @Test(arguments: [1000, 0])
  func `a task whose download finds no room for its file fails`(size: Int) async throws {
    let server = try await FixtureServer.start()
    var configuration = SessionConfiguration()
    configuration.temporaryDirectory = "/no/such"
    let session = URLSessionManager(configuration: configuration)
    session.updateEvents { $0.didReceiveResponse = { _, _ in .becomeDownload } }
    let result: DataResponse<[UInt8]> = await finished { completion in
      session.dataTask(
        with: SessionRequest(url: (try? URI("\(server.url)/bytes/\(size)")) ?? .fixture),
        serializer: HTTPResponseSerializer(),
        completion: completion
      )
    }
    #expect(result.error != nil)
    #expect(result.file == nil)
  }

  @Test(arguments: ["", "abc"])
  func `an error behind the head has the response, and data where some came`(
    part: String
  ) async throws {
    let server = try await FixtureServer.start { _ in
      .script([.text("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n\(part)"), .close])
    }
    let request = SessionRequest(url: try URI(server.url))
    let error = await #expect(throws: SessionError.self) {
      try await URLSessionManager().data(for: request)
    }
    #expect(error?.response?.status == 200)
    #expect(error?.data == (part.isEmpty ? nil : Array(part.utf8)))
  }

  @Test
  func `row 71: a task that fails tells what had come`() async throws {
    let server = try await FixtureServer.start { request in
      request.path == "/start"
        ? .redirect("/end")
        : .script([.text("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc"), .close])
    }
    let session = URLSessionManager()
    let collected = Collected<Int>()
    session.updateEvents { $0.didCollectMetrics = { collected.append($1.hops.count) } }
    let events = session.events()
    let result: DataResponse<[UInt8]> = await finished { completion in
      session.dataTask(
        with: SessionRequest(url: (try? URI(server.url + "/start")) ?? .fixture),
        serializer: HTTPResponseSerializer(),
        completion: completion
      )
    }
    #expect(result.error?.code == .networkConnectionLost)
    #expect(result.response?.status == 200)
    #expect(result.data == Array("abc".utf8))
    #expect(result.object == nil)
    #expect(result.metrics?.hops.map(\.response.status) == [302, 200])
    #expect(collected.all == [2])
    for await event in events {
      guard case .taskCompleted(let completion) = event else { continue }
      #expect(
        completion.userInfo.keys.sorted() == [
          "com.alamofire.networking.complete.finish.responsedata",
          "com.alamofire.networking.complete.sessiontaskmetrics",
          "com.alamofire.networking.task.complete.error",
          "com.alamofire.networking.task.complete.responseserializer",
        ]
      )
      #expect(completion.data == Array("abc".utf8))
      break
    }
  }

  @Test
  func `row 71: a download tells of its path under both keys`() async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder()
    let place = folder.path("d")
    let session = URLSessionManager()
    let events = session.events()
    session.downloadTask(
      with: try request(server.url + "/bytes/10"),
      destination: { _, _ in place },
      completion: { _ in }
    ).resume()
    var names: [String] = []
    for await event in events {
      names.append(event.name)
      guard case .taskCompleted(let completion) = event else { continue }
      let info = completion.userInfo
      #expect(info["com.alamofire.networking.task.complete.assetpath"] as? String == place)
      #expect(
        info["com.alamofire.networking.task.complete.serializedresponse"] as? String == place
      )
      #expect(
        info["com.alamofire.networking.task.complete.responseserializer"] is HTTPResponseSerializer
      )
      break
    }
    #expect(
      names == [
        "com.alamofire.networking.task.resume",
        "com.alamofire.networking.session.download.file-manager-succeed",
        "com.alamofire.networking.task.complete",
      ]
    )
  }

  @Test
  func `tasks are listed by what they were made for until they end`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let serializer = HTTPResponseSerializer()
    let request = try request(server.url + "/upload", "PUT")
    let download = session.downloadTask(with: request) { _ in }
    let upload = session.uploadTask(with: request, from: .bytes([1]), serializer: serializer) { _ in
    }
    let data = session.dataTask(with: request, serializer: serializer) { _ in }
    #expect(session.tasks == [download, upload, data])
    #expect(session.dataTasks == [data])
    #expect(session.uploadTasks == [upload])
    #expect(session.downloadTasks == [download])
    for task in session.tasks { task.resume() }
    await session.waitForAll()
    #expect(session.tasks.isEmpty && session.uploadTasks.isEmpty)
  }

  @Test
  func `row 89: finishing drains, cancelling ends all, a late task fails`() async throws {
    let gate = Gate()
    let server = try await FixtureServer.start { _ in .json("{}").after([.gate(gate)]) }
    let session = URLSessionManager()
    let results = Collected<Int>()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    session.updateEvents {
      $0.didBecomeInvalid = {
        end.yield()
        end.finish()
      }
    }
    let request = try request(server.url)
    session.dataTask(with: request) { results.append($0.error?.code.rawValue ?? 0) }.resume()
    await gate.reached()
    session.invalidate(cancelingTasks: false)
    session.dataTask(with: request) { results.append($0.error?.code.rawValue ?? 0) }.resume()
    gate.open()
    await session.waitForAll()
    #expect(results.all.sorted() == [-999, 0])
    #expect(await ends.reduce(into: 0) { count, _ in count += 1 } == 1)
    let error = try await sessionError { () async throws(SessionError) in
      try await session.data(for: request)
    }
    #expect(error.code.rawValue == -999)
  }

  @Test
  func `row 89: a session without hooks takes no calls once it is invalid`() async throws {
    let session = URLSessionManager()
    session.invalidate(cancelingTasks: true)
    let error = try await sessionError { () async throws(SessionError) in
      try await session.data(for: SessionRequest(url: .fixture))
    }
    #expect(error.message == "the session is invalid")
  }

  @Test
  func `row 89: cancelling with a reset leaves a living session`() async throws {
    let server = try await FixtureServer.start { request in
      request.path == "/stall" ? .script([.untilClosed]) : .json("{}")
    }
    let session = URLSessionManager()
    let results = Collected<Int>()
    for _ in 0..<5 {
      session.dataTask(with: try request(server.url + "/stall")) {
        results.append($0.error?.code.rawValue ?? 0)
      }.resume()
    }
    _ = try await server.requests(count: 5)
    session.invalidate(cancelingTasks: true, reset: true)
    await session.waitForAll()
    #expect(results.all == [-999, -999, -999, -999, -999])
    #expect(try await session.data(for: request(server.url)).response.status == 200)
  }
}

extension URI {
  /// A URL that nothing listens at.
  static var fixture: URI { SessionResponse.fixture(200).url }
}
