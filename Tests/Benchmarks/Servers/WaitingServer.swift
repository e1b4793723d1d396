import Glibc
import Locks

/// A server that lets every request wait: for a time, or until so many wait together.
///
/// It runs on a thread of its own for as long as the value lives.
final class WaitingServer: Sendable {
  /// When a request is answered.
  enum Answering: Sendable {
    /// So many milliseconds after it came.
    case after(Int)
    /// When ``WaitingServer/release()`` is called.
    case onRelease
  }

  /// What the server has seen.
  struct Counts: Sendable {
    /// The requests that wait now.
    var waiting = 0
    /// The most requests that waited at once.
    var mostWaiting = 0
    /// All requests.
    var requests = 0
  }

  /// Its address, without a slash at the end.
  let url: String
  private let state: Locked<WaitingServerState>

  /// Starts the server on a port that the system chooses.
  ///
  /// - Throws: ``BenchmarkError`` when the system refuses.
  init(_ answering: Answering) throws(BenchmarkError) {
    OwnDescriptors.raise()
    let place = try Loopback.listen()
    url = "http://127.0.0.1:\(place.port)"
    let state = Locked(WaitingServerState())
    self.state = state
    try ServerThread.start {
      guard var loop = WaitingServerLoop(place.descriptor, answering, state) else { return }
      loop.run()
    }
  }

  deinit {
    state.withLock { $0.isStopped = true }
  }

  /// What has happened so far.
  var counts: Counts { state.withLock { $0.counts } }

  /// Answers all requests that wait, and from then on each at once.
  func release() {
    state.withLock { $0.isReleased = true }
  }
}

/// What a ``WaitingServer`` and its thread tell each other.
struct WaitingServerState: Sendable {
  var counts = WaitingServer.Counts()
  var isReleased = false
  var isStopped = false
}

/// The program's own limit of open files.
enum OwnDescriptors {
  /// The most descriptors that the program may have, raised as far as allowed.
  @discardableResult
  static func raise() -> Int {
    var limit = rlimit()
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe getrlimit(kind, &limit) == 0 else { return 0 }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(kind, &limit)
    return Int(clamping: limit.rlim_cur)
  }
}
