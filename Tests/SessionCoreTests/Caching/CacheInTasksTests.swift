import CurlTransport
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CacheInTasksTests {
  private func cachedServer() async throws -> FixtureServer {
    try await FixtureServer.start { request in
      if request.header("If-None-Match") != nil { return .status(304) }
      return .text("answer \(request.number)").adding("Cache-Control", "max-age=60")
        .adding("ETag", "\"a\"")
    }
  }

  private func session(_ cache: ResponseCache = ResponseCache()) -> URLSessionManager {
    var configuration = SessionConfiguration()
    configuration.cache = cache
    return URLSessionManager(configuration: configuration)
  }

  private func result(
    _ session: URLSessionManager,
    _ request: SessionRequest
  ) async -> DataResponse<[UInt8]> {
    await finished { completion in
      session.dataTask(with: request, serializer: HTTPResponseSerializer(), completion: completion)
    }
  }

  @Test
  func `row 87: the hook keeps an answer out, in memory alone, or changes it`() async throws {
    let server = try await cachedServer()
    let folder = try TemporaryFolder()
    let cache = ResponseCache(directory: folder.path)
    let session = session(cache)
    let asked = Collected<String>()
    session.updateEvents {
      $0.willCacheResponse = { _, proposed in
        let path = proposed.response.url.path
        asked.append(path)
        var kept = proposed
        switch path {
        case "/out": return nil
        case "/never": kept.storagePolicy = .notAllowed
        case "/memory": kept.storagePolicy = .allowedInMemoryOnly
        case _:
          kept.data = Array("replaced".utf8)
          kept.response.headers["X-Kept"] = "1"
        }
        return kept
      }
    }
    for (path, isCached) in [("/out", false), ("/never", false), ("/memory", true), ("/x", true)] {
      let request = SessionRequest(url: try URI(server.url + path))
      let first = await result(session, request)
      #expect(first.metrics?.isFromCache == false)
      let second = await result(session, request)
      #expect(second.metrics?.isFromCache == isCached)
      if path == "/x" {
        #expect(second.data == Array("replaced".utf8))
        #expect(second.response?.headers["X-Kept"] == "1")
        #expect(first.data != second.data)
      }
    }
    #expect(asked.all == ["/out", "/out", "/never", "/never", "/memory", "/x"])
    let later = ResponseCache(memoryCapacity: 0, directory: folder.path)
    for (path, isKept) in [("/memory", false), ("/x", true)] {
      let request = SessionRequest(url: try URI(server.url + path))
      #expect((later.cachedResponse(for: request) != nil) == isKept)
    }
  }

  @Test
  func `row 87: hooks, progress and metrics hear of a cached answer as of any other`() async throws
  {
    let server = try await cachedServer()
    let session = session()
    let heard = Collected<String>()
    session.updateEvents {
      $0.didReceiveResponse = { _, response in
        heard.append("head \(response.status)")
        return .allow
      }
      $0.didReceiveData = { _, data in heard.append(String(decoding: data, as: UTF8.self)) }
      $0.didCollectMetrics = { _, metrics in
        heard.append(metrics.hops.map { $0.source == .cache ? "cache" : "network" }.joined())
      }
    }
    var request = SessionRequest(url: try URI(server.url))
    for policy in [CachePolicy.useProtocolCachePolicy, .returnCacheDataElseLoad] {
      request.attributes.cachePolicy = policy
      #expect(await result(session, request).data == Array("answer 0".utf8))
    }
    // The 304 of a validation stays between the cache and the server.
    request.attributes.cachePolicy = .reloadRevalidatingCacheData
    #expect(await result(session, request).data == Array("answer 0".utf8))
    #expect(
      heard.all == [
        "head 200", "answer 0", "network", "head 200", "answer 0", "cache", "head 200", "answer 0",
        "networkcache",
      ]
    )
    session.updateEvents { $0.didReceiveResponse = { _, _ in .cancel } }
    let refused = await result(session, request)
    #expect(refused.error?.code == .cancelled)
    let progress = Collected<TransferProgress>()
    session.updateEvents { $0.didReceiveResponse = nil }
    let asked = request
    _ = await finished {
      (completion: @escaping @Sendable (DataResponse<[UInt8]>) -> Void) in
      session.dataTask(
        with: asked,
        serializer: HTTPResponseSerializer(),
        downloadProgress: { progress.append($0) },
        completion: completion
      )
    }
    #expect(progress.all.last?.fractionCompleted == 1)
    #expect(progress.all.last?.completedUnitCount == 8)
  }

  @Test
  func `row 87: a download may come from the cache and is not put there`() async throws {
    let server = try await cachedServer()
    let folder = try TemporaryFolder()
    let session = session()
    let url = try URI(server.url)
    func download(_ name: String, _ policy: CachePolicy) async throws -> DataResponse<String> {
      var request = SessionRequest(url: url)
      request.attributes.cachePolicy = policy
      let asked = request
      let place = folder.path(name)
      return await finished { completion in
        session.downloadTask(
          with: asked,
          validation: .init(),
          destination: { _, _ in place },
          completion: completion
        )
      }
    }
    #expect(try await download("1", .useProtocolCachePolicy).error == nil)
    #expect(try await download("2", .returnCacheDataDontLoad).error?.code.rawValue == -1008)
    _ = try await session.data(for: SessionRequest(url: url))
    for (name, policy) in [
      ("3", CachePolicy.returnCacheDataDontLoad), ("4", .reloadRevalidatingCacheData),
    ] {
      let cached = try await download(name, policy)
      #expect(cached.error == nil)
      #expect(cached.metrics?.isFromCache == true)
      #expect(try folder.readText(name) == "answer 1")
    }
    // A task that becomes a download at its head neither.
    session.updateEvents {
      $0.didReceiveResponse = { _, _ in .becomeDownload }
      $0.didFinishDownloading = { _, _, _ in folder.path("5") }
    }
    var fresh = SessionRequest(url: try URI(server.url + "/other"))
    _ = await result(session, fresh)
    #expect(try folder.readText("5") == "answer 3")
    fresh.attributes.cachePolicy = .returnCacheDataDontLoad
    #expect(await result(session, fresh).error?.code.rawValue == -1008)
  }
}
