import SessionCore
import TestSupport
import Testing

/// Which responses hooks and progress get before the response that a task ends with.
@Suite(.timeLimit(.minutes(5))) struct LeadingAnswerTests {
  private static let page = String(repeating: "p", count: 1000)
  private static let answer = String(repeating: "a", count: 12_000)

  /// A redirect, a challenge or a failure with a page of its own, then the answer.
  private func server(_ kind: String) async throws -> FixtureServer {
    try await FixtureServer.start { request in
      let isLast =
        switch kind {
        case "redirect": request.path == "/end"
        case "challenge": request.header("Authorization") != nil
        case _: request.number > 0
        }
      if isLast { return .text(Self.answer) }
      return switch kind {
      case "redirect": .text(Self.page, status: 302).adding("Location", "/end")
      case "challenge":
        .text(Self.page, status: 401)
          .adding("WWW-Authenticate", #"Digest realm="r", nonce="n", qop="auth""#)
      case _: .text(Self.page, status: 503)
      }
    }
  }

  private func configuration() -> SessionConfiguration {
    var configuration = SessionConfiguration()
    configuration.authentication = .digest(user: "u", password: "p")
    configuration.retries = RetryPolicy()
    configuration.retries?.delay = .milliseconds(1)
    return configuration
  }

  @Test(arguments: ["redirect", "challenge", "failure"])
  func `the page of an answer that leads on reaches neither hooks nor progress`(
    kind: String
  ) async throws {
    let server = try await server(kind)
    let session = URLSessionManager(configuration: configuration())
    let statuses = Collected<Int>()
    let bytes = Collected<Int>()
    let progress = Collected<Double>()
    session.updateEvents {
      // One that allows only 200 does not stand in the way of a login.
      $0.didReceiveResponse = { _, response in
        statuses.append(response.status)
        return response.status == 200 ? .allow : .cancel
      }
      $0.didReceiveData = { _, data in bytes.append(data.count) }
    }
    let request = SessionRequest(url: try URI(server.url + "/start"))
    let result: DataResponse<[UInt8]> = await finished { completion in
      session.dataTask(
        with: request,
        serializer: HTTPResponseSerializer(),
        downloadProgress: { progress.append($0.fractionCompleted) },
        completion: completion
      )
    }
    #expect(result.error == nil)
    #expect(result.data.count == 12_000)
    #expect(statuses.all == [200])
    #expect(bytes.all.reduce(0, +) == 12_000)
    #expect(progress.all == progress.all.sorted())
    #expect(progress.all.last == 1)
    #expect(result.metrics?.hops.count == 2)
  }

  @Test(arguments: ["redirect", "challenge", "failure"])
  func `the page of an answer that leads on does not reach a download`(kind: String) async throws {
    let server = try await server(kind)
    let session = URLSessionManager(configuration: configuration())
    let written = Collected<Int64>()
    session.updateEvents { $0.didWriteData = { _, count, _, _ in written.append(count) } }
    let folder = try TemporaryFolder()
    let place = folder.path("file")
    let request = SessionRequest(url: try URI(server.url + "/start"))
    let result: DataResponse<String> = await finished { completion in
      session.downloadTask(
        with: request,
        validation: .init(),
        destination: { _, _ in place },
        completion: completion
      )
    }
    #expect(result.error == nil)
    #expect(try folder.read("file") == Array(Self.answer.utf8))
    #expect(written.all.reduce(0, +) == 12_000)
  }

  @Test
  func `a redirect that is delivered is asked about and told like any answer`() async throws {
    let server = try await server("redirect")
    let session = URLSessionManager()
    let told = Collected<String>()
    session.updateEvents {
      $0.willRedirect = { _, _, _ in nil }
      $0.didReceiveResponse = { _, response in
        told.append("head \(response.status)")
        return .allow
      }
      $0.didReceiveData = { _, data in told.append("data \(data.count)") }
    }
    let request = SessionRequest(url: try URI(server.url + "/start"))
    let result: DataResponse<[UInt8]> = await finished { completion in
      session.dataTask(with: request, serializer: HTTPResponseSerializer(), completion: completion)
    }
    #expect(told.all == ["head 302", "data 1000"])
    #expect(result.response?.status == 302)
    #expect(result.data == Array(Self.page.utf8))
    // The hook may refuse it, and it may become a download.
    session.updateEvents { $0.didReceiveResponse = { _, _ in .cancel } }
    let refused: DataResponse<[UInt8]> = await finished { completion in
      session.dataTask(with: request, serializer: HTTPResponseSerializer(), completion: completion)
    }
    #expect(refused.error?.code == .cancelled)
    let folder = try TemporaryFolder()
    let place = folder.path("page")
    session.updateEvents {
      $0.didReceiveResponse = { _, _ in .becomeDownload }
      $0.didFinishDownloading = { _, _, _ in place }
    }
    let file: DataResponse<[UInt8]> = await finished { completion in
      session.dataTask(with: request, serializer: HTTPResponseSerializer(), completion: completion)
    }
    #expect(file.file == place)
    #expect(try folder.read("page") == Array(Self.page.utf8))
  }

  @Test
  func `a redirect that no policy follows is told as it comes`() async throws {
    let server = try await server("redirect")
    var configuration = SessionConfiguration()
    configuration.redirects = .never
    let session = URLSessionManager(configuration: configuration)
    let told = Collected<Int>()
    session.updateEvents {
      $0.didReceiveResponse = { _, response in
        told.append(response.status)
        return .allow
      }
    }
    let answer = try await session.data(for: SessionRequest(url: URI(server.url + "/start")))
    #expect(answer.response.status == 302)
    #expect(told.all == [302])
  }

  @Test
  func `a challenge that nobody answers is delivered with its page`() async throws {
    let server = try await server("challenge")
    let session = URLSessionManager()
    let told = Collected<String>()
    session.updateEvents {
      $0.didReceiveChallenge = { _, _ in .reject }
      $0.didReceiveResponse = { _, response in
        told.append("head \(response.status)")
        return .allow
      }
      $0.didReceiveData = { _, data in told.append("data \(data.count)") }
    }
    let answer = try await session.data(for: SessionRequest(url: URI(server.url + "/start")))
    #expect(answer.response.status == 401)
    #expect(answer.data == Array(Self.page.utf8))
    #expect(told.all == ["head 401", "data 1000"])
  }

  private struct HeadMonitor: SessionEventMonitor {
    let heads: Collected<Int>

    func task(_ task: SessionTask, didReceive response: SessionResponse) {
      heads.append(response.status)
    }
  }

  @Test
  func `a monitor is notified of every head once, delivered or not`() async throws {
    let server = try await server("redirect")
    let heads = Collected<Int>()
    var configuration = SessionConfiguration()
    configuration.monitors = [HeadMonitor(heads: heads)]
    let session = URLSessionManager(configuration: configuration)
    _ = try await session.data(for: SessionRequest(url: URI(server.url + "/start")))
    session.updateEvents { $0.willRedirect = { _, _, _ in nil } }
    _ = try await session.data(for: SessionRequest(url: URI(server.url + "/start")))
    await session.waitForAll()
    #expect(heads.all == [302, 200, 302])
  }
}
