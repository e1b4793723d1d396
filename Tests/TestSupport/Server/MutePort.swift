/// A loopback port whose connections are made by the kernel and never answered.
public final class MutePort: Sendable {
  private let socket: LoopbackSocket

  /// Listens on a free port of 127.0.0.1 and accepts nothing.
  ///
  /// - Throws: `FixtureError` when the system gives no socket.
  public init() throws(FixtureError) {
    socket = try LoopbackSocket(backlog: 64)
  }

  /// The port, on 127.0.0.1.
  public var port: Int { socket.port }
}
