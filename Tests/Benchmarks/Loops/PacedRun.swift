import Glibc

/// What a number of requests took of this process.
struct PacedRun: Sendable {
  /// Requests in a second.
  var rate: Double
  /// Processor time of this process for each request, in microseconds.
  var cpu: Double

  /// Measures a piece of work.
  ///
  /// - Parameters:
  ///   - count: how many requests it makes.
  ///   - work: makes them.
  /// - Returns: what they took.
  /// - Throws: what the work throws.
  static func of(_ count: Int, _ work: () async throws -> Void) async throws -> PacedRun {
    let clock = ContinuousClock()
    let cpu = Self.cpuSeconds
    let start = clock.now
    try await work()
    let seconds = start.duration(to: clock.now).inSeconds
    return PacedRun(
      rate: Double(count) / seconds,
      cpu: (cpuSeconds - cpu) / Double(count) * 1e6
    )
  }

  private static var cpuSeconds: Double {
    var usage = rusage()
    _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.cpuSeconds
  }
}
