import CurlTransport
import Foundation
import Locks
import TestSupport
import Testing

@testable import SessionCore

/// What must not pass from one stored answer to another request.
@Suite(.timeLimit(.minutes(5))) struct CacheConditionTests {
  private let clock = Locked(1_000_000_000.0)

  private func session(_ cache: ResponseCache = ResponseCache()) -> URLSessionManager {
    var configuration = SessionConfiguration()
    configuration.cache = cache
    let clock = clock
    configuration.now = { clock.withLock { $0 } }
    return URLSessionManager(configuration: configuration)
  }

  @Test(arguments: [
    ("Range", "bytes=100-", 416), ("If-Match", "\"old\"", 412), ("Range", "bytes=0-0", 206),
    ("If-None-Match", "\"v1\"", 304),
  ])
  func `row 87: an answer to a condition or a range never answers the plain request`(
    name: String,
    value: String,
    status: Int
  ) async throws {
    let server = try await FixtureServer.start { request in
      let response: FixtureResponse =
        request.header(name) == nil ? .text("whole") : .status(status)
      return response.adding("Cache-Control", "max-age=60")
    }
    let session = session()
    let url = try URI(server.url)
    let asked = SessionRequest(url: url, headers: [name: value])
    #expect(try await session.data(for: asked).response.status == status)
    let plain = try await session.data(for: SessionRequest(url: url))
    #expect(plain.response.status == 200)
    #expect(!plain.metrics.isFromCache)
  }

  @Test
  func `row 87: fields of a connection are not kept`() async throws {
    let server = try await FixtureServer.start { _ in
      .text("x").adding("Cache-Control", "max-age=60").adding("Connection", "keep-alive, X-Hop")
        .adding("X-Hop", "1").adding("Proxy-Authenticate", "Basic").adding("X-End", "1")
    }
    let session = session()
    let request = SessionRequest(url: try URI(server.url))
    #expect(try await session.data(for: request).response.headers["X-Hop"] == "1")
    let cached = try await session.data(for: request)
    #expect(cached.metrics.isFromCache)
    for name in ["Connection", "X-Hop", "Proxy-Authenticate"] {
      #expect(!cached.response.headers.contains(name))
    }
    #expect(cached.response.headers["X-End"] == "1")
  }

  @Test(arguments: ["Accept-Language", "*"])
  func `row 87: a 304 may say that an answer depends on more than before`(
    vary: String
  ) async throws {
    let server = try await FixtureServer.start { request in
      if request.header("If-None-Match") != nil {
        return .status(304, headers: [("Vary", vary), ("Cache-Control", "max-age=60")])
      }
      return .text(request.header("Accept-Language") ?? "none").adding("ETag", "\"v1\"")
        .adding("Cache-Control", "no-cache")
    }
    let session = session()
    func text(_ language: String) async throws -> (text: String, isFromCache: Bool) {
      let headers: HTTPHeaders = ["Accept-Language": language]
      let request = SessionRequest(url: try URI(server.url), headers: headers)
      let answer = try await session.data(for: request)
      return (String(decoding: answer.data, as: UTF8.self), answer.metrics.isFromCache)
    }
    #expect(try await text("de").text == "de")
    #expect(try await text("de").text == "de")
    #expect(try await text("de").isFromCache == (vary != "*"))
    if vary != "*" { #expect(try await text("en").text == "en") }
  }

  @Test
  func `row 87: what came without a check of the server is not given to those who check`() throws {
    let cache = ResponseCache()
    let url = try URI("https://h.test/")
    var options: [TransferOptions] = [.init(), .init(), .init()]
    options[1].tls.insecure = true
    options[2].tls.certificateAuthorities = .file("/ca.pem")
    let selectors = try options.map {
      try #require(CacheSelector(SessionRequest(url: url), options: $0))
    }
    for (index, selector) in selectors.enumerated() {
      let stored = CachedResponse(
        response: SessionResponse(url: url, status: 200),
        data: [UInt8(index)],
        requestTime: Double(index),
        responseTime: Double(index),
        varyNames: [],
        selector: try #require(selector.digest(of: []))
      )
      cache.store(stored)
    }
    for (index, selector) in selectors.enumerated() {
      #expect(cache.find(selector)?.data == [UInt8(index)])
    }
  }

  @Test
  func `row 87: answers to the user of one URL are not given to another`() async throws {
    let server = try await FixtureServer.start { request in
      .text(request.header("Authorization") ?? "none").adding("Cache-Control", "max-age=60")
    }
    let session = session()
    func text(_ user: String) async throws -> String {
      let url = try URI("http://\(user)127.0.0.1:\(server.port)/")
      let answer = try await session.data(for: SessionRequest(url: url))
      return String(decoding: answer.data, as: UTF8.self)
    }
    let texts = try await [text("a:p@"), text("b:p@"), text(""), text("a:p@")]
    #expect(texts[0] == texts[3])
    #expect(Set(texts).count == 3)
  }

  @Test
  func `row 87: a directory that is removed meanwhile is made anew`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("cache")
    let server = try await FixtureServer.start { _ in
      .text("x").adding("Cache-Control", "max-age=60")
    }
    let session = session(ResponseCache(memoryCapacity: 0, directory: path))
    for name in ["/a", "/b"] {
      let request = SessionRequest(url: try URI(server.url + name))
      _ = try await session.data(for: request)
      #expect(try await session.data(for: request).metrics.isFromCache)
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test
  func `row 87: two caches on one directory keep each other's files whole`() async throws {
    let folder = try TemporaryFolder()
    let caches = (0..<2).map { _ in
      ResponseCache(memoryCapacity: 0, diskCapacity: 40_000, directory: folder.path)
    }
    @Sendable func response(_ number: Int) throws -> CachedResponse {
      let url = try URI("http://h.test/\(number % 8)")
      let selector = try #require(CacheSelector(SessionRequest(url: url), options: .init()))
      return CachedResponse(
        response: SessionResponse(url: url, status: 200),
        data: [UInt8](repeating: UInt8(number % 8), count: 9_000),
        requestTime: 0,
        responseTime: 0,
        varyNames: [],
        selector: try #require(selector.digest(of: []))
      )
    }
    try await withThrowingTaskGroup { group in
      for cache in caches {
        group.addTask {
          for number in 0..<200 {
            cache.store(try response(number))
            let other = try URI("http://h.test/\((number + 3) % 8)")
            if let found = cache.cachedResponse(for: SessionRequest(url: other)) {
              #expect(found.data == [UInt8](repeating: UInt8((number + 3) % 8), count: 9_000))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(caches.allSatisfy { $0.diskUsage <= 40_000 })
  }
}
