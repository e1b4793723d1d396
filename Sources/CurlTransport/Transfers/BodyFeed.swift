/// Where the bytes of a request's body come from while it is sent.
struct BodyFeed {
  /// The result of asking for bytes.
  enum Reading {
    case bytes(Int)
    case wait
    case fail(CurlError)
  }

  private enum Origin {
    case bytes([UInt8])
    case source(any BodySource)
  }

  private let origin: Origin
  /// The length in bytes, or nil when it is not known.
  let length: Int64?
  /// How many bytes were handed over since the last rewind.
  private(set) var sent: Int64 = 0

  init(_ bytes: [UInt8]) {
    origin = .bytes(bytes)
    length = Int64(bytes.count)
  }

  /// Makes a feed of a source.
  ///
  /// - Parameters:
  ///   - source: what gives the bytes.
  ///   - declared: the length in the request's head, for a source that knows none.
  init(_ source: any BodySource, declared: Int64?) {
    origin = .source(source)
    length = source.length.map { max(0, $0) } ?? declared
  }

  /// Fills libcurl's buffer; the memory's first bytes are written, as many as are reported.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    let room = Int(clamping: min(Int64(buffer.count), (length ?? .max) - sent))
    guard room > 0 else { return .bytes(0) }
    let target = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])
    switch origin {
    case .bytes(let bytes):
      let start = Int(sent)
      unsafe bytes.withUnsafeBytes { source in
        unsafe target.copyMemory(
          from: UnsafeRawBufferPointer(rebasing: source[start..<(start + room)])
        )
      }
      sent += Int64(room)
      return .bytes(room)
    case .source(let source):
      return unsafe read(source, into: target)
    }
  }

  private mutating func read(
    _ source: any BodySource,
    into target: UnsafeMutableRawBufferPointer
  ) -> Reading {
    var span = unsafe OutputRawSpan(buffer: target, initializedCount: 0)
    let state: BodySourceState
    do {
      state = try source.read(into: &span)
    } catch let error as CurlError {
      return .fail(error)
    } catch {
      return .fail(CurlError(code: .bodySourceFailed, message: "the body cannot be read: \(error)"))
    }
    let count = unsafe span.finalize(for: target)
    sent += Int64(count)
    if count > 0 { return .bytes(count) }
    switch state {
    case .waiting: return .wait
    case .more, .end:
      guard let length, sent < length else { return .bytes(0) }
      return .fail(
        CurlError(
          code: .bodyLengthMismatch,
          message: "expected a body of \(length) bytes, got \(sent)"
        )
      )
    }
  }

  /// Goes back to the first byte.
  ///
  /// - Returns: false when the bytes cannot be had again.
  mutating func rewind() -> Bool {
    switch origin {
    case .bytes: break
    case .source(let source):
      guard sent == 0 || source.rewind() else { return false }
    }
    sent = 0
    return true
  }
}
