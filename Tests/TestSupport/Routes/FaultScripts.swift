/// What each fault does, byte by byte.
enum FaultScripts {
  private static let half = #"{"half": "#

  static func response(_ fault: FixtureFault) -> FixtureResponse {
    switch fault {
    case .closeBeforeHead, .closeInHead, .closeInBody, .closeInChunk, .closeInUpload,
      .truncatedTLS:
      closing(fault)
    case .resetBeforeHead: .script([.reset])
    case .resetInBody: .script([.text(head(["Content-Length: 1000"]) + half), .reset])
    case .resetInUpload: .script([.reset])
    case .stallBeforeHead: .script([.untilClosed])
    case .stallInHead: .script([.text("HTTP/1.1 200 OK\r\nContent-Ty"), .untilClosed])
    case .stallInBody:
      .script([.text(head(["Content-Length: 1000"]) + half), .untilClosed])
    case .stallInUpload: .script([.stopReading, .untilClosed])
    case .endlessBody, .endlessChunks, .endlessHead, .endlessHeaderLine, .informationalFlood:
      endless(fault)
    case .brokenGzip, .truncatedGzip, .corruptGzip: gzip(fault)
    case .slowDrip:
      .script([
        .text(head(["Content-Length: 30", "Content-Type: text/plain"])),
        .drip(Array("abcdefghijklmnopqrstuvwxyz0123".utf8), size: 1, milliseconds: 20),
      ])
    case .slowHead:
      .script([.drip(Array((head(["Content-Length: 2"]) + "ok").utf8), size: 1, milliseconds: 5)])
    case .redirectLoop: .redirect("/fault/redirectLoop")
    case .longerContentLength, .shorterContentLength, .doubleContentLength, .badContentLength,
      .brokenChunk, .overlongChunk, .garbageHead, .badVersion, .badStatus, .badHeaderLine,
      .hugeHeaders:
      .script([.text(malformed(fault))])
    }
  }

  private static func head(_ headers: [String], status: String = "HTTP/1.1 200 OK") -> String {
    ([status] + headers + ["", ""]).joined(separator: "\r\n")
  }

  private static func closing(_ fault: FixtureFault) -> FixtureResponse {
    switch fault {
    case .closeInHead: .script([.text("HTTP/1.1 200 OK\r\nContent-Ty")])
    case .closeInBody: .script([.text(head(["Content-Length: 1000"]) + half)])
    case .closeInChunk:
      .script([.text(head(["Transfer-Encoding: chunked"]) + "100\r\n" + half)])
    case .closeInUpload: .script([.text(head(["Content-Length: 0", "Connection: close"]))])
    case .truncatedTLS:
      .script([.text(head(["Content-Type: text/plain"]) + half), .closeAbruptly])
    default: .script([])
    }
  }

  private static func endless(_ fault: FixtureFault) -> FixtureResponse {
    let block = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
    switch fault {
    case .endlessChunks:
      return .script([
        .text(head(["Transfer-Encoding: chunked"])),
        .endless(Array("10000\r\n".utf8) + block + [13, 10]),
      ])
    case .endlessHead:
      let lines = (0..<500).map { "X-Header-\($0): value value value value\r\n" }.joined()
      return .script([.text("HTTP/1.1 200 OK\r\n"), .endless(Array(lines.utf8))])
    case .endlessHeaderLine:
      return .script([.text("HTTP/1.1 200 OK\r\nX-Header: "), .endless(block)])
    case .informationalFlood:
      let answers = String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 500)
      return .script([.endless(Array(answers.utf8))])
    default:
      return .script([.text(head(["Content-Type: application/octet-stream"])), .endless(block)])
    }
  }

  private static func gzip(_ fault: FixtureFault) -> FixtureResponse {
    let whole = Gzip.stored(Array(#"{"compressed": true, "name": "Große Straße"}"#.utf8))
    var body: [UInt8]
    switch fault {
    case .truncatedGzip: body = Array(whole.prefix(whole.count / 2))
    case .corruptGzip:
      body = whole
      body[body.count - 5] ^= 0xFF
    default: body = Array("this is not gzip at all".utf8)
    }
    return .bytes(body, type: "application/json").adding("Content-Encoding", "gzip")
  }

  private static func malformed(_ fault: FixtureFault) -> String {
    switch fault {
    case .longerContentLength: head(["Content-Length: 10"]) + "12345"
    case .shorterContentLength: head(["Content-Length: 5"]) + "1234567890"
    case .doubleContentLength: head(["Content-Length: 5", "Content-Length: 7"]) + "1234567"
    case .badContentLength: head(["Content-Length: many"]) + "12345"
    case .brokenChunk: head(["Transfer-Encoding: chunked"]) + "5\r\n12345\r\nzz\r\n12345\r\n"
    case .overlongChunk: head(["Transfer-Encoding: chunked"]) + "3\r\n1234567\r\n0\r\n\r\n"
    case .badVersion: head(["Content-Length: 2"], status: "HTTP/7.5 200 OK") + "ok"
    case .badStatus: head(["Content-Length: 2"], status: "HTTP/1.1 abc OK") + "ok"
    case .badHeaderLine: head(["This is no header", "Content-Length: 2"]) + "ok"
    case .hugeHeaders:
      head(
        (0..<100).map { "X-Huge-\($0): " + String(repeating: "h", count: 10_000) }
          + ["Content-Length: 2"]
      ) + "ok"
    default: "\u{1}\u{2}garbage that is no HTTP\r\n\r\n\u{7}\u{7}"
    }
  }
}
