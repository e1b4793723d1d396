import Glibc
import NIOCore

/// Writes HTTP/1.1 responses, right and wrong ones, to a connection.
struct HTTP1Wire: FixtureWire {
  let channel: any Channel

  func send(_ bytes: [UInt8]) async throws {
    try await channel.writeAndFlush(channel.allocator.buffer(bytes: bytes)).get()
  }

  func send(_ message: FixtureResponse.Message, to request: FixtureRequest) async throws -> Bool {
    var message = message
    let names = Set(message.headers.map { $0.name.lowercased() })
    let hasBody =
      request.method != "HEAD" && message.status >= 200 && message.status != 204
      && message.status != 304
    if !names.contains("content-length"), !names.contains("transfer-encoding") {
      switch message.framing {
      case .length:
        if hasBody || request.method == "HEAD" {
          message.headers.append(("Content-Length", String(message.body.count)))
        }
      case .chunked: message.headers.append(("Transfer-Encoding", "chunked"))
      case .untilClose: break
      }
    }
    let closes =
      message.closes || message.framing == .untilClose || request.version == "HTTP/1.0"
      || request.header("Connection")?.lowercased() == "close"
    if closes, !names.contains("connection") { message.headers.append(("Connection", "close")) }
    try await send(message, hasBody: hasBody)
    return !closes && message.cutAfter == nil
  }

  private func send(_ message: FixtureResponse.Message, hasBody: Bool) async throws {
    var text = "HTTP/1.1 \(message.status) \(message.reason)\r\n"
    for header in message.headers { text += "\(header.name): \(header.value)\r\n" }
    let head = Array((text + "\r\n").utf8)
    var pieces = FixtureBody.Pieces(
      hasBody ? message.body : .bytes([]),
      limit: message.cutAfter ?? .max
    )
    if hasBody, message.framing == .chunked {
      try await send(head)
      while let piece = pieces.next() {
        guard !piece.isEmpty else { continue }
        try await send(Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [13, 10])
      }
      guard message.cutAfter == nil else { return }
      var end = "0\r\n"
      for trailer in message.trailers { end += "\(trailer.name): \(trailer.value)\r\n" }
      try await send(Array((end + "\r\n").utf8))
    } else {
      // The head leaves in one packet with what follows it, as it does from most servers.
      try await send(head + (pieces.next() ?? []))
      while let piece = pieces.next() { try await send(piece) }
    }
  }

  func sendBelowTLS(_ bytes: [UInt8]) async throws {
    let channel = channel
    try await channel.eventLoop.flatSubmit {
      do {
        let context = try channel.pipeline.syncOperations.context(
          handlerType: TLSHandler.self
        )
        // What is written from the TLS handler's place does not go through it.
        let sent = channel.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: sent)
        return sent.futureResult
      } catch {
        return channel.eventLoop.makeFailedFuture(error)
      }
    }.get()
  }

  func setReading(_ reads: Bool) async throws {
    try await channel.setOption(.autoRead, value: reads).get()
    if reads { channel.read() }
  }

  func halfClose() async throws {
    try await channel.close(mode: .output).get()
  }

  func close() async {
    try? await channel.close().get()
  }

  func closeAbruptly() async {
    let channel = channel
    try? await channel.eventLoop.submit {
      // Closing from the TLS handler's place leaves that handler out.
      if let context = try? channel.pipeline.syncOperations.context(
        handlerType: TLSHandler.self
      ) {
        context.close(promise: nil)
      } else {
        channel.close(promise: nil)
      }
    }.get()
    await untilClosed()
  }

  func reset() async {
    if let provider = channel as? any SocketOptionProvider {
      try? await provider.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    }
    await closeAbruptly()
  }

  func resetAndClose() async {
    await reset()
  }

  func untilClosed() async {
    try? await channel.closeFuture.get()
  }
}
