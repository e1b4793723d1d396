import Files
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FileDescriptorTests {
  @Test func `a full disk is an error with the system's reason`() throws {
    let file = try FileDescriptor(opening: "/dev/full", O_WRONLY)
    let error = #expect(throws: FileError.self) { try file.write([1]) }
    #expect(error == FileError(ENOSPC, "cannot write"))
    #expect(error?.message == "cannot write: no space left on device")
    #expect(throws: FileError(ENOSPC, "cannot write")) { try file.write([1], at: 0) }
  }

  @Test func `a file that is missing is told with its path`() {
    let error = #expect(throws: FileError.self) {
      _ = try FileDescriptor(opening: "/proc/none", O_RDONLY)
    }
    #expect(error?.code == ENOENT)
    #expect(error?.message == "cannot open /proc/none: no such file or directory")
  }

  @Test func `bytes are read and written at their places`() throws {
    let folder = try TemporaryFolder("files")
    let path = folder.path("a")
    let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    try file.write(Array("hello".utf8))
    try file.write(Array("LO w".utf8), at: 3)
    try file.write(Array("!".utf8))
    #expect(file.size == 7)
    #expect(try file.read(3, at: 2) == Array("lLO".utf8))
    #expect(try file.read(9, at: 5) == Array("!w".utf8))
    #expect(try file.read(9, at: 7) == [])
  }

  @Test(arguments: [0, 1, 4096, 70_000]) func `reading ends at the limit or with the file`(
    size: Int
  ) throws {
    let folder = try TemporaryFolder("files")
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    let path = try folder.write(bytes, to: "a")
    for limit in [0, 1, 4096, 69_999, 70_000, 70_001, .max] {
      let file = try FileDescriptor.reading(path)
      #expect(try file.read(upTo: limit) == Array(bytes.prefix(limit)))
      #expect(try file.read(upTo: limit) == Array(bytes.dropFirst(limit).prefix(limit)))
    }
  }

  @Test func `a file that tells no size is read to its end`() throws {
    let file = try FileDescriptor.reading("/proc/self/maps")
    #expect(file.size == 0)
    #expect(try file.read(upTo: .max).count > 8192)
  }

  @Test func `what is no regular file is refused, and a pipe holds nobody up`() throws {
    let folder = try TemporaryFolder("files")
    let pipe = folder.path("pipe")
    let status = unsafe mkfifo(pipe, 0o600)
    #expect(status == 0)
    for path in [folder.path, pipe, "/dev/null"] {
      #expect(throws: FileError(.notRegular, "cannot open \(path)")) {
        _ = try FileDescriptor.reading(path)
      }
    }
  }

  @Test func `a reader that is slow is waited for`() async throws {
    var ends: [Int32] = [0, 0]
    let status = unsafe pipe(&ends)
    #expect(status == 0)
    let (reader, writer) = (ends[0], ends[1])
    defer { close(reader) }
    #expect(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
    async let written: Void = {
      defer { close(writer) }
      try FileDescriptor.writeAll([UInt8](repeating: 1, count: 300_000), to: writer)
    }()
    try await Task.sleep(for: .milliseconds(50))
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while case let count = unsafe read(reader, &piece, piece.count), count > 0 {
      bytes += piece[..<count]
    }
    try await written
    #expect(bytes.count == 300_000)
  }
}
