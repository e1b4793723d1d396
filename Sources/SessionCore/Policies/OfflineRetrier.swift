/// Waits for the network after a request found none, and sends it once more.
///
/// As in Alamofire: at most five seconds, and only after errors that a missing network explains.
///
/// ```swift
/// configuration.retriers = [OfflineRetrier()]
/// ```
public struct OfflineRetrier: RequestRetrier {
  /// How long the network is waited for.
  public var limit: Duration
  /// The errors of `SessionError.Domain.url` that a missing network explains.
  public var codes: Set<SessionError.Code> = [
    .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .dataNotAllowed,
  ]
  private let makeManager: @Sendable () -> NetworkReachabilityManager

  /// Creates a retrier.
  ///
  /// - Parameters:
  ///   - limit: how long the network is waited for.
  ///   - network: makes what is asked about the network, once for each wait.
  public init(
    limit: Duration = .seconds(5),
    network: @escaping @Sendable () -> NetworkReachabilityManager = { .init() }
  ) {
    self.limit = limit
    makeManager = network
  }

  /// Retries as soon as there is a network, if there is one in time.
  public func decide(
    on request: SessionRequest,
    status: Int?,
    error: SessionError?,
    retries: Int
  ) async -> RetryDecision {
    guard retries == 0, let error, error.domain == .url, codes.contains(error.code) else {
      return .doNotRetry
    }
    let network = makeManager()
    let statuses = network.statuses()
    do throws(SessionError) {
      try network.startMonitoring()
    } catch {
      return .doNotRetry
    }
    defer { network.stopMonitoring() }
    let limit = limit
    let isThere = await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await status in statuses where status.isReachable { return true }
        return false
      }
      group.addTask {
        try? await Task.sleep(for: limit)
        return false
      }
      let first = await group.next() ?? false
      group.cancelAll()
      return first
    }
    return isThere ? .retry(after: .zero) : .doNotRetry
  }
}
