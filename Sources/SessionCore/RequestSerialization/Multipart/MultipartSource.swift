import CurlTransport
import Files
import Glibc
import Locks

/// The bytes of a form, made while they are sent.
final class MultipartSource: BodySource {
  private let form: MultipartFormData
  private let totalLength: Int64
  private let reader: Locked<Reader>
  private let pace: Pace?

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - form: what is sent.
  ///   - isPaced: whether the form's throttle holds; it does not for who only looks at the bytes.
  init(_ form: MultipartFormData, isPaced: Bool = true) {
    self.form = form
    totalLength = form.contentLength
    reader = Locked(Reader())
    pace = isPaced ? form.throttle.map { Pace($0) } : nil
  }

  var length: Int64? { totalLength }

  func read(into buffer: inout OutputRawSpan) throws -> BodySourceState {
    // Only the loop's thread reads, so nobody waits for this lock while a file is read.
    var reader = self.reader.withLock { $0.take() }
    defer { self.reader.withLock { $0 = reader } }
    guard let pace else { return try reader.read(form, into: &buffer) }
    return try pace.read(into: &buffer) { (packet) throws in
      try reader.read(form, into: &packet)
    }
  }

  func attach(to transfer: TransferHandle) {
    pace?.attach(to: transfer)
    for part in form.parts {
      if case .source(let source, _) = part.content { source.attach(to: transfer) }
    }
  }

  func rewind() -> Bool {
    for part in form.parts {
      if case .source(let source, _) = part.content, !source.rewind() { return false }
    }
    reader.withLock { $0 = Reader() }
    pace?.restart()
    return true
  }
}

extension MultipartSource {
  /// A place in a form: the phases of a part are boundary with head, content, and at last the end.
  private struct Reader: Sendable {
    private var part = 0
    private var phase = Phase.head
    /// What is left of the bytes in memory.
    private var pending: ArraySlice<UInt8> = []
    private var isPendingLoaded = false
    private var contentSent: Int64 = 0
    private var file: OpenFile?

    private enum Phase {
      case head
      case content
      case end
    }

    mutating func take() -> Reader {
      defer { self = Reader() }
      return self
    }

    mutating func read(
      _ form: MultipartFormData,
      into buffer: inout OutputRawSpan
    ) throws -> BodySourceState {
      let start = buffer.byteCount
      while buffer.freeCapacity > 0 {
        switch phase {
        case .head:
          if !isPendingLoaded { load(headBytes(form)) }
          if sendPending(into: &buffer) { phase = part < form.parts.count ? .content : .end }
        case .content:
          let state = try readContent(form.parts[part], into: &buffer)
          if state == .waiting { return buffer.byteCount > start ? .more : .waiting }
        case .end:
          return buffer.byteCount > start ? .more : .end
        }
      }
      return .more
    }

    private func headBytes(_ form: MultipartFormData) -> [UInt8] {
      guard part < form.parts.count else { return form.framing.finalDelimiter }
      return form.framing.delimiter(isFirst: part == 0) + form.parts[part].head
    }

    private mutating func load(_ bytes: [UInt8]) {
      pending = bytes[...]
      isPendingLoaded = true
    }

    /// Whether all of what was loaded has been sent.
    private mutating func sendPending(into buffer: inout OutputRawSpan) -> Bool {
      let count = buffer.append(contentsOf: pending)
      pending = pending.dropFirst(count)
      if !pending.isEmpty { return false }
      isPendingLoaded = false
      return true
    }

    private mutating func finishContent() {
      part += 1
      phase = .head
      contentSent = 0
      file = nil
    }

    private mutating func readContent(
      _ part: MultipartFormData.Part,
      into buffer: inout OutputRawSpan
    ) throws -> BodySourceState {
      switch part.content {
      case .bytes(let bytes):
        if !isPendingLoaded { load(bytes) }
        if sendPending(into: &buffer) { finishContent() }
        return .more
      case .file(let path, let length):
        return try readFile(path, length: length, into: &buffer)
      case .source(let source, let length):
        let before = buffer.byteCount
        let state = try source.read(into: &buffer)
        contentSent += Int64(buffer.byteCount - before)
        try check(length: length, isAtEnd: state == .end, what: "the stream")
        if state == .end { finishContent() }
        return state == .waiting ? .waiting : .more
      }
    }

    private mutating func readFile(
      _ path: String,
      length: Int64,
      into buffer: inout OutputRawSpan
    ) throws -> BodySourceState {
      let open = try file ?? OpenFile(path)
      file = open
      let count = buffer.append(readingFrom: open.file.number)
      if count < 0 {
        throw SessionError.file(path, .cannotOpenFile, cannotBe: "read", Int32(-count))
      }
      contentSent += Int64(count)
      try check(length: length, isAtEnd: count == 0, what: path)
      if count == 0 { finishContent() }
      return .more
    }

    private func check(length: Int64, isAtEnd: Bool, what: String) throws {
      guard contentSent > length || isAtEnd && contentSent < length else { return }
      throw SessionError(
        domain: .requestSerialization,
        code: .requestBodyStreamExhausted,
        message: contentSent > length
          ? "\(what) gives more than the expected \(length) bytes"
          : "expected \(length) bytes, but \(what) ended after \(contentSent)"
      )
    }
  }

  /// A file that is closed with its last reader.
  private final class OpenFile: Sendable {
    let file: FileDescriptor

    init(_ path: String) throws(SessionError) {
      do throws(FileError) {
        file = try FileDescriptor(opening: path, O_RDONLY)
      } catch {
        throw .file(path, .cannotOpenFile, cannotBe: "opened", error.code)
      }
    }
  }
}
