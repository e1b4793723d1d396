import CCurl
import HTTPMessages

/// The memory that a list of texts and a small body lie in while libcurl reads them.
///
/// Kept from one transfer to the next, so a usual transfer allocates nothing for its head.
@safe struct RequestScratch: ~Copyable {
  /// Bodies up to this size are copied, so that head and body leave in one packet.
  static let smallBody = 16 << 10

  private var text: UnsafeMutableRawBufferPointer
  private var nodes: UnsafeMutableBufferPointer<curl_slist>
  private var used = 0
  private var count = 0

  init() {
    unsafe text = .allocate(byteCount: 1024, alignment: 1)
    unsafe nodes = .allocate(capacity: 32)
  }

  deinit {
    unsafe text.deallocate()
    unsafe nodes.deallocate()
  }

  /// The list, or nil when it is empty; valid until the next change.
  var list: UnsafeMutablePointer<curl_slist>? {
    unsafe count == 0 ? nil : nodes.baseAddress
  }

  /// Starts anew.
  ///
  /// - Parameters:
  ///   - headers: those that will be appended, at most.
  ///   - lines: how many further lines will be, at most.
  ///   - extra: room for these lines and a body, in bytes.
  mutating func begin(headers: TransferHeaders, lines: Int, extra: Int) {
    used = 0
    count = 0
    let bytes = headers.bytes.count + headers.count * 4 + extra
    if unsafe bytes > text.count {
      unsafe text.deallocate()
      unsafe text = .allocate(byteCount: bytes * 2, alignment: 1)
    }
    if unsafe headers.count + lines > nodes.count {
      unsafe nodes.deallocate()
      unsafe nodes = .allocate(capacity: headers.count * 2 + lines)
    }
  }

  /// Appends one field in libcurl's form.
  mutating func append(_ entry: TransferHeaders.Entry, of headers: TransferHeaders) {
    let start = used
    for index in entry.start..<entry.nameEnd { put(headers.bytes[index]) }
    // `Name;` is libcurl's spelling of a field with an empty value.
    put(entry.valueEnd > entry.nameEnd ? 0x3A : 0x3B)
    if entry.valueEnd > entry.nameEnd { put(0x20) }
    for index in entry.nameEnd..<entry.valueEnd { put(headers.bytes[index]) }
    close(start)
  }

  /// Appends a line of libcurl's own language.
  mutating func append(_ line: StaticString) {
    let start = used
    for index in 0..<line.utf8CodeUnitCount { put(unsafe line.utf8Start[index]) }
    close(start)
  }

  /// Appends a line with name and value.
  mutating func append(line: [UInt8]) {
    let start = used
    for byte in line { put(byte) }
    close(start)
  }

  /// Copies a small body.
  ///
  /// - Returns: where it lies until the next change.
  mutating func append(body: [UInt8]) -> UnsafeMutableRawPointer? {
    let place = unsafe text.baseAddress.map { unsafe $0 + used }
    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: text[used..<(used + body.count)])
    unsafe room.copyBytes(from: body)
    used += body.count
    return unsafe place
  }

  private mutating func put(_ byte: UInt8) {
    unsafe text[used] = byte
    used += 1
  }

  private mutating func close(_ start: Int) {
    put(0)
    let line = unsafe text.baseAddress.map {
      unsafe ($0 + start).assumingMemoryBound(to: CChar.self)
    }
    unsafe nodes.initializeElement(at: count, to: curl_slist(data: line, next: nil))
    if count > 0, let base = unsafe nodes.baseAddress {
      unsafe nodes[count - 1].next = base + count
    }
    count += 1
  }
}
