import NIOCore
import NIOPosix

/// A loopback HTTP server for tests that records what comes and answers, or misbehaves, as told.
///
/// ```swift
/// let server = try await FixtureServer.start { request in
///   request.path == "/slow" ? .text("late").after([.wait(milliseconds: 300)]) : .json("{}")
/// }
/// // … send a request to server.url + "/slow" …
/// let request = try await server.nextRequest()
/// #expect(request.method == "GET")
/// await server.stop()
/// ```
public final class FixtureServer: Sendable {
  private let core: FixtureCore
  private let listener: any Channel
  /// The port, or 0 for a unix socket.
  public let port: Int

  private init(core: FixtureCore, listener: any Channel) {
    self.core = core
    self.listener = listener
    port = listener.localAddress?.port ?? 0
  }

  deinit {
    listener.close(promise: nil)
    for channel in core.openChannels { channel.close(promise: nil) }
  }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - options: How it listens.
  ///   - routes: What it answers; the stock routes unless told otherwise.
  /// - Returns: The server, ready for connections.
  /// - Throws: When it cannot listen or TLS cannot be set up.
  public static func start(
    _ options: FixtureOptions = FixtureOptions(),
    routes: FixtureRoutes = .standard
  ) async throws -> FixtureServer {
    let core = try FixtureCore(options: options, routes: routes)
    let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 1_024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: options.isUnixSocket ? 0 : 1)
      .childChannelInitializer { channel in
        guard let gate = options.gate else { return core.initialize(channel) }
        return channel.eventLoop.makeFutureWithTask { await gate.pass() }
          .flatMap { core.initialize(channel) }
      }
    let listener =
      switch options.address {
      case .loopback: try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
      case .loopback6: try await bootstrap.bind(host: "::1", port: 0).get()
      case .unix(let path): try await bootstrap.bind(unixDomainSocketPath: path).get()
      }
    return FixtureServer(core: core, listener: listener)
  }

  /// Starts a server with one closure for all requests.
  ///
  /// - Parameters:
  ///   - options: How it listens.
  ///   - answer: Makes the response of each request.
  /// - Returns: The server, ready for connections.
  /// - Throws: When it cannot listen or TLS cannot be set up.
  public static func start(
    _ options: FixtureOptions = FixtureOptions(),
    answer: @escaping FixtureRoutes.Answer
  ) async throws -> FixtureServer {
    try await start(options, routes: FixtureRoutes(answer: answer))
  }

  /// Closes the listener and every connection, and returns when they are closed.
  public func stop() async {
    try? await listener.close().get()
    for channel in core.openChannels { channel.close(promise: nil) }
    try? await wait { $0.connectionsOpen == 0 }
  }

  /// Closes every connection open now, and goes on listening.
  public func closeConnections() {
    for channel in core.openChannels { channel.close(promise: nil) }
  }

  /// The base URL by address, without a slash at the end; `http://localhost` for a unix socket.
  public var url: String {
    switch core.options.address {
    case .loopback: url(host: "127.0.0.1")
    case .loopback6: url(host: "[::1]")
    case .unix: "\(scheme)://localhost"
    }
  }

  /// The base URL with a host name of the test's choice, which must lead to the server.
  ///
  /// - Parameter host: The host as it stands in a URL.
  /// - Returns: The URL, without a slash at the end.
  public func url(host: String) -> String { "\(scheme)://\(host):\(port)" }

  /// `host:port`, as a `Host` header has it.
  public var authority: String { String(url.dropFirst(scheme.count + 3)) }

  private var scheme: String { core.tls == nil ? "http" : "https" }

  /// What was counted so far.
  public var counts: FixtureCounts { core.journal.counts }

  /// The requests kept so far, in order of arrival.
  public var requests: [FixtureRequest] { core.journal.requests }

  /// Waits for the next request that this method has not returned yet.
  ///
  /// - Parameter limit: The longest wait, after which the test fails.
  /// - Returns: The request, its body whole unless the routes answer early.
  /// - Throws: `FixtureError` at the limit.
  public func nextRequest(within limit: Duration = .seconds(30)) async throws -> FixtureRequest {
    let place = core.journal.takePlace()
    return try await requests(count: place + 1, within: limit)[place]
  }

  /// Waits until so many requests have come.
  ///
  /// - Parameters:
  ///   - count: How many, from the start of the server.
  ///   - limit: The longest wait, after which the test fails.
  /// - Returns: The first `count` requests.
  /// - Throws: `FixtureError` at the limit, or when the options kept fewer.
  public func requests(
    count: Int,
    within limit: Duration = .seconds(30)
  ) async throws -> [FixtureRequest] {
    try await wait(within: limit) { $0.requests >= count }
    let requests = Array(core.journal.requests.prefix(count))
    guard requests.count == count else {
      throw FixtureError("only \(requests.count) of \(count) requests were kept")
    }
    return requests
  }

  /// Waits until so many connections have been closed, by whichever side.
  ///
  /// - Parameters:
  ///   - count: How many, from the start of the server.
  ///   - limit: The longest wait, after which the test fails.
  /// - Throws: `FixtureError` at the limit.
  public func connectionClosed(
    count: Int = 1,
    within limit: Duration = .seconds(30)
  ) async throws {
    try await wait(within: limit) { $0.connectionsClosed >= count }
  }

  /// Waits until the counts are as wanted.
  ///
  /// - Parameters:
  ///   - limit: The longest wait, after which the test fails.
  ///   - condition: What is waited for; called after each change.
  /// - Throws: `FixtureError` at the limit.
  public func wait(
    within limit: Duration = .seconds(30),
    until condition: @escaping @Sendable (FixtureCounts) -> Bool
  ) async throws {
    try await core.journal.wait(within: limit, until: condition)
  }
}

extension FixtureOptions {
  fileprivate var isUnixSocket: Bool {
    if case .unix = address { true } else { false }
  }
}
