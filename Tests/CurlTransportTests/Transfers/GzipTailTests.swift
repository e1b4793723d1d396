import Testing

@testable import CurlTransport

@Suite(.timeLimit(.minutes(5))) struct GzipTailTests {
  private static let stream: [UInt8] =
    [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3, 4, 5, 6, 7, 8] + [0x05, 0x01, 0, 0]

  @Test(arguments: [
    (22, false), (21, true), (18, true), (5, true), (2, true), (1, true), (0, false),
  ])
  func `a stream without its closing length ended early`(count: Int, expected: Bool) {
    var tail = GzipTail(isChunked: false, length: nil)
    tail.take(Array(Self.stream.prefix(count)).span)
    #expect(tail.isTruncated(decoded: 0x105) == expected)
  }

  @Test func `the frames of chunks are passed over`() {
    let text = "5;a=b\r\n"
    let rest = "\r\n11\r\n"
    let framed: [UInt8] =
      Array(text.utf8) + Self.stream[..<5] + Array(rest.utf8) + Self.stream[5...]
      + Array("\r\n0\r\nX: 1\r\n\r\n".utf8)
    var tail = GzipTail(isChunked: true, length: nil)
    for byte in framed { tail.take([byte].span) }
    #expect(!tail.isTruncated(decoded: 0x105))
    #expect(tail.isTruncated(decoded: 0x106))
  }

  @Test func `what is no gzip is not judged`() {
    var tail = GzipTail(isChunked: false, length: nil)
    tail.take(Array("5\r\nabcde".utf8).span)
    #expect(!tail.isTruncated(decoded: 3))
    var chunked = GzipTail(isChunked: true, length: nil)
    chunked.take(Self.stream.span)
    #expect(!chunked.isTruncated(decoded: 3))
  }

  @Test func `bytes after the told length do not count`() {
    var tail = GzipTail(isChunked: false, length: 22)
    tail.take((Self.stream + [9, 9, 9]).span)
    #expect(!tail.isTruncated(decoded: 0x105))
  }
}
