/// The body of an answer as it comes, in pieces, with its head known before the first of them.
///
/// ```swift
/// let stream = try await session.bytes(for: request, validation: .init())
/// print(stream.response.status)
/// for try await piece in stream { try file.write(piece) }
/// ```
///
/// A body is read once, by one reader. The transfer waits while the reader does not ask, so memory
/// stays bounded however slow he is; it is cancelled when the reader leaves (`break`), when his task is
/// cancelled, and when the stream is let go before it is read. Whatever ends a body early is thrown
/// behind the last bytes that came. Alamofire's `DataStreamRequest`, which calls back and does not hold
/// the server up, is the model.
public struct BodyStream: AsyncSequence, Sendable {
  /// Some bytes of the body, at least one.
  public typealias Element = [UInt8]
  /// Why a body ended early.
  public typealias Failure = SessionError

  /// The head of the answer.
  public let response: SessionResponse
  /// The task that gets the body, for progress, suspension and cancellation.
  public var task: SessionTask { lease.task }
  /// Every exchange that was needed, times included, once the body has ended.
  public var metrics: SessionMetrics? { channel.metrics }
  /// The body as lines of text.
  public var lines: Lines { lines(limit: 1 << 20) }

  let channel: BodyChannel
  let lease: Lease

  /// The body as lines of UTF-8 text, without their ends (LF or CR LF).
  ///
  /// What is not UTF-8 becomes U+FFFD, and a byte order mark at the start is left out. An end of line
  /// at the end of the body does not begin another line.
  ///
  /// - Parameter limit: how long a line may be, in bytes; a longer one is an error (-1103).
  /// - Returns: the lines, each as soon as its end has come.
  public func lines(limit: Int) -> Lines { Lines(stream: self, limit: limit) }

  /// Begins to read; what another reader has taken does not come again.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(reader: Reader(channel: channel, lease: lease))
  }

  /// Reads a body; the transfer ends with it.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let reader: Reader

    /// The next bytes, `nil` at the end.
    public mutating func next() async throws(SessionError) -> [UInt8]? {
      try await next(isolation: #isolation)
    }

    /// The next bytes, `nil` at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(SessionError) -> [UInt8]? {
      let task = reader.lease.task
      let channel = reader.channel
      let result = await withTaskCancellationHandler {
        await Result { () async throws(SessionError) in try await channel.next() }
      } onCancel: {
        task.cancel()
      }
      return try result.get()
    }
  }

  /// One who reads; the transfer ends when he leaves.
  fileprivate final class Reader: Sendable {
    let channel: BodyChannel
    let lease: Lease

    init(channel: BodyChannel, lease: Lease) {
      self.channel = channel
      self.lease = lease
    }

    deinit {
      channel.leave()
      lease.task.cancel()
    }
  }

  /// Keeps a task going for as long as somebody may read its answer.
  final class Lease: Sendable {
    let task: SessionTask

    init(_ task: SessionTask) { self.task = task }

    deinit { task.cancel() }
  }
}

@available(*, unavailable)
extension BodyStream.AsyncIterator: Sendable {}
