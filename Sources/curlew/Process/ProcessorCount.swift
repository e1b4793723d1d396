import Files
import Glibc

/// How many processors this process may use.
enum ProcessorCount {
  /// How many scenarios run at once when nothing is said: 8 for each processor, at most 32.
  static var defaultJobs: Int { min(32, 8 * available) }

  /// Processors of the machine, bounded by the quota of its control group.
  static var available: Int {
    var count = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    if let quota = quota { count = min(count, max(1, Int(quota.rounded(.up)))) }
    return max(1, count)
  }

  /// The quota of control groups version 2, in processors: `200000 100000` is two of them.
  private static var quota: Double? {
    guard let bytes = try? FileSystem.read("/sys/fs/cgroup/cpu.max", limit: 64) else { return nil }
    let parts = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    guard parts.count == 2, let most = Double(parts[0]), let period = Double(parts[1]), period > 0
    else { return nil }
    return most / period
  }
}
