import Locks
import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Writes responses to an HTTP/2 stream.
struct HTTP2Wire: FixtureWire {
  let channel: any Channel
  private let hasHead = Locked(false)
  private let isOver = Locked(false)

  init(channel: any Channel) {
    self.channel = channel
  }

  func send(_ bytes: [UInt8]) async throws {
    let isFirst = hasHead.withLock { hasHead in
      defer { hasHead = true }
      return !hasHead
    }
    if isFirst { try await write(.head(HTTPResponseHead(version: .http2, status: .ok))) }
    try await write(.body(.byteBuffer(channel.allocator.buffer(bytes: bytes))))
  }

  func send(_ message: FixtureResponse.Message, to request: FixtureRequest) async throws -> Bool {
    let isLate = hasHead.withLock { $0 }
    if !isLate {
      var headers = HTTPHeaders(message.headers.map { ($0.name.lowercased(), $0.value) })
      if message.framing == .length, !headers.contains(name: "content-length"),
        message.status != 204, message.status != 304
      {
        headers.add(name: "content-length", value: String(message.body.count))
      }
      let status = HTTPResponseStatus(statusCode: message.status)
      try await write(.head(HTTPResponseHead(version: .http2, status: status, headers: headers)))
    }
    var pieces = FixtureBody.Pieces(
      request.method == "HEAD" ? .bytes([]) : message.body,
      limit: message.cutAfter ?? .max
    )
    while let piece = pieces.next() {
      try await write(.body(.byteBuffer(channel.allocator.buffer(bytes: piece))))
    }
    guard message.cutAfter == nil else {
      if message.closes { await resetAndClose() } else { await reset() }
      return true
    }
    let trailers = message.trailers.isEmpty ? nil : HTTPHeaders(message.trailers.map { ($0, $1) })
    try await write(.end(trailers))
    return true
  }

  private func write(_ part: HTTPServerResponsePart) async throws {
    try await channel.writeAndFlush(part).get()
  }

  func setReading(_ reads: Bool) async throws {
    try await channel.setOption(.autoRead, value: reads).get()
    if reads { channel.read() }
  }

  func halfClose() async throws {
    try await write(.end(nil))
  }

  /// Closes the connection, unless the stream alone was to end or the client has ended it.
  func close() async {
    guard !isOver.withLock({ $0 }) else { return }
    try? await channel.parent?.close().get()
  }

  // A stream can be gone, ended by both sides, before the last write is told of.
  func abandon() async {
    try? await channel.close().get()
  }

  func closeAbruptly() async {
    await close()
  }

  func reset() async {
    isOver.withLock { $0 = true }
    try? await channel.close().get()
  }

  func resetAndClose() async {
    let connection = channel.parent
    await reset()
    try? await connection?.close().get()
  }

  func goAway(last: Int) async throws {
    let last = HTTP2StreamID(last)
    let frame = HTTP2Frame(
      streamID: .rootStream,
      payload: .goAway(lastStreamID: last, errorCode: .noError, opaqueData: nil)
    )
    try await channel.parent?.writeAndFlush(frame)
  }

  func untilClosed() async {
    try? await channel.closeFuture.get()
    isOver.withLock { $0 = true }
  }
}
