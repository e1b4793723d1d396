import Locks
import NIOCore
import NIOHTTP2

/// What the connections of one server share: the options, the routes, the journal.
final class FixtureCore: Sendable {
  let options: FixtureOptions
  let routes: FixtureRoutes
  let journal: FixtureJournal
  let tls: TLSContext?
  private let nextConnection = Locked(0)
  private let channels = Locked<[Int: any Channel]>([:])

  init(options: FixtureOptions, routes: FixtureRoutes) throws {
    self.options = options
    self.routes = routes
    journal = FixtureJournal(keptRequests: options.keptRequests)
    tls =
      switch options.security {
      case .plain: nil
      case .tls(let tls): try TLSContext(tls, protocols: options.protocols)
      }
  }

  /// The channels open now.
  var openChannels: [any Channel] { channels.withLock { Array($0.values) } }

  /// Answers the requests of a connection or a stream one after the other.
  func serve(_ requests: AsyncStream<FixtureRequest>, on wire: any FixtureWire) async {
    for await request in requests {
      let numbered = journal.record(request)
      let response = await routes.answer(numbered)
      do {
        guard try await wire.play(response, to: numbered) else { return await wire.close() }
      } catch {
        return await wire.abandon()
      }
    }
  }

  /// Puts the handlers of a new connection in place.
  func initialize(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let connection = ConnectionHandler(core: self)
      try channel.pipeline.syncOperations.addHandler(connection)
      guard let tls else { return try self.start(channel, connection) }
      guard let secured = tls.makeConnection() else { throw FixtureError("no TLS connection") }
      try channel.pipeline.syncOperations.addHandler(TLSHandler(secured))
    }.flatMap {
      guard self.tls != nil else { return channel.eventLoop.makeSucceededVoidFuture() }
      return channel.configureHTTP2SecureUpgrade(
        h2ChannelConfigurator: { self.secured($0, isHTTP2: true) },
        http1ChannelConfigurator: { self.secured($0, isHTTP2: false) }
      )
    }
  }

  private func secured(_ channel: any Channel, isHTTP2: Bool) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let operations = channel.pipeline.syncOperations
      let connection = try operations.handler(type: ConnectionHandler.self)
      connection.isSecured = true
      let tls = try operations.handler(type: TLSHandler.self).connection
      connection.tlsVersion = tls.version
      connection.clientCertificate = tls.peerCertificate
      if isHTTP2 {
        try self.startHTTP2(channel, connection)
      } else {
        try operations.addHandler(HTTP1Handler(core: self, connection: connection.info))
      }
    }
  }

  private func start(_ channel: any Channel, _ connection: ConnectionHandler) throws {
    switch options.protocols {
    case .http1:
      try channel.pipeline.syncOperations.addHandler(
        HTTP1Handler(core: self, connection: connection.info)
      )
    case .http2: try startHTTP2(channel, connection)
    }
  }

  private func startHTTP2(_ channel: any Channel, _ connection: ConnectionHandler) throws {
    try HTTP2StreamHandler.configure(channel, core: self, connection: connection.info)
  }

  func opened(_ channel: any Channel) -> Int {
    let number = nextConnection.withLock { number in
      number += 1
      return number - 1
    }
    channels.withLock { $0[number] = channel }
    journal.count { $0.connectionsAccepted += 1 }
    return number
  }

  func closed(_ number: Int, handshakeFailed: Bool) {
    channels.withLock { $0[number] = nil }
    journal.count { counts in
      counts.connectionsClosed += 1
      if handshakeFailed { counts.handshakesFailed += 1 }
    }
  }
}
