import Glibc

/// How many files the process may have open.
enum OpenFiles {
  /// How many a run beside the demo API opens at least: what the runtime cannot open ends the process.
  static let least = 48

  /// Why there are too few, after as many were asked for as the system gives; `nil` when there are enough.
  static var shortage: String? {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      limit.rlim_cur < least
    else { return nil }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(least))
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    guard limit.rlim_cur < least else { return nil }
    return
      "only \(limit.rlim_cur) files may be open at once, and --demo needs \(least); raise it (ulimit -n)"
  }
}
