import Encodings
import HTTPMessages

/// Takes requests out of a connection's bytes, however they are cut.
///
/// ```swift
/// parser.append(received)
/// while case .request(let request) = parser.next() { … }
/// ```
struct HTTPRequestParser {
  /// What the bytes so far amount to.
  enum Step {
    case needsMore
    /// The client waits for `100 Continue` before it sends the body; said once.
    case needsContinue
    case request(HTTPRequest)
    /// Nothing after this can be understood.
    case failed(Problem)
  }

  private enum State {
    case head
    case body(HTTPRequest, remaining: Int)
    case chunkSize(HTTPRequest)
    case chunk(HTTPRequest, remaining: Int)
    case chunkEnd(HTTPRequest)
    case trailers(HTTPRequest, bytes: Int)
    case failed(Problem)
  }

  private let limits: ServerLimits
  private var state = State.head
  // Beside the state, so that it grows in place.
  private var body: [UInt8] = []
  private var buffer: [UInt8] = []
  // Where the unread bytes start, and how far they were searched for a line end.
  private var position = 0
  private var searched = 0
  private var lines: [ArraySlice<UInt8>] = []
  private var headBytes = 0

  init(limits: ServerLimits) {
    self.limits = limits
  }

  /// Bytes in memory, of a body under way and of what follows it.
  var heldBytes: Int { buffer.count + body.count }

  /// Bytes that wait to be read.
  var waitingBytes: Int { buffer.count - position }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    if position == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 256 << 10)
      position = 0
      searched = 0
    } else if position > 64 << 10 {
      buffer.removeSubrange(..<position)
      searched -= position
      position = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Reads on as far as the bytes go.
  mutating func next() -> Step {
    do throws(Problem) {
      while true {
        if let step = try advance() { return step }
      }
    } catch {
      state = .failed(error)
      return .failed(error)
    }
  }

  /// One move of the state; nil when there is more to do at once.
  private mutating func advance() throws(Problem) -> Step? {
    switch state {
    case .head:
      return try readHead()
    case .body(let request, let remaining):
      let taken = takeBody(atMost: remaining)
      if taken == remaining { return finish(request) }
      state = .body(request, remaining: remaining - taken)
      return .needsMore
    case .chunkSize(let request):
      guard let line = try readLine(limit: 1 << 10, status: 400) else { return .needsMore }
      let size = try chunkSize(line)
      guard size <= limits.bodyBytes - body.count else {
        throw Problem(413, "a body may have \(limits.bodyBytes) bytes at most")
      }
      state = size == 0 ? .trailers(request, bytes: 0) : .chunk(request, remaining: size)
      return nil
    case .chunk(let request, let remaining):
      let taken = takeBody(atMost: remaining)
      if taken < remaining {
        state = .chunk(request, remaining: remaining - taken)
        return .needsMore
      }
      state = .chunkEnd(request)
      return nil
    case .chunkEnd(let request):
      guard let line = try readLine(limit: 2, status: 400) else { return .needsMore }
      guard line.isEmpty else { throw Problem(400, "a chunk is longer than its size says") }
      state = .chunkSize(request)
      return nil
    case .trailers(let request, let bytes):
      guard let line = try readLine(limit: limits.headBytes - bytes, status: 431) else {
        return .needsMore
      }
      if line.isEmpty { return finish(request) }
      state = .trailers(request, bytes: bytes + line.count + 1)
      return nil
    case .failed(let error):
      return .failed(error)
    }
  }

  private mutating func readHead() throws(Problem) -> Step? {
    let left = limits.headBytes - headBytes
    guard let line = try readLine(limit: left, status: 431) else { return .needsMore }
    headBytes += line.count + 2
    // RFC 9112, 2.2: empty lines before the request line are skipped.
    if line.isEmpty, lines.isEmpty { return nil }
    guard line.isEmpty else {
      lines.append(line)
      return nil
    }
    let head = lines
    lines = []
    headBytes = 0
    let request = try HTTPRequestHead.parse(head)
    let length = try HTTPRequestHead.bodyLength(of: request, limit: limits.bodyBytes)
    let expectation = request.headers["Expect"]?.lowercased()
    guard expectation == nil || expectation == "100-continue" else {
      throw Problem(417, "the only expectation known is 100-continue")
    }
    switch length {
    case .known(0): return .request(request)
    case .known(let count): state = .body(request, remaining: count)
    case .chunked: state = .chunkSize(request)
    }
    let waits = expectation != nil && request.version != .http10 && waitingBytes == 0
    return waits ? .needsContinue : nil
  }

  private mutating func finish(_ request: HTTPRequest) -> Step {
    var whole = request
    whole.body = body
    body = []
    state = .head
    return .request(whole)
  }

  private mutating func takeBody(atMost count: Int) -> Int {
    let taken = min(count, waitingBytes)
    body.append(contentsOf: buffer[position..<position + taken])
    position += taken
    searched = position
    return taken
  }

  /// Takes a line without its end (LF or CR LF), or nothing when it is not whole yet.
  private mutating func readLine(
    limit: Int,
    status: Int
  ) throws(Problem) -> ArraySlice<UInt8>? {
    let end = buffer[max(searched, position)...].firstIndex(of: 0x0A)
    guard (end ?? buffer.count) - position < max(limit, 1) else {
      throw Problem(status, "a line or all lines of the head are too long")
    }
    guard let end else {
      searched = buffer.count
      return nil
    }
    var line = buffer[position..<end]
    if line.last == 0x0D { line.removeLast() }
    position = end + 1
    searched = position
    guard !line.contains(0x0D) else { throw Problem(400, "a carriage return inside a line") }
    return line
  }

  private func chunkSize(_ line: ArraySlice<UInt8>) throws(Problem) -> Int {
    let digits = String(decoding: line.prefix { $0 != 0x3B }, as: UTF8.self).trimmed
    let isHex = digits.utf8.allSatisfy(\.isHexadecimalDigit)
    guard !digits.isEmpty, isHex, digits.utf8.count <= 15, let size = Int(digits, radix: 16) else {
      throw Problem(400, "a chunk's size is not hexadecimal")
    }
    return size
  }
}
