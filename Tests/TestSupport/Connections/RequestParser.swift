import NIOCore

/// Reads HTTP/1.1 requests out of bytes as they come (RFC 9112), lenient where it does no harm.
struct RequestParser {
  enum Event {
    case head(FixtureRequest)
    case body([UInt8])
    case end(trailerLines: [String])
    case malformed(String)
  }

  private enum Phase {
    case head
    case fixed(Int)
    case chunkSize
    case chunkData(Int)
    case chunkEnd
    case trailers([String])
    case ended
    case broken
  }

  private static let longestHead = 4 << 20

  private var buffer = ByteBuffer()
  private var phase = Phase.head
  private var scanned = 0

  mutating func receive(_ bytes: ByteBuffer) {
    buffer.writeImmutableBuffer(bytes)
  }

  /// The next event that the bytes so far allow.
  mutating func next() -> Event? {
    switch phase {
    case .head: return nextHead()
    case .fixed(let left): return nextBody(left) { $0 == 0 ? .ended : .fixed($0) }
    case .chunkSize: return nextChunk()
    case .chunkData(let left): return nextBody(left) { $0 == 0 ? .chunkEnd : .chunkData($0) }
    case .chunkEnd:
      guard let line = nextLine() else { return tooLong() }
      guard line.isEmpty else { return fail("no line end after a chunk") }
      phase = .chunkSize
      return next()
    case .trailers(let lines):
      guard let line = nextLine() else { return tooLong() }
      guard !line.isEmpty else {
        reset()
        return .end(trailerLines: lines)
      }
      guard lines.count < 1_000 else { return fail("too many trailers") }
      phase = .trailers(lines + [line])
      return next()
    case .ended:
      reset()
      return .end(trailerLines: [])
    case .broken: return nil
    }
  }

  private mutating func reset() {
    phase = .head
    buffer.discardReadBytes()
  }

  private mutating func fail(_ reason: String) -> Event {
    phase = .broken
    buffer.clear()
    return .malformed(reason)
  }

  private mutating func tooLong() -> Event? {
    buffer.readableBytes > Self.longestHead ? fail("line too long") : nil
  }

  private mutating func nextHead() -> Event? {
    let view = buffer.readableBytesView
    var index = view.startIndex + scanned
    var end: Int?
    while end == nil, let feed = view[index...].firstIndex(of: UInt8(ascii: "\n")) {
      let after = view[(feed + 1)...].prefix(2)
      if after.first == UInt8(ascii: "\n") {
        end = feed + 2
      } else if after.elementsEqual([UInt8(ascii: "\r"), UInt8(ascii: "\n")]) {
        end = feed + 3
      } else if after.count < 2 {
        scanned = feed - view.startIndex
        break
      }
      index = feed + 1
      scanned = index - view.startIndex
    }
    guard let end else { return tooLong() }
    scanned = 0
    guard let raw = buffer.readBytes(length: end - view.startIndex) else { return nil }
    return begin(raw)
  }

  private mutating func begin(_ raw: [UInt8]) -> Event {
    var lines = raw.split(separator: UInt8(ascii: "\n")).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
    lines.removeAll(where: \.isEmpty)
    guard let first = lines.first else { return fail("empty head") }
    let words = first.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else {
      return fail("not a request line: \(first.prefix(80))")
    }
    var request = FixtureRequest(method: words[0], target: words[1], version: words[2])
    request.headerLines = Array(lines.dropFirst())
    request.rawHead = raw
    if request.header("Transfer-Encoding")?.lowercased().contains("chunked") == true {
      phase = .chunkSize
    } else if let text = request.header("Content-Length") {
      guard let length = Int(text), length >= 0 else { return fail("bad Content-Length: \(text)") }
      phase = length == 0 ? .ended : .fixed(length)
    } else {
      phase = .ended
    }
    return .head(request)
  }

  private mutating func nextBody(_ left: Int, then: (Int) -> Phase) -> Event? {
    guard let bytes = buffer.readBytes(length: min(left, buffer.readableBytes)), !bytes.isEmpty
    else { return nil }
    phase = then(left - bytes.count)
    buffer.discardReadBytes()
    return .body(bytes)
  }

  private mutating func nextChunk() -> Event? {
    guard let line = nextLine() else { return tooLong() }
    let digits = line.prefix { $0 != ";" && $0 != " " }
    guard let size = Int(digits, radix: 16), size >= 0 else {
      return fail("bad chunk size: \(line.prefix(80))")
    }
    phase = size == 0 ? .trailers([]) : .chunkData(size)
    return next()
  }

  private mutating func nextLine() -> String? {
    let view = buffer.readableBytesView
    guard let feed = view.firstIndex(of: UInt8(ascii: "\n")),
      let line = buffer.readBytes(length: feed + 1 - view.startIndex)
    else { return nil }
    let text = line.dropLast()
    return String(
      decoding: text.last == UInt8(ascii: "\r") ? text.dropLast() : text,
      as: UTF8.self
    )
  }
}
