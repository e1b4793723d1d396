import NIOCore

/// Stands nearest to the socket: counts the connection and its bytes.
final class ConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// What a request tells of its connection.
  struct Info: Sendable {
    var number: Int
    var tlsVersion: String?
    var clientCertificate: [UInt8]?

    /// Writes these facts into a request.
    func apply(to request: inout FixtureRequest) {
      request.connection = number
      request.tlsVersion = tlsVersion
      request.clientCertificate = clientCertificate
    }
  }

  private let core: FixtureCore
  private var number: Int?
  var isSecured = false
  var tlsVersion: String?
  var clientCertificate: [UInt8]?

  init(core: FixtureCore) {
    self.core = core
  }

  var info: Info {
    Info(number: number ?? 0, tlsVersion: tlsVersion, clientCertificate: clientCertificate)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    number = core.opened(context.channel)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let count = unwrapInboundIn(data).readableBytes
    core.journal.count { $0.bytesReceived += count }
    context.fireChannelRead(data)
  }

  func channelInactive(context: ChannelHandlerContext) {
    context.fireChannelInactive()
    end()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    end()
  }

  private func end() {
    guard let number else { return }
    self.number = nil
    core.closed(number, handshakeFailed: core.tls != nil && !isSecured)
  }
}
