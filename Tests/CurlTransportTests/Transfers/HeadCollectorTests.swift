import HTTPMessages
import Testing

@testable import CurlTransport

@Suite(.timeLimit(.minutes(5))) struct HeadCollectorTests {
  private func collect(_ lines: String...) -> (collector: HeadCollector, last: HeadCollector.Event)
  {
    var collector = HeadCollector()
    var last = HeadCollector.Event.none
    for line in lines {
      let bytes = Array((line + "\r\n").utf8)
      last = collector.take(bytes.span)
    }
    return (collector, last)
  }

  @Test(arguments: [
    ("HTTP/1.1 200 OK", 1, 1, 200, "OK"),
    ("HTTP/1.0 404 Not  Found", 1, 0, 404, "Not  Found"),
    ("HTTP/2 204", 2, 0, 204, ""),
    ("HTTP/2 204 ", 2, 0, 204, ""),
    ("HTTP/1.1 599 Große Not", 1, 1, 599, "Große Not"),
  ])
  func `a status line is read`(line: String, major: Int, minor: Int, status: Int, reason: String) {
    let head = collect(line, "").collector.head
    #expect(head?.version == .init(major: major, minor: minor))
    #expect(head?.status == status)
    #expect(head?.reason == reason)
  }

  @Test(arguments: [
    "HTTP/", "HTTP/1", "HTTP/1.1", "HTTP/1.1 20", "HTTP/x 200 OK", "HTTP/1.1 abc", "HTTP/1.1200 OK",
    "HTTP/1.1 1000 OK", "HTTP/2.5 200",
  ])
  func `a broken status line is told`(line: String) {
    guard case .malformed = collect(line).last else {
      Issue.record("expected malformed for '\(line)'")
      return
    }
  }

  @Test func `blanks around values go, folded lines join, lines without colon are passed over`() {
    let head = collect(
      "HTTP/1.1 200 OK",
      "A:  1 \t",
      "B:",
      "no colon",
      "C: x",
      "  y",
      "\tz",
      ": no name",
      "D : 2",
      ""
    ).collector.head
    #expect(head?.headers.map(\.name) == ["A", "B", "C", "D"])
    #expect(head?.headers.map(\.value) == ["1", "", "x y z", "2"])
  }

  @Test func `only the last head counts, and lines after it are trailers`() {
    let collector = collect(
      "HTTP/1.1 401 No",
      "A: 1",
      "",
      "HTTP/1.1 200 OK",
      "B: 2",
      "",
      "T: 3",
      ""
    ).collector
    #expect(collector.head?.status == 200)
    #expect(collector.head?.headers.map(\.name) == ["B"])
    #expect(collector.trailers.map(\.name) == ["T"])
  }

  @Test func `values that are not UTF-8 are read as Latin-1`() {
    var collector = HeadCollector()
    _ = collector.take(Array("HTTP/1.1 200 OK\r\n".utf8).span)
    let line: [UInt8] = Array("A: ".utf8) + [0x47, 0x72, 0xFC, 0x6E] + [13, 10]
    _ = collector.take(line.span)
    _ = collector.take([13, 10].span)
    #expect(collector.head?.headers.first(named: "a") == "Grün")
  }

  @Test func `heads have a limit together`() {
    var collector = HeadCollector()
    let line = Array(("A: " + String(repeating: "x", count: 25_000) + "\r\n").utf8)
    _ = collector.take(Array("HTTP/1.1 200 OK\r\n".utf8).span)
    for _ in 0..<10 {
      guard case .none = collector.take(line.span) else {
        Issue.record("expected room for the line")
        return
      }
    }
    guard case .tooLarge = collector.take(line.span) else {
      Issue.record("expected the limit to be passed")
      return
    }
  }
}
