import CurlTransport
import Foundation
import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct CacheStoreTests {
  private func response(
    _ path: String,
    size: Int = 1000,
    at time: Double = 1,
    vary: HTTPHeaders = [:]
  ) throws -> CachedResponse {
    let url = try URI("http://h/\(path)")
    let request = SessionRequest(url: url, headers: vary)
    let names = vary.map { $0.name.lowercased() }.sorted()
    return CachedResponse(
      response: SessionResponse(url: url, status: 200, headers: ["ETag": "\"\(path)\""]),
      data: [UInt8](repeating: 7, count: size),
      requestTime: time,
      responseTime: time,
      varyNames: names,
      selector: try #require(CacheSelector(request, options: .init())?.digest(of: names))
    )
  }

  private func request(_ path: String, _ headers: HTTPHeaders = [:]) throws -> SessionRequest {
    SessionRequest(url: try URI("http://h/\(path)"), headers: headers)
  }

  private func files(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test
  func `row 87: memory keeps what was used last within its bytes`() throws {
    let cache = ResponseCache(memoryCapacity: 5000)
    for path in ["a", "b", "c"] { cache.store(try response(path)) }
    #expect(cache.memoryUsage > 3000)
    _ = cache.cachedResponse(for: try request("a"))
    cache.store(try response("d"))
    #expect(cache.memoryUsage <= 5000)
    #expect(cache.cachedResponse(for: try request("a")) != nil)
    #expect(cache.cachedResponse(for: try request("b")) == nil)
    #expect(cache.cachedResponse(for: try request("d")) != nil)
    cache.store(try response("e", size: 5000))
    #expect(cache.cachedResponse(for: try request("e")) == nil)
    #expect(cache.cachedResponse(for: try request("d")) != nil)
    cache.removeAll()
    #expect(cache.memoryUsage == 0)
  }

  @Test
  func `one of two variants that is stored again leaves the other`() throws {
    let cache = ResponseCache(memoryCapacity: 50_000)
    for language in ["en", "de", "en"] {
      cache.store(try response("a", vary: ["Accept-Language": language]))
    }
    for language in ["en", "de"] {
      let found = cache.cachedResponse(for: try request("a", ["Accept-Language": language]))
      #expect(found != nil, "\(language)")
    }
  }

  @Test
  func `row 87: the disk outlives the process, bounded, oldest use first out`() throws {
    let folder = try TemporaryFolder()
    let first = ResponseCache(memoryCapacity: 0, diskCapacity: 5000, directory: folder.path("c/d"))
    for path in ["a", "b", "c"] { first.store(try response(path)) }
    #expect(first.cachedResponse(for: try request("a"))?.data.count == 1000)
    let used = first.diskUsage
    #expect(used > 3000)
    let second = ResponseCache(memoryCapacity: 0, diskCapacity: 5000, directory: folder.path("c/d"))
    #expect(second.diskUsage == used)
    #expect(try second.cachedResponse(for: request("b")) == response("b"))
    for path in ["d", "e"] { second.store(try response(path)) }
    #expect(second.diskUsage <= 5000)
    #expect(second.cachedResponse(for: try request("e")) != nil)
    #expect(second.cachedResponse(for: try request("c")) == nil)
    // A smaller cache takes away at once what it has no room for.
    let third = ResponseCache(memoryCapacity: 0, diskCapacity: 2000, directory: folder.path("c/d"))
    #expect(third.diskUsage <= 2000)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("c/d")).count == 1)
    third.removeAll()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("c/d")).isEmpty)
  }

  @Test(arguments: ["cut", "changed", "empty", "foreign", "renamed", "endless"])
  func `row 87: a damaged file is passed over and removed`(damage: String) throws {
    let folder = try TemporaryFolder()
    let cache = ResponseCache(memoryCapacity: 0, directory: folder.path)
    cache.store(try response("a"))
    let name = try #require(try files(folder).first)
    var bytes = try folder.read(name)
    switch damage {
    case "cut": bytes.removeLast(10)
    case "changed": bytes[bytes.count / 2] ^= 1
    case "empty": bytes = []
    case "foreign": bytes = Array("hello, this is no record at all".utf8)
    case "endless": bytes.replaceSubrange(15..<23, with: [UInt8](repeating: 255, count: 8))
    case _:
      cache.store(try response("b"))
      let other = try #require(try files(folder).first { $0 != name })
      bytes = try folder.read(other)
    }
    try folder.write(bytes, to: name)
    #expect(cache.cachedResponse(for: try request("a")) == nil)
    #expect(try !files(folder).contains(name))
    cache.store(try response("a"))
    #expect(cache.cachedResponse(for: try request("a")) != nil)
  }

  @Test
  func `row 87: files of others stay, and what a dead process left half written goes`() throws {
    let folder = try TemporaryFolder()
    try folder.write("half", to: ".curlew-4711-1.tmp")
    let written = try folder.write("half", to: ".curlew-4711-2.tmp")
    let lock = try FileHandle(forWritingTo: URL(filePath: written))
    #expect(flock(lock.fileDescriptor, LOCK_EX) == 0)
    try folder.write("mine", to: "notes.txt")
    try folder.write("mine", to: "0123.response")
    try FileManager.default.createDirectory(
      atPath: folder.path(
        String(repeating: "a", count: 32) + "-" + String(repeating: "b", count: 32) + ".response"
      ),
      withIntermediateDirectories: false
    )
    let cache = ResponseCache(memoryCapacity: 0, diskCapacity: 3000, directory: folder.path)
    #expect(cache.diskUsage == 0)
    for path in ["a", "b", "c", "d"] { cache.store(try response(path)) }
    cache.removeAll()
    let left = try files(folder)
    #expect(left.count == 4)
    #expect(left.contains(".curlew-4711-2.tmp"))
    #expect(left.contains("notes.txt"))
    try lock.close()
    #expect(try folder.readText("0123.response") == "mine")
  }

  @Test
  func `row 87: a directory that cannot be used is no error`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a file", to: "file")
    for path in [folder.path("file"), folder.path("file/below"), "/proc/none/here", ""] {
      let cache = ResponseCache(memoryCapacity: 0, directory: path)
      cache.store(try response("a"))
      #expect(cache.cachedResponse(for: try request("a")) == nil)
      #expect(cache.diskUsage == 0)
      cache.removeAll()
    }
  }

  @Test
  func `row 87: answers are kept apart by what Vary names and by who asks`() throws {
    let folder = try TemporaryFolder()
    for cache in [ResponseCache(), ResponseCache(memoryCapacity: 0, directory: folder.path)] {
      cache.store(try response("a", size: 1, vary: ["Accept": "text/html"]))
      cache.store(try response("a", size: 2, vary: ["Accept": "text/plain"]))
      cache.store(try response("b", size: 3))
      let html = try request("a", ["Accept": " text/html "])
      #expect(cache.cachedResponse(for: html)?.data.count == 1)
      let plain = try request("a", ["accept": "text/plain"])
      #expect(cache.cachedResponse(for: plain)?.data.count == 2)
      #expect(cache.cachedResponse(for: try request("a")) == nil)
      #expect(cache.cachedResponse(for: try request("b#part"))?.data.count == 3)
      let known = try request("b", ["Authorization": "Bearer x"])
      #expect(cache.cachedResponse(for: known) == nil)
      var coded = try request("b")
      coded.transport = TransferOptions()
      coded.transport?.decodesContent = false
      #expect(cache.cachedResponse(for: coded) == nil)
      cache.removeResponses(of: try URI("http://h/a"))
      #expect(cache.cachedResponse(for: html) == nil)
      #expect(cache.cachedResponse(for: try request("b")) != nil)
      // A server that varies by everything fills no more than its share.
      for number in 0..<40 { cache.store(try response("v", vary: ["X": "\(number)"])) }
      #expect(cache.cachedResponse(for: try request("v", ["X": "39"])) != nil)
      #expect(cache.cachedResponse(for: try request("v", ["X": "1"])) == nil)
    }
  }

  @Test
  func `row 87: no secret of a request lies in the files, and nobody else may read them`() throws {
    let folder = try TemporaryFolder()
    let cache = ResponseCache(memoryCapacity: 0, directory: folder.path("cache"))
    cache.store(try response("a", vary: ["Authorization": "Bearer topsecret", "Cookie": "s=hush"]))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("cache"))
    let name = try #require(names.first)
    let text = String(decoding: try folder.read("cache/\(name)"), as: UTF8.self)
    #expect(!text.contains("topsecret"))
    #expect(!text.contains("hush"))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("cache/\(name)"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test
  func `row 87: many threads use one cache`() async throws {
    let folder = try TemporaryFolder()
    let cache = ResponseCache(memoryCapacity: 20_000, diskCapacity: 20_000, directory: folder.path)
    let responses = try (0..<30).map { try response("\($0)") }
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          for round in 0..<40 {
            let stored = responses[(worker * 7 + round) % responses.count]
            cache.store(stored)
            let found = cache.cachedResponse(for: SessionRequest(url: stored.response.url))
            #expect(found == nil || found == stored)
            if round % 9 == 0 { cache.removeResponses(of: stored.response.url) }
          }
        }
      }
    }
    #expect(cache.memoryUsage <= 20_000)
    #expect(cache.diskUsage <= 20_000)
    let again = ResponseCache(memoryCapacity: 0, diskCapacity: 20_000, directory: folder.path)
    #expect(again.diskUsage <= 20_000)
  }

  @Test
  func `the use order gives the oldest and forgets what is removed`() {
    var order = UseOrder<Int>()
    for round in 0..<100 {
      for number in 0..<3 where round < 99 || number != 1 { order.touch(number) }
    }
    order.remove(0)
    #expect(order.removeOldest() == 1)
    #expect(order.removeOldest() == 2)
    #expect(order.removeOldest() == nil)
  }
}
