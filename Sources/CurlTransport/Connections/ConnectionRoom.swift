/// How many connections libcurl may hold open.
///
/// libcurl counts those in use among the ones that it keeps, and closes an idle one for each that
/// comes back when they are too many. With the limit of the idle ones alone, a thousand transfers
/// at once would lose each connection with its first answer. So there is room for the most
/// transfers of late, and for the idle ones beside them.
struct ConnectionRoom {
  /// How long a peak counts, in nanoseconds; libcurl uses no connection again that has been idle
  /// for twice as long.
  static let memory: UInt64 = 60_000_000_000

  /// How many connections there is room for.
  private(set) var size: Int

  private let idleLimit: Int
  private var peak = 0
  private var peakTime: UInt64 = 0

  /// Begins with room for idle connections.
  ///
  /// - Parameter idleLimit: how many may stand idle, at least 1.
  init(idleLimit: Int) {
    self.idleLimit = max(1, idleLimit)
    size = self.idleLimit
  }

  /// Learns how many transfers there are.
  ///
  /// - Parameters:
  ///   - transfers: those that have begun and not ended.
  ///   - time: nanoseconds of the monotonic clock.
  /// - Returns: whether ``size`` is another one now.
  mutating func hold(_ transfers: Int, at time: UInt64) -> Bool {
    guard transfers >= peak || time > peakTime + Self.memory else { return false }
    peakTime = time
    guard transfers != peak else { return false }
    peak = transfers
    size = idleLimit + peak
    return true
  }
}
