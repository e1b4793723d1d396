import Glibc
import Reports
import Testing

@Suite(.timeLimit(.minutes(5))) struct FileSinkTests {
  @Test func `nothing is at the path before the commit, and nothing beside it after`() throws {
    let scratch = try Scratch()
    let sink = FileSink(path: "\(scratch.path)/a/b/report.xml")
    try sink.prepare()
    try sink.write(Array(repeating: UInt8(ascii: "x"), count: 100_000))
    #expect(scratch.text("a/b/report.xml") == nil)
    try sink.commit()
    #expect(scratch.text("a/b/report.xml")?.utf8.count == 100_000)
    #expect(scratch.names(in: "a/b") == ["report.xml"])
  }

  @Test func `the report of an earlier run is removed before the run`() throws {
    let scratch = try Scratch()
    scratch.write("old", to: "report.xml")
    let sink = FileSink(path: "\(scratch.path)/report.xml")
    try sink.prepare()
    #expect(scratch.text("report.xml") == nil)
    sink.discard()
    #expect(scratch.names().isEmpty)
  }

  @Test func `what is dropped without a commit leaves nothing`() throws {
    let scratch = try Scratch()
    do {
      let sink = FileSink(path: "\(scratch.path)/report.xml")
      try sink.write(Array("half".utf8))
    }
    #expect(scratch.names().isEmpty)
  }

  @Test func `what a killed process left beside the report is removed`() throws {
    let scratch = try Scratch()
    scratch.write("half", to: ".curlew-999999-0.tmp")
    scratch.write("theirs", to: ".other.tmp")
    try FileSink(path: "\(scratch.path)/report.xml").prepare()
    #expect(scratch.names() == [".other.tmp"])
  }

  @Test func `two sinks of one folder do not meet`() throws {
    let scratch = try Scratch()
    let sinks = ["a", "b"].map { FileSink(path: "\(scratch.path)/\($0)") }
    for sink in sinks { try sink.prepare() }
    for sink in sinks { try sink.write(Array(sink.path.utf8)) }
    for sink in sinks { try sink.commit() }
    #expect(scratch.names() == ["a", "b"])
    #expect(scratch.text("b") == "\(scratch.path)/b")
  }

  @Test func `a path that cannot be written is found by prepare`() throws {
    let scratch = try Scratch()
    scratch.write("file", to: "file")
    let below = FileSink(path: "\(scratch.path)/file/report.xml")
    let error = #expect(throws: ReporterError.self) { try below.prepare() }
    #expect(error?.message.contains("cannot make the folder") == true)
    _ = unsafe mkdir("\(scratch.path)/folder", 0o777)
    let folder = FileSink(path: "\(scratch.path)/folder")
    #expect(throws: ReporterError.self) { try folder.prepare() }
    #expect(scratch.names() == ["file", "folder"])
  }

  @Test(arguments: ["folder", "folder/"]) func `a folder is no report`(name: String) throws {
    let scratch = try Scratch()
    _ = unsafe mkdir("\(scratch.path)/folder", 0o777)
    let sink = FileSink(path: "\(scratch.path)/\(name)")
    let error = #expect(throws: ReporterError.self) { try sink.prepare() }
    #expect(error?.message == "it is a folder; give the path of a file")
  }

  @Test func `a link that leads to no file yet stays a link`() throws {
    let scratch = try Scratch()
    _ = unsafe symlink("below/real", "\(scratch.path)/link")
    let sink = FileSink(path: "\(scratch.path)/link")
    try sink.write(Array("new".utf8))
    try sink.commit()
    #expect(scratch.text("below/real") == "new")
    #expect(scratch.names() == ["below", "link"])
  }

  @Test func `links in a circle are an error`() throws {
    let scratch = try Scratch()
    _ = unsafe symlink("b", "\(scratch.path)/a")
    _ = unsafe symlink("a", "\(scratch.path)/b")
    let sink = FileSink(path: "\(scratch.path)/a/report")
    #expect(throws: ReporterError.self) { try sink.prepare() }
  }

  @Test func `a link stays a link`() throws {
    let scratch = try Scratch()
    scratch.write("old", to: "real")
    _ = unsafe symlink("real", "\(scratch.path)/link")
    let sink = FileSink(path: "\(scratch.path)/link")
    try sink.prepare()
    try sink.write(Array("new".utf8))
    try sink.commit()
    #expect(scratch.text("real") == "new")
    var facts = stat()
    _ = unsafe lstat("\(scratch.path)/link", &facts)
    #expect(facts.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func `a device is written to, not replaced`() throws {
    let sink = FileSink(path: "/dev/null")
    try sink.prepare()
    try sink.write(Array("x".utf8))
    try sink.commit()
    var facts = stat()
    _ = unsafe stat("/dev/null", &facts)
    #expect(facts.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func `a full disk is an error`() throws {
    let sink = FileSink(path: "/dev/full")
    try sink.prepare()
    try sink.write(Array("x".utf8))
    let error = #expect(throws: ReporterError.self) { try sink.commit() }
    #expect(error?.message == "cannot write: no space left on device")
  }

  @Test func `an appending sink keeps what is there`() throws {
    let scratch = try Scratch()
    scratch.write("before\n", to: "summary.md")
    let sink = AppendingSink(path: "\(scratch.path)/summary.md")
    try sink.prepare()
    try sink.write(Array("after\n".utf8))
    #expect(scratch.text("summary.md") == "before\n")
    try sink.commit()
    #expect(scratch.text("summary.md") == "before\nafter\n")
  }

  @Test func `the room of a file that cannot be opened is the whole limit`() throws {
    let scratch = try Scratch()
    #expect(AppendingSink(path: "\(scratch.path)/none/a.md", limit: 100).room == 100)
    scratch.write("seven b", to: "a.md")
    #expect(AppendingSink(path: "\(scratch.path)/a.md", limit: 100).room == 93)
    #expect(AppendingSink(path: "\(scratch.path)/a.md", limit: 3).room == 0)
    #expect(AppendingSink(path: "\(scratch.path)/a.md").room == nil)
  }
}
