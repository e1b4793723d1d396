import NIOCore
import NIOTLS

/// Decrypts what a client sends and encrypts what it is sent.
///
/// Used instead of swift-nio-ssl, whose own copy of BoringSSL was a third of the work of `swift build`.
final class TLSHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum State {
    case handshaking
    case open
    /// Nothing is encrypted or decrypted any more.
    case closed
  }

  let connection: TLSConnection
  private var state = State.handshaking
  /// What was written since the last flush, or before the handshake was done.
  private var waiting: [(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)] = []

  init(_ connection: TLSConnection) {
    self.connection = connection
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    unsafe unwrapInboundIn(data).withUnsafeReadableBytes { unsafe connection.receive($0) }
    if state == .handshaking { continueHandshake(context) }
    if state == .open { decrypt(context) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.fireChannelReadComplete()
    // Without `autoRead` nobody else asks for more before the handshake is done.
    if state == .handshaking { context.read() }
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(ChannelError.ioOnClosedChannel)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    end(ChannelError.ioOnClosedChannel)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard state != .closed else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    waiting.append((unwrapOutboundIn(data), promise))
  }

  func flush(context: ChannelHandlerContext) {
    if state == .open { encrypt(context) }
    context.flush()
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if mode != .input, state == .open {
      encrypt(context)
      connection.sendCloseNotify()
      send(context, promise: nil)
      if mode == .all { state = .closed }
    }
    context.close(mode: mode, promise: promise)
  }

  private func continueHandshake(_ context: ChannelHandlerContext) {
    let outcome = connection.continueHandshake()
    // A failure sends an alert.
    send(context, promise: nil)
    switch outcome {
    case .needsInput: break
    case .done:
      state = .open
      context.fireUserInboundEventTriggered(
        TLSUserEvent.handshakeCompleted(negotiatedProtocol: connection.applicationProtocol)
      )
      if state == .open { encrypt(context) }
    case .ended, .failed: fail(context, "the TLS handshake failed")
    }
  }

  private func decrypt(_ context: ChannelHandlerContext) {
    while state == .open {
      var bytes = context.channel.allocator.buffer(capacity: 16_384)
      var outcome = TLSConnection.Outcome.done
      unsafe bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: 16_384) { buffer in
        let step = unsafe connection.read(into: buffer)
        outcome = step.outcome
        return step.count
      }
      // The answer to a change of keys, or an alert.
      if connection.pendingCount > 0 { send(context, promise: nil) }
      switch outcome {
      case .done: context.fireChannelRead(wrapInboundOut(bytes))
      case .needsInput: return
      case .ended: return context.close(mode: .all, promise: nil)
      case .failed: return fail(context, "the client broke TLS")
      }
    }
  }

  private func encrypt(_ context: ChannelHandlerContext) {
    let writes = waiting
    waiting = []
    for (bytes, promise) in writes {
      if bytes.readableBytes > 0,
        unsafe bytes.withUnsafeReadableBytes({ unsafe connection.write($0) }) != .done
      {
        promise?.fail(FixtureError("the bytes cannot be encrypted"))
      } else {
        send(context, promise: promise)
      }
    }
  }

  /// Sends the bytes that OpenSSL has for the client.
  private func send(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
    let count = connection.pendingCount
    guard count > 0 else {
      promise?.succeed()
      return
    }
    var bytes = context.channel.allocator.buffer(capacity: count)
    unsafe bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: count) {
      unsafe connection.send(into: $0)
    }
    context.writeAndFlush(wrapOutboundOut(bytes), promise: promise)
  }

  private func fail(_ context: ChannelHandlerContext, _ reason: String) {
    let error = FixtureError(reason)
    end(error)
    context.fireErrorCaught(error)
    context.close(mode: .all, promise: nil)
  }

  private func end(_ error: any Error) {
    state = .closed
    let writes = waiting
    waiting = []
    for (_, promise) in writes { promise?.fail(error) }
  }
}
