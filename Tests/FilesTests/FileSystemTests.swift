import Files
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FileSystemTests {
  private func link(_ folder: TemporaryFolder, _ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(name),
      withDestinationPath: target
    )
  }

  @Test func `a path leads to a file, a folder, something else or nothing`() throws {
    let folder = try TemporaryFolder("files")
    try folder.write("", to: "file")
    try link(folder, "link", to: "file")
    try link(folder, "broken", to: "none")
    #expect(FileSystem.kind(of: folder.path) == .folder)
    #expect(FileSystem.kind(of: folder.path("file")) == .file)
    #expect(FileSystem.kind(of: folder.path("link")) == .file)
    #expect(FileSystem.kind(of: "/dev/null") == .other)
    for name in ["broken", "none", "file/below"] {
      #expect(FileSystem.kind(of: folder.path(name)) == .missing)
    }
    let meant = ["file", "link", "broken", "none", "."].filter {
      FileSystem.isFileOrBroken(folder.path($0))
    }
    #expect(meant == ["file", "link", "broken"])
  }

  @Test func `a path is resolved, a destination even where nothing is yet`() throws {
    let folder = try TemporaryFolder("files")
    let root = try #require(FileSystem.resolved(folder.path))
    try folder.write("", to: "a/file")
    try link(folder, "link", to: "a/file")
    try link(folder, "new", to: "b/../c")
    try link(folder, "outside", to: "/none/x")
    try link(folder, "one", to: "two")
    try link(folder, "two", to: "one")
    #expect(FileSystem.resolved(folder.path("a/.././link")) == root + "/a/file")
    #expect(FileSystem.resolved(folder.path("new")) == nil)
    for (path, destination) in [
      ("link", "/a/file"), ("a/../d/./e/../f", "/d/f"), ("new", "/c"), ("new/../x", "/x"),
      ("one", "/one"), ("", ""),
    ] {
      #expect(FileSystem.destination(of: folder.path(path)) == root + destination)
    }
    #expect(FileSystem.destination(of: folder.path("outside/y")) == "/none/x/y")
    #expect(FileSystem.destination(of: "/none/../../x") == "/x")
    let own = try #require(FileSystem.resolved("."))
    #expect(FileSystem.destination(of: "none/x") == own + "/none/x")
  }

  @Test func `folders are made on the way, and an error names the first that cannot be`() throws {
    let folder = try TemporaryFolder("files")
    try folder.write("", to: "file")
    try link(folder, "link", to: "a")
    try FileSystem.makeFolders(folder.path("a//b/./c/"), mode: 0o700)
    try FileSystem.makeFolders(folder.path("link/b/d"))
    #expect(FileSystem.kind(of: folder.path("a/b/c")) == .folder)
    #expect(FileSystem.kind(of: folder.path("a/b/d")) == .folder)
    for (path, made, code) in [
      (folder.path("file/x/y"), folder.path("file"), ENOTDIR),
      (folder.path("link/b/../../file"), folder.path("link/b/../../file"), ENOTDIR),
      ("/proc/none/x", "/proc/none", ENOENT),
    ] {
      #expect(throws: FileError(code, "cannot make the folder \(made)")) {
        try FileSystem.makeFolders(path)
      }
    }
    let error = #expect(throws: FileError.self) { try FileSystem.makeFolders("") }
    #expect(error?.code == ENOENT)
    #expect(FileSystem.kind(of: "/") == .folder)
    #expect(throws: Never.self) { try FileSystem.makeFolders("/") }
  }

  @Test func `a folder is listed`() throws {
    let folder = try TemporaryFolder("files")
    for name in ["b", "B", "é", "a/x", ".hidden"] { try folder.write("", to: name) }
    try link(folder, "link", to: "b")
    var all: [String: FileSystem.Kind?] = [:]
    try FileSystem.forEachEntry(in: folder.path) { all[$0] = $1 }
    #expect(all.keys.sorted() == [".hidden", "B", "a", "b", "link", "é"])
    #expect(all["link"] == .some(.none))
    #expect(FileSystem.names(in: folder.path) == ["B", "a", "b", "link", "é"])
    #expect(FileSystem.names(in: folder.path("none")) == nil)
    let error = #expect(throws: FileError.self) {
      try FileSystem.forEachEntry(in: folder.path("b")) { _, _ in }
    }
    #expect(error?.message == "cannot open \(folder.path("b")): not a directory")
  }

  @Test func `a file is read whole or not at all`() throws {
    let folder = try TemporaryFolder("files")
    let path = try folder.write([UInt8](repeating: 7, count: 1 << 20), to: "a")
    try link(folder, "link", to: "a")
    #expect(try FileSystem.read(path, limit: 1 << 20).count == 1 << 20)
    #expect(try FileSystem.read(path, limit: .max).count == 1 << 20)
    #expect(try FileSystem.read(folder.path("link"), limit: 1 << 20).count == 1 << 20)
    let error = #expect(throws: FileError.self) {
      _ = try FileSystem.read(path, limit: 1 << 20 - 1)
    }
    #expect(error?.reason == .tooLong(limit: 1 << 20 - 1))
    try folder.write([UInt8](repeating: 7, count: 1 << 20 + 1), to: "a")
    let large = #expect(throws: FileError.self) { _ = try FileSystem.read(path, limit: 1 << 20) }
    #expect(large?.message == "cannot read \(path): it has more than 1 MiB")
    #expect(throws: FileError(ELOOP, "cannot open \(folder.path("link"))")) {
      _ = try FileSystem.read(folder.path("link"), limit: .max, O_NOFOLLOW)
    }
    #expect(throws: FileError(.notRegular, "cannot open \(folder.path)")) {
      _ = try FileSystem.read(folder.path, limit: .max)
    }
  }
}
