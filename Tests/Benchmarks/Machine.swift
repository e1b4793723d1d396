import Glibc

/// What the figures were measured on.
enum Machine {
  /// The processors, the memory and the system.
  static var description: String {
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let bytes = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    return "\(processors) × \(processor), \((bytes + (1 << 29)) >> 30) GiB, \(architecture)"
  }

  private static var processor: String {
    for line in ProcessFiles.lines("/proc/cpuinfo") where line.hasPrefix("model name") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      return line[line.index(after: colon)...].split(separator: " ").joined(separator: " ")
    }
    return "processor"
  }

  private static var architecture: String {
    #if arch(x86_64)
    "x86_64"
    #elseif arch(arm64)
    "aarch64"
    #else
    "unknown architecture"
    #endif
  }
}
