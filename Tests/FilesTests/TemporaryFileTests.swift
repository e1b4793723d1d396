import Files
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TemporaryFileTests {
  private func names(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(arguments: [true, false])
  func `a file has its name only once it is whole`(mayBeNameless: Bool) throws {
    let folder = try TemporaryFolder("files")
    try folder.write("old", to: "report")
    let file = try TemporaryFile(in: folder.path, mayBeNameless: mayBeNameless)
    try file.write(Array("new".utf8))
    try file.sync()
    #expect(try folder.readText("report") == "old")
    try file.move(to: folder.path("report"))
    #expect(try folder.readText("report") == "new")
    #expect(try names(folder) == ["report"])
  }

  @Test func `what a killed process left behind is removed, what lives is not`() throws {
    let folder = try TemporaryFolder("files")
    let living = try TemporaryFile(in: folder.path, mayBeNameless: false)
    #expect(try names(folder).count == 1)
    try folder.write("left", to: ".curlew-999999-0.tmp")
    try folder.write("other", to: ".other-1.tmp")
    let next = try TemporaryFile(in: folder.path, mayBeNameless: false)
    TemporaryFile.removeLeftovers(in: folder.path)
    #expect(throws: (any Error).self) { try folder.read(".curlew-999999-0.tmp") }
    #expect(try folder.readText(".other-1.tmp") == "other")
    #expect(try names(folder).count == 3)
    living.remove()
    next.remove()
    #expect(try names(folder) == [".other-1.tmp"])
    TemporaryFile.removeLeftovers(in: folder.path("none"))
  }

  @Test func `the file of another process stays until that process is killed`() async throws {
    let folder = try TemporaryFolder("files")
    let path = folder.path(".curlew-1-a.tmp")
    let script = "exec 9> \"$0\"; flock -n 9 && echo locked && exec sleep 60"
    let process = try CommandRunner("/bin/sh").start(["-c", script, path])
    _ = try await process.line(containing: "locked")
    TemporaryFile.removeLeftovers(in: folder.path)
    #expect(try names(folder) == [".curlew-1-a.tmp"])
    process.send(SIGKILL)
    _ = try await process.result()
    TemporaryFile.removeLeftovers(in: folder.path)
    #expect(try names(folder) == [])
  }

  @Test(arguments: ["folder", "pipe", "link"])
  func `what only has the name of a leftover stays`(kind: String) throws {
    let folder = try TemporaryFolder("files")
    let path = folder.path(".curlew-1-a.tmp")
    try folder.write("theirs", to: "file")
    switch kind {
    case "folder": try FileSystem.makeFolder(path)
    case "pipe": _ = unsafe mkfifo(path, 0o600)
    case _: _ = unsafe symlink("file", path)
    }
    TemporaryFile.removeLeftovers(in: folder.path)
    #expect(try names(folder) == [".curlew-1-a.tmp", "file"])
  }

  @Test func `nothing is left of a file that is dropped`() throws {
    let folder = try TemporaryFolder("files")
    for mayBeNameless in [true, false] {
      do {
        let file = try TemporaryFile(in: folder.path, mayBeNameless: mayBeNameless)
        try file.write(Array("half".utf8))
      }
      #expect(try names(folder).isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `what stands at the path stays when the file cannot take its place`(
    mayBeNameless: Bool
  ) throws {
    let folder = try TemporaryFolder("files")
    try folder.write("inside", to: "taken/inside")
    do {
      let file = try TemporaryFile(in: folder.path, mayBeNameless: mayBeNameless)
      let error = #expect(throws: FileError.self) { try file.move(to: folder.path("taken")) }
      #expect(error?.message == "cannot put it in its place: is a directory")
    }
    #expect(try names(folder) == ["taken"])
  }

  @Test func `a file gets the rights that the user's mask leaves`() throws {
    let folder = try TemporaryFolder("files")
    func mode(_ mode: UInt32, mayBeNameless: Bool) throws -> Int? {
      let path = folder.path("a")
      let file = try TemporaryFile(in: folder.path, mode: mode, mayBeNameless: mayBeNameless)
      try file.move(to: path)
      return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    let open = try #require(try mode(0o666, mayBeNameless: true))
    #expect(try mode(0o666, mayBeNameless: false) == open)
    #expect(open & 0o600 == 0o600 && open & 0o111 == 0)
    for mayBeNameless in [true, false] {
      #expect(try mode(0o600, mayBeNameless: mayBeNameless) == 0o600)
    }
  }

  @Test(arguments: [("/proc/none", [ENOENT]), ("/sys", [EACCES, EPERM, EROFS])])
  func `where no file can be made is told with the folder and the reason`(
    path: String,
    codes: [Int32]
  ) {
    let error = #expect(throws: FileError.self) { _ = try TemporaryFile(in: path) }
    #expect(error.map { codes.contains($0.code) } == true)
    #expect(error?.message == "cannot make a file in \(path): \(error?.reasonText ?? "")")
  }

  @Test(arguments: [true, false])
  func `nobody takes a file that is being put in its place for a leftover`(
    mayBeNameless: Bool
  ) async throws {
    let folder = try TemporaryFolder("files")
    let failures = await withTaskGroup(of: [String].self) { group in
      for writer in 0..<4 {
        group.addTask {
          var failures: [String] = []
          for _ in 0..<400 {
            do throws(FileError) {
              TemporaryFile.removeLeftovers(in: folder.path)
              let file = try TemporaryFile(in: folder.path, mayBeNameless: mayBeNameless)
              try file.write([1])
              try file.move(to: folder.path("report-\(writer)"))
            } catch {
              failures.append(error.message)
            }
          }
          return failures
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(failures.isEmpty, "\(failures.count): \(failures.first ?? "")")
    #expect(try names(folder) == (0..<4).map { "report-\($0)" })
  }

  @Test func `who reads while others replace a file finds one of them whole`() async throws {
    let folder = try TemporaryFolder("files")
    let path = folder.path("file")
    let texts = (0..<3).map { [UInt8](repeating: $0, count: 200_000) }
    try folder.write(texts[0], to: "file")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for text in texts {
        group.addTask {
          for _ in 0..<50 {
            let file = try TemporaryFile(in: folder.path)
            for part in [text[..<100_000], text[100_000...]] { try file.write(Array(part)) }
            try file.move(to: path)
          }
        }
      }
      group.addTask {
        for _ in 0..<200 {
          let bytes = try FileSystem.read(path, limit: 1 << 20)
          #expect(texts.contains(bytes))
        }
      }
      try await group.waitForAll()
    }
    #expect(try names(folder) == ["file"])
  }
}
