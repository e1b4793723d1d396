extension BodyStream {
  /// The lines of a body, each as soon as its end has come.
  ///
  /// ```swift
  /// for try await line in stream.lines where line.hasPrefix("data:") { print(line) }
  /// ```
  public struct Lines: AsyncSequence, Sendable {
    /// A line without its end.
    public typealias Element = String
    /// Why a body ended early.
    public typealias Failure = SessionError

    let stream: BodyStream
    let limit: Int

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(
        pieces: stream.makeAsyncIterator(),
        splitter: LineSplitter(limit: limit),
        url: stream.response.url.displayText
      )
    }

    /// Reads lines; the transfer ends with it.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var pieces: BodyStream.AsyncIterator
      fileprivate var splitter: LineSplitter
      fileprivate let url: String

      /// The next line, `nil` at the end.
      public mutating func next() async throws(SessionError) -> String? {
        try await next(isolation: #isolation)
      }

      /// The next line, `nil` at the end.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(SessionError) -> String? {
        while true {
          if let line = splitter.next() { return line }
          if splitter.isTooLong {
            throw SessionError(
              code: .dataLengthExceedsMaximum,
              message: "expected lines of at most \(splitter.limit) bytes, got a longer one",
              failingURL: url
            )
          }
          guard let piece = try await pieces.next(isolation: actor) else { return splitter.rest() }
          splitter.put(piece)
        }
      }
    }
  }
}

@available(*, unavailable)
extension BodyStream.Lines.AsyncIterator: Sendable {}

/// Cuts bytes that come in pieces into lines.
struct LineSplitter: Sendable {
  /// How long a line may be.
  let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  /// Up to here there is no end of line.
  private var searched = 0
  private var isFirst = true

  /// Makes a splitter.
  init(limit: Int) { self.limit = limit }

  /// Whether a line has no end within the limit.
  var isTooLong: Bool { bytes.count - start > limit }

  mutating func put(_ piece: [UInt8]) {
    bytes.removeSubrange(..<start)
    searched -= start
    start = 0
    bytes += piece
  }

  /// The next line that has come to its end.
  mutating func next() -> String? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    var line = bytes[start..<end]
    guard line.count <= limit else { return nil }
    start = end + 1
    searched = start
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return text(line)
  }

  /// The last line if it has no end.
  mutating func rest() -> String? {
    guard start < bytes.count else { return nil }
    let line = bytes[start...]
    start = bytes.count
    searched = start
    return text(line)
  }

  private mutating func text(_ line: ArraySlice<UInt8>) -> String {
    let hasMark = isFirst && line.starts(with: [0xEF, 0xBB, 0xBF])
    isFirst = false
    return String(decoding: hasMark ? line.dropFirst(3) : line, as: UTF8.self)
  }
}
