import Foundation
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct DownloadTests {
  private func download(
    _ url: String,
    session: URLSessionManager = URLSessionManager(),
    to destination: String?
  ) async throws -> DataResponse<String> {
    let request = SessionRequest(url: try URI(url))
    return await finished { completion in
      session.downloadTask(
        with: request,
        destination: { _, _ in destination },
        completion: completion
      )
    }
  }

  @Test
  func `row 77: a download ends where the destination says`() async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder()
    let result = try await download(server.url + "/bytes/70000", to: folder.path("a"))
    #expect(result.error == nil)
    #expect(result.object == folder.path("a"))
    #expect(result.data.isEmpty)
    #expect(try folder.read("a") == FixtureBody.patternBytes(0..<70_000))
  }

  @Test
  func `row 77: the session's destination beats the task's, nil discards`() async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder()
    let session = URLSessionManager()
    let path = folder.path("session")
    session.updateEvents { $0.didFinishDownloading = { _, _, _ in path } }
    let result = try await download(
      server.url + "/bytes/10",
      session: session,
      to: folder.path("task")
    )
    #expect(result.file == path)
    #expect(throws: (any Error).self) { try folder.read("task") }
    var configuration = SessionConfiguration()
    configuration.temporaryDirectory = folder.path("temporary")
    try FileManager.default.createDirectory(
      atPath: configuration.temporaryDirectory,
      withIntermediateDirectories: false
    )
    let discarded = try await download(
      server.url + "/bytes/10",
      session: URLSessionManager(configuration: configuration),
      to: nil
    )
    #expect(discarded.object == nil)
    #expect(discarded.error == nil)
    #expect(discarded.response?.status == 200)
    let left = try FileManager.default.contentsOfDirectory(
      atPath: configuration.temporaryDirectory
    )
    #expect(left == [])
  }

  @Test
  func `row 78: a failed move is an event and an error, and replaces nothing`() async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "a")
    let session = URLSessionManager()
    let events = session.events()
    let result = try await download(server.url + "/bytes/10", session: session, to: path)
    #expect(result.error?.code == .cannotMoveFile)
    #expect(try folder.readText("a") == "old")
    for await event in events {
      if case .downloadMoveFailed(_, let error) = event {
        #expect(error.code == .cannotMoveFile)
        break
      }
    }
  }

  @Test
  func `row 78: a previous file is replaced and directories are made, if asked for`() async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder()
    let session = URLSessionManager()
    let request = SessionRequest(url: try URI(server.url + "/bytes/10"))
    func download(to path: String, _ options: DownloadOptions) async -> DataResponse<String> {
      await finished { completion in
        session.downloadTask(
          with: request,
          options: options,
          destination: { _, _ in path },
          completion: completion
        )
      }
    }
    let deep = folder.path("a/b/c")
    #expect(await download(to: deep, .removesPreviousFile).error?.code == .cannotMoveFile)
    #expect(await download(to: deep, .createsDirectories).file == deep)
    let again = await download(to: deep, .createsDirectories)
    #expect(again.error?.code == .cannotMoveFile)
    #expect(again.error?.message.hasSuffix("file exists") == true)
    _ = try folder.write("old and longer than the new one", to: "a/b/c")
    #expect(await download(to: deep, [.removesPreviousFile, .createsDirectories]).error == nil)
    #expect(try folder.read("a/b/c") == FixtureBody.patternBytes(0..<10))
    // A directory is nothing that a file replaces.
    let taken = await download(to: folder.path("a"), .removesPreviousFile)
    #expect(taken.error?.code == .cannotMoveFile)
    #expect(try folder.read("a/b/c").count == 10)
  }

  @Test(arguments: [true, false])
  func `row 78: a download is whole on another file system, too`(replaces: Bool) async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder()
    let files = FileManager.default
    var configuration = SessionConfiguration()
    configuration.temporaryDirectory = "/dev/shm/curlew-\(UUID().uuidString)"
    let other = configuration.temporaryDirectory
    func device(_ path: String) -> Int? {
      (try? files.attributesOfItem(atPath: path))?[.systemNumber] as? Int
    }
    guard (try? files.createDirectory(atPath: other, withIntermediateDirectories: false)) != nil,
      device(other) != device(folder.path)
    else { try Test.cancel("there is only one file system here") }
    defer { try? files.removeItem(atPath: other) }
    let session = URLSessionManager(configuration: configuration)
    let path = folder.path("a")
    func download() async throws -> DataResponse<String> {
      let request = SessionRequest(url: try URI(server.url + "/bytes/2500000"))
      return await finished { completion in
        session.downloadTask(
          with: request,
          options: replaces ? .removesPreviousFile : [],
          destination: { _, _ in path },
          completion: completion
        )
      }
    }
    #expect(try await download().file == path)
    #expect(try folder.read("a") == FixtureBody.patternBytes(0..<2_500_000))
    try folder.write("old", to: "a")
    let again = try await download()
    if replaces {
      #expect(again.file == path)
      #expect(try folder.read("a").count == 2_500_000)
      #expect(try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    } else {
      #expect(again.error?.message.hasSuffix("file exists") == true)
      #expect(try folder.readText("a") == "old")
    }
    #expect(try files.contentsOfDirectory(atPath: folder.path) == ["a"])
    #expect(try files.contentsOfDirectory(atPath: other) == [])
  }

  @Test
  func `row 80: a page passes under JSON, a bad status does not but has its file`() async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder()
    let page = try await download(server.url + "/html", to: folder.path("a"))
    #expect(page.error == nil)
    #expect(page.object == folder.path("a"))
    #expect(try folder.readText("a").contains("<html"))
    let missing = try await download(server.url + "/nothing", to: folder.path("b"))
    #expect(missing.error?.code.rawValue == -1011)
    #expect(missing.file == folder.path("b"))
  }

  @Test
  func `a redirect's body is not the download`() async throws {
    let server = try await FixtureServer.start { request in
      request.path == "/" ? .redirect("/b") : .text("real")
    }
    let folder = try TemporaryFolder()
    _ = try await download(server.url + "/", to: folder.path("a"))
    #expect(try folder.readText("a") == "real")
  }
}
