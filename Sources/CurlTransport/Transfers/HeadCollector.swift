import HTTPMessages

/// Makes heads and trailers of the lines libcurl hands over.
struct HeadCollector {
  /// What a line completed.
  enum Event {
    case none
    /// A head began; what came before belongs to an answer that is not the last one.
    case began
    case informational(TransferHead)
    case complete(TransferHead)
    case tooLarge
    case malformed(String)
  }

  /// The most bytes of all heads and trailers of one transfer.
  ///
  /// Less than libcurl takes, which is 300 KiB, so that it is here that they are refused.
  static let limit = 256 << 10

  static let noStatusLine =
    "the server's answer is not HTTP: it has no status line that can be read"

  static let noField = "a line of the answer's head is no header field"

  private var version = TransferHead.Version(major: 0, minor: 0)
  private var status = 0
  private var reason = ""
  private var fields = TransferHeaders()
  /// Whether a status line has come and the end of its head has not.
  private(set) var isInHead = false
  private var byteCount = 0
  private(set) var head: TransferHead?
  /// Whether any line of a head came.
  var hasBegun: Bool { byteCount > 0 }
  private(set) var trailers = TransferHeaders()

  /// Takes one line with its line break.
  mutating func take(_ line: Span<UInt8>) -> Event {
    byteCount += line.count
    guard byteCount <= Self.limit else { return .tooLarge }
    var end = line.count
    while end > 0, line[end - 1] == 0x0A || line[end - 1] == 0x0D { end -= 1 }
    if Self.isStatusLine(line, end) { return begin(line, end) }
    guard isInHead else {
      if end > 0 { trailers.append(line: line, end) }
      return .none
    }
    guard end == 0 else {
      // RFC 9112 section 2.2: what it goes on with is not there.
      if fields.isEmpty, line[0] == 0x20 || line[0] == 0x09 { return .malformed(Self.noField) }
      fields.append(line: line, end)
      return .none
    }
    return complete()
  }

  private mutating func begin(_ line: Span<UInt8>, _ end: Int) -> Event {
    guard let (version, status, reasonStart) = Self.parseStatusLine(line, end) else {
      return .malformed(Self.noStatusLine)
    }
    self.version = version
    self.status = status
    reason = Self.text(line, reasonStart, end)
    fields = TransferHeaders()
    fields.reserve()
    trailers = TransferHeaders()
    isInHead = true
    head = nil
    return .began
  }

  private mutating func complete() -> Event {
    isInHead = false
    let head = TransferHead(version: version, status: status, reason: reason, headers: fields)
    fields = TransferHeaders()
    // 101 ends the exchange of heads; no other 1xx does.
    if status < 200 && status != 101 { return .informational(head) }
    self.head = head
    return .complete(head)
  }

  private static func isStatusLine(_ line: Span<UInt8>, _ end: Int) -> Bool {
    end >= 5 && line[0] == 0x48 && line[1] == 0x54 && line[2] == 0x54 && line[3] == 0x50
      && line[4] == 0x2F
  }

  /// `HTTP/1.1 200 OK`, `HTTP/2 200`.
  private static func parseStatusLine(
    _ line: Span<UInt8>,
    _ end: Int
  ) -> (TransferHead.Version, Int, Int)? {
    var index = 5
    func digit(_ index: Int) -> Int? {
      guard index < end, line[index] >= 0x30, line[index] <= 0x39 else { return nil }
      return Int(line[index] - 0x30)
    }
    guard let major = digit(index) else { return nil }
    index += 1
    var minor = 0
    if index < end, line[index] == 0x2E {
      guard let number = digit(index + 1) else { return nil }
      // A version from 2 on has one number.
      guard major < 2 || number == 0 else { return nil }
      minor = number
      index += 2
    }
    guard index < end, line[index] == 0x20 else { return nil }
    while index < end, line[index] == 0x20 { index += 1 }
    guard let first = digit(index), let second = digit(index + 1), let third = digit(index + 2)
    else { return nil }
    index += 3
    guard digit(index) == nil else { return nil }
    while index < end, line[index] == 0x20 { index += 1 }
    return (
      TransferHead.Version(major: major, minor: minor), first * 100 + second * 10 + third, index
    )
  }

  private static func text(_ line: Span<UInt8>, _ start: Int, _ end: Int) -> String {
    guard start < end else { return "" }
    if end - start == 2, line[start] == 0x4F, line[start + 1] == 0x4B { return "OK" }
    var bytes: [UInt8] = []
    for index in start..<end { bytes.append(line[index]) }
    return TransferHeaders.text(bytes[...])
  }
}

extension TransferHeaders {
  /// Adds a field of a response's line; a line that starts with a blank goes on with the last value
  /// (RFC 9112, section 5.2), and one without colon is passed over.
  fileprivate mutating func append(line: Span<UInt8>, _ end: Int) {
    func isBlank(_ index: Int) -> Bool { line[index] == 0x20 || line[index] == 0x09 }
    var last = end
    while last > 0, isBlank(last - 1) { last -= 1 }
    var first = 0
    while first < last, isBlank(first) { first += 1 }
    if first > 0 {
      guard !entries.isEmpty, first < last else { return }
      bytes.append(0x20)
      append(line, first, last)
      entries[entries.count - 1].valueEnd = bytes.count
      return
    }
    var colon = 0
    while colon < last, line[colon] != 0x3A { colon += 1 }
    guard colon > 0, colon < last else { return }
    var nameEnd = colon
    while nameEnd > 0, isBlank(nameEnd - 1) { nameEnd -= 1 }
    var value = colon + 1
    while value < last, isBlank(value) { value += 1 }
    let start = bytes.count
    append(line, 0, nameEnd)
    let middle = bytes.count
    append(line, value, last)
    entries.append(Entry(start: start, nameEnd: middle, valueEnd: bytes.count))
  }

  private mutating func append(_ line: Span<UInt8>, _ start: Int, _ end: Int) {
    guard start < end else { return }
    unsafe line.extracting(start..<end).withUnsafeBufferPointer {
      unsafe bytes.append(contentsOf: $0)
    }
  }

  fileprivate mutating func reserve() {
    bytes.reserveCapacity(384)
    entries.reserveCapacity(12)
  }
}
