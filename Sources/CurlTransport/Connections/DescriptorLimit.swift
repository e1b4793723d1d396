import Glibc

/// The process's limit of open files, raised as far as allowed once transfers need it.
struct DescriptorLimit {
  /// How many descriptors no connection gets: the runtime reads files about its threads while they are busy,
  /// and ends the process when it cannot.
  private static let reserve = 8

  private var soft: Int
  private var hard: Int

  init() {
    var limit = rlimit()
    let status = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    soft = status == 0 ? Int(clamping: limit.rlim_cur) : .max
    hard = status == 0 ? Int(clamping: limit.rlim_max) : .max
  }

  /// The lowest descriptor that no connection may have.
  var ceiling: Int32 { Int32(clamping: soft - Self.reserve) }

  /// Raises the limit when it is too low for so many sockets beside the process's other files.
  mutating func provide(for sockets: Int) {
    guard sockets > soft - 64, soft < hard else { return }
    let target = min(hard, max(soft * 2, 65_536))
    var limit = rlimit(rlim_cur: rlim_t(target), rlim_max: rlim_t(hard))
    let status = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    // Asked once: what is refused now is refused later too.
    soft = status == 0 ? target : hard
  }
}
