/// A loopback port that refuses every connection for as long as the value lives.
///
/// The socket is bound and never listens, so the kernel answers each attempt with a reset and no
/// other process can be given the port meanwhile.
public final class PortOfNobody: Sendable {
  private let socket: LoopbackSocket

  /// Binds a free port of 127.0.0.1 without listening on it.
  ///
  /// - Throws: `FixtureError` when the system gives no socket.
  public init() throws(FixtureError) {
    socket = try LoopbackSocket(backlog: nil)
  }

  /// The port, on 127.0.0.1.
  public var port: Int { socket.port }

  /// The base URL of nobody, without a slash at the end.
  public var url: String { "http://127.0.0.1:\(port)" }
}
