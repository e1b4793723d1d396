import Diagnostics
import Engine
import Foundation
import RunEvents
import TestSupport
import Testing

/// `save` writes the body of a response to a file, whole or not at all.
@Suite(.timeLimit(.minutes(5))) struct SaveTests {
  private static func answer(_ request: FixtureRequest) -> FixtureResponse {
    switch request.path {
    case "/long": FixtureResponse(200, body: .pattern(0..<400_000))
    case "/missing": FixtureResponse(404, body: .bytes(Array("nothing here".utf8)))
    case "/empty": FixtureResponse(204)
    case _: FixtureResponse(200, body: .bytes([0, 255, 10] + Array("binary".utf8)))
    }
  }

  /// Runs steps in a folder and gives what is in the folder afterwards, the scenario's file left out.
  private func run(
    _ steps: String,
    in folder: TemporaryFolder,
    _ change: (inout RunOptions) -> Void = { _ in }
  ) async throws -> (run: EngineRun, files: [String]) {
    let standard = FixtureRoutes.standard
    let server = try await FixtureServer.start(
      routes: FixtureRoutes(answersEarly: standard.answersEarly) { request in
        request.path.hasPrefix("/fault/") ? await standard.answer(request) : Self.answer(request)
      }
    )
    let run = try await EngineRun(
      scenario: "steps:\n\(steps)",
      base: server.url,
      in: folder,
      change
    )
    await server.stop()
    let found = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (run, (found ?? []).filter { $0 != "one.scenario.yaml" }.sorted())
  }

  private func bytes(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { Array($0) }
  }

  @Test func `a body is written as it came, folders on the way are made`() async throws {
    let folder = try TemporaryFolder("save")
    let (run, files) = try await run(
      """
        - { GET: /, save: a/b/body.bin }
        - { GET: /empty, save: empty }
      """,
      in: folder
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(files == ["a", "a/b", "a/b/body.bin", "empty"])
    #expect(bytes(folder.path("a/b/body.bin")) == [0, 255, 10] + Array("binary".utf8))
    #expect(bytes(folder.path("empty")) == [])
  }

  @Test func `what a killed process left half written is removed, what another one writes is not`()
    async throws
  {
    let folder = try TemporaryFolder("save")
    for path in [".curlew-1-a.tmp", "a/.curlew-1-b.tmp", "b/.curlew-1-c.tmp", "a/.theirs.tmp"] {
      try folder.write("half", to: path)
    }
    let lock = try FileHandle(forWritingTo: URL(filePath: folder.path(".curlew-1-a.tmp")))
    #expect(flock(lock.fileDescriptor, LOCK_EX) == 0)
    let steps = ["one", "a/two"].map { "  - { GET: /, save: \($0) }" }.joined(separator: "\n")
    let (run, files) = try await run(steps, in: folder)
    #expect(run.hasPassed, "\(run.problems)")
    let left = [".curlew-1-a.tmp", "a", "a/.theirs.tmp", "a/two", "b", "b/.curlew-1-c.tmp", "one"]
    #expect(files == left)
    try lock.close()
  }

  @Test func `a long body is whole, its digest that of the file`() async throws {
    let folder = try TemporaryFolder("save")
    let (run, _) = try await run(
      """
        - { GET: /long, save: long.bin, capture: { sha: { bytes: sha256 }, n: { bytes: length } } }
        - { step: read, GET: /long, expect: { bytes: { equals: { file: "${'long.bin'}" }, sha256: "${sha}" } } }
      """,
      in: folder
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(bytes(folder.path("long.bin")) == FixtureBody.patternBytes(0..<400_000))
  }

  @Test func `the path takes values, and what is there is replaced`() async throws {
    let folder = try TemporaryFolder("save")
    try folder.write("old", to: "x-1")
    let (run, files) = try await run(
      "  - { each: [1, 2], as: n, GET: /, save: \"x-${n}\" }",
      in: folder
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(files == ["x-1", "x-2"])
    #expect(bytes(folder.path("x-1"))?.count == 9)
  }

  @Test func `the body of a step that fails is saved, too`() async throws {
    let folder = try TemporaryFolder("save")
    let (run, _) = try await run(
      "  - { GET: /missing, save: body.txt }",
      in: folder
    )
    #expect(run.outcomes == [.failed], "\(run.problems)")
    #expect(bytes(folder.path("body.txt")) == Array("nothing here".utf8))
  }

  @Test(arguments: ["closeInBody", "stallInBody", "truncatedGzip", "closeBeforeHead"])
  func `of a body that is cut short nothing is written`(fault: String) async throws {
    let folder = try TemporaryFolder("save")
    try folder.write("old", to: "body")
    let (run, files) = try await run(
      "  - { GET: /fault/\(fault), options: { timeout: 1s }, save: body }",
      in: folder
    )
    #expect(run.outcomes == [.errored], "\(run.problems)")
    #expect(files == ["body"])
    #expect(bytes(folder.path("body")) == Array("old".utf8))
  }

  @Test func `the output folder is made and takes the place of the project's`() async throws {
    let folder = try TemporaryFolder("save")
    let other = try TemporaryFolder("output")
    let (run, files) = try await run("  - { GET: /, save: a/body }", in: folder) {
      $0.outputFolder = other.path("x/y")
    }
    #expect(run.hasPassed, "\(run.problems)")
    #expect(files == [])
    #expect(bytes(other.path("x/y/a/body"))?.count == 9)
  }

  @Test(arguments: ["link/body", "in/out/body"])
  func `a link that leads out of the folder is an error`(path: String) async throws {
    let folder = try TemporaryFolder("save")
    let outside = try TemporaryFolder("outside")
    try FileManager.default.createDirectory(
      atPath: folder.path("in"),
      withIntermediateDirectories: true
    )
    for link in ["link", "in/out"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(link),
        withDestinationPath: outside.path
      )
    }
    let (run, _) = try await run("  - { step: it, GET: /, save: \(path) }", in: folder)
    guard case .errored(let fault)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(fault.kind == .file && fault.range != nil)
    #expect(fault.message.contains(path) && fault.message.contains("leads out of the folder"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == [])
  }

  @Test func `a link within the folder is followed, a link in place of the file is replaced`()
    async throws
  {
    let folder = try TemporaryFolder("save")
    let outside = try TemporaryFolder("outside")
    try outside.write("theirs", to: "body")
    try folder.write("x", to: "real/x")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"),
      withDestinationPath: "real"
    )
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("real/body"),
      withDestinationPath: outside.path("body")
    )
    let (run, _) = try await run("  - { GET: /, save: link/body }", in: folder)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(bytes(folder.path("real/body"))?.count == 9)
    #expect(bytes(outside.path("body")) == Array("theirs".utf8))
  }

  @Test(arguments: [("taken/body", "not a directory"), ("folder", "is a directory")])
  func `what cannot be written is an error with its path`(
    path: String,
    reason: String
  ) async throws {
    let folder = try TemporaryFolder("save")
    try folder.write("file", to: "taken")
    try folder.write("file", to: "folder/inside")
    let (run, files) = try await run(
      "  - { step: it, GET: /, save: \(path), retry: { attempts: 3, every: 1ms } }",
      in: folder
    )
    guard case .errored(let fault)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(fault.message.contains("\"\(path)\"") && fault.message.contains(reason))
    #expect(run.step("it")?.attemptCount == 1)
    #expect(files == ["folder", "folder/inside", "taken"])
  }

  @Test func `a failed step says that its body could not be saved`() async throws {
    let folder = try TemporaryFolder("save")
    try folder.write("file", to: "taken")
    let (run, _) = try await run(
      "  - { step: it, GET: /missing, save: taken/body }",
      in: folder
    )
    #expect(run.outcomes == [.failed], "\(run.problems)")
    #expect(run.step("it")?.logs.contains { $0.contains("cannot be saved") } == true)
  }

  @Test func `turns that write one file at once leave one whole body`() async throws {
    let folder = try TemporaryFolder("save")
    let (run, files) = try await run(
      "  - { repeat: 20, together: true, GET: \"${['/long', '/'][loop.index % 2]}\", save: body }",
      in: folder
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(files == ["body"])
    #expect([9, 400_000].contains(bytes(folder.path("body"))?.count))
  }

  @Test(arguments: ["../x", "/tmp/x", "a/../../x", "a/", "", "."])
  func `a path that leads out is an error before anything is sent`(path: String) async throws {
    let folder = try TemporaryFolder("save")
    let text = "  - { set: { p: \"\(path)\" } }\n  - { step: it, GET: /, save: \"${p}\" }"
    let (run, files) = try await run(text, in: folder)
    guard case .errored(let fault)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(fault.kind == .file && fault.hint != nil)
    #expect(run.step("it")?.attempts.last?.exchange == nil)
    #expect(files == [])
  }

  @Test(arguments: [
    ("save: ../x", "save writes below the project's folder"),
    ("save: /etc/x", "save writes below the project's folder"),
    ("save: a/", "the path for save names a folder"),
    ("save: \"\"", "save needs the path of a file"),
    ("save: [a]", "expected a text for save"), ("save: \"${nobody}\"", "unknown name"),
    ("save: \"${response.status}\"", "response"),
    ("save: a, expect: { error: timeout }", "a transfer that must fail has no body to save"),
  ])
  func `a mistake is found before the run`(key: String, message: String) async throws {
    let run = try await EngineRun(
      scenario: "steps: [{ GET: /, \(key) }]",
      base: "http://127.0.0.1:1"
    )
    #expect(
      run.diagnostics.contains { $0.message.contains(message) && $0.range != nil },
      "\(run.problems)"
    )
  }
}
