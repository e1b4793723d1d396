/// How often a credential may be refreshed, so that a server that refuses every one is not asked for
/// ever.
///
/// As in Alamofire: five times in thirty seconds; one more is an error (-1013).
public struct RefreshWindow: Sendable, Hashable {
  /// How long a refresh counts.
  public var interval: Duration
  /// How many refreshes there may be in that time.
  public var limit: Int

  /// Creates a bound.
  ///
  /// - Parameters:
  ///   - interval: how long a refresh counts.
  ///   - limit: how many refreshes there may be in that time.
  public init(interval: Duration = .seconds(30), limit: Int = 5) {
    self.interval = interval
    self.limit = limit
  }

  /// Whether no further refresh is allowed; forgets those that count no more.
  ///
  /// - Parameters:
  ///   - starts: when there were refreshes, in seconds since 1970.
  ///   - now: the same of now.
  /// - Returns: whether the limit is reached.
  func isFull(of starts: inout [Double], at now: Double) -> Bool {
    let first = now - interval / .seconds(1)
    starts.removeAll { $0 < first }
    return starts.count >= limit
  }
}

extension SessionError {
  /// The credential is refreshed again and again.
  static func refreshedTooOften(_ window: RefreshWindow) -> SessionError {
    SessionError(
      code: .userAuthenticationRequired,
      message: """
        expected the credential to be refreshed at most \(window.limit) times within \
        \(window.interval), and it would be once more
        """
    )
  }
}
