import Glibc
import Locks

/// A small, deterministic API on 127.0.0.1 for scenarios to be tried on.
///
/// It speaks HTTP/1.1 on one thread of its own, starts in about a millisecond and keeps its state
/// (orders, counters, sessions) in memory. Each server starts with the same state and counts its ids from
/// the same seed.
///
/// ```swift
/// let server = try DemoServer.start()
/// print(server.url)  // http://127.0.0.1:41873
/// server.stop()
/// ```
public final class DemoServer: Sendable {
  /// The port that the server listens on.
  public let port: UInt16

  private let stopSignal: WakePipe
  private let stopped: WakePipe

  private init(port: UInt16, stopSignal: WakePipe, stopped: WakePipe) {
    self.port = port
    self.stopSignal = stopSignal
    self.stopped = stopped
  }

  deinit {
    stopSignal.signal()
  }

  /// The base of the server's URLs, without a slash at the end.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - port: the port to listen on; 0 takes a free one.
  ///   - log: gets a line for each answer, without a line end (`POST /orders 201, 212 bytes`). It is
  ///     called on the server's thread and must neither block nor stop the server.
  /// - Returns: the running server; it stops when it is told to or is no longer referred to.
  /// - Throws: `DemoServerError` when the port is taken or the system refuses.
  public static func start(
    port: UInt16 = 0,
    log: (@Sendable (String) -> Void)? = nil
  ) throws(DemoServerError) -> DemoServer {
    try start(port: port, limits: ServerLimits(), log: log)
  }

  /// Starts a server with other bounds than the usual ones.
  static func start(
    port: UInt16 = 0,
    limits: ServerLimits,
    log: (@Sendable (String) -> Void)? = nil
  ) throws(DemoServerError) -> DemoServer {
    let listener = try ListeningSocket(port: port)
    let boundPort = listener.port
    guard let stopSignal = WakePipe(), let stopped = WakePipe() else {
      throw .system("pipe", port: 0, number: errno)
    }
    // The thread takes the listener out, so that it owns it alone and closes it.
    let handover = Locked<ListeningSocket?>(listener)
    try ServerThread.start {
      if let listener = handover.withLock({ $0.take() }) {
        let api = DemoAPI(url: "http://127.0.0.1:\(boundPort)")
        let loop = ServerLoop(
          listener: listener,
          stopSignal: stopSignal,
          limits: limits,
          log: log,
          answer: api.answer
        )
        loop.run()
      }
      stopped.signal()
    }
    return DemoServer(port: boundPort, stopSignal: stopSignal, stopped: stopped)
  }

  /// Closes the port and all connections, and returns when that is done.
  ///
  /// Answers under way are cut off. A second call does nothing.
  public func stop() {
    stopSignal.signal()
    stopped.wait()
  }

  /// Blocks the calling thread until the server has stopped.
  public func waitUntilStopped() {
    stopped.wait()
  }
}
