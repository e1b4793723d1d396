import Locks

/// Tells whether the network, a host or an address can be reached, and when that changes.
///
/// As in AFNetworking the status is unknown until monitoring starts, and it is for explaining a
/// failure or for trying again, never for preventing a request: a route is no promise. The kernel
/// is asked over netlink. Three deliberate divergences: callbacks run in one line of their own
/// instead of on the main queue; a check that finds the same status again is not reported unless
/// ``reportsRepeats`` is set, because netlink speaks of every address and route; and there is no
/// default target that has to be stopped when the program ends.
///
/// ```swift
/// let network = NetworkReachabilityManager.shared
/// network.setStatusChangeHandler { print($0) }  // Reachable via WiFi
/// try network.startMonitoring()
/// ```
public final class NetworkReachabilityManager: Sendable {
  /// Watches the way to everywhere, for the whole process; not started.
  public static let shared = NetworkReachabilityManager()

  private struct State: Sendable {
    var status = NetworkReachabilityStatus.unknown
    var thread: ReachabilityThread?
    /// Counts starts and stops, so that what comes late is known.
    var generation = 0
    /// The generation whose first check has been reported.
    var toldGeneration = -1
    var reportsRepeats = false
    var handler: Handler?
  }

  /// Is called with each status.
  public typealias Handler = @Sendable (NetworkReachabilityStatus) -> Void

  private let target: ReachabilityTarget
  private let callbacks = SerialCallbacks()
  private let broadcast = EventBroadcast<NetworkReachabilityEvent>()
  private let state = Locked(State())

  private init(target: ReachabilityTarget) { self.target = target }

  /// Creates a manager of the way to everywhere: any default route whose link is up.
  public convenience init() { self.init(target: .everywhere) }

  /// Creates a manager of the way to a host.
  ///
  /// - Parameter domain: a name, which is resolved while monitoring; `localhost` and the names
  ///   below it are always reachable. An address counts as one.
  public convenience init(domain: String) { self.init(target: ReachabilityTarget(domain: domain)) }

  /// Creates a manager of the way to an address.
  ///
  /// - Parameter address: IPv4 or IPv6; `0.0.0.0` and `::` stand for everywhere.
  /// - Throws: `SessionError` (-1000) for what is no address.
  public convenience init(address: String) throws(SessionError) {
    guard let parsed = NetworkAddress(address) else {
      throw SessionError(code: .badURL, message: "expected an IP address, got \"\(address)\"")
    }
    self.init(target: .address(parsed))
  }

  deinit {
    state.withLock { $0.thread }?.stop()
    broadcast.finish()
  }

  /// What the latest look saw, ``NetworkReachabilityStatus/unknown`` before the first one.
  public var status: NetworkReachabilityStatus { state.withLock { $0.status } }

  /// Whether there is a way, over whatever network.
  public var isReachable: Bool { status.isReachable }

  /// Whether there is a way over a mobile network.
  public var isReachableViaWWAN: Bool { status == .reachableViaWWAN }

  /// Whether there is a way over any other network.
  public var isReachableViaWiFi: Bool { status == .reachableViaWiFi }

  /// The status for people.
  public var statusText: String { status.description }

  /// Whether a status that is the same as before is reported, as AFNetworking does.
  public var reportsRepeats: Bool {
    get { state.withLock { $0.reportsRepeats } }
    set { state.withLock { $0.reportsRepeats = newValue } }
  }

  /// Sets who is called with each status, `nil` for nobody.
  public func setStatusChangeHandler(_ handler: Handler?) {
    state.withLock { $0.handler = handler }
  }

  /// All events from now on, for as long as the stream is kept.
  public func events() -> AsyncStream<NetworkReachabilityEvent> { broadcast.listen() }

  /// All statuses from now on, for as long as the stream is kept.
  public func statuses() -> AsyncStream<NetworkReachabilityStatus> {
    let (stream, continuation) = AsyncStream<NetworkReachabilityStatus>.makeStream()
    let events = events()
    let relay = Task {
      for await event in events { continuation.yield(event.status) }
      continuation.finish()
    }
    continuation.onTermination = { _ in relay.cancel() }
    return stream
  }

  /// Starts or restarts monitoring; the first check is reported like a change.
  ///
  /// The network namespace of the calling thread is the one that is watched.
  ///
  /// - Throws: `SessionError` (-1008) where the kernel gives no netlink socket.
  public func startMonitoring() throws(SessionError) {
    stopMonitoring()
    let generation = state.withLock { $0.generation }
    let thread = try ReachabilityThread(target) { [weak self] status in
      self?.saw(status, in: generation)
    }
    try thread.start()
    let isLate = state.withLock { state in
      guard state.generation == generation, state.thread == nil else { return true }
      state.thread = thread
      return false
    }
    if isLate { thread.stop() }
  }

  /// Stops monitoring; nothing is reported afterwards, and the last status stays.
  public func stopMonitoring() {
    let thread = state.withLock { state in
      state.generation += 1
      return state.thread.take()
    }
    thread?.stop()
  }

  private func saw(_ status: NetworkReachabilityStatus, in generation: Int) {
    callbacks.enqueue { [self] in
      let (isNews, handler) = state.withLock { state -> (Bool, Handler?) in
        let isNews =
          state.status != status || state.reportsRepeats || state.toldGeneration != generation
        guard state.generation == generation, isNews else { return (false, nil) }
        state.toldGeneration = generation
        state.status = status
        return (true, state.handler)
      }
      guard isNews else { return }
      handler?(status)
      broadcast.send(NetworkReachabilityEvent(manager: self, status: status))
    }
  }
}

extension URLSessionManager {
  /// The manager of the way to everywhere, as each of AFNetworking's sessions has it; not started.
  public var reachabilityManager: NetworkReachabilityManager { .shared }
}
