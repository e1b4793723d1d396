import Glibc

/// The memory of this process.
enum ProcessMemory {
  /// The resident part, in bytes; `nil` where the system does not say.
  static var resident: Int? {
    guard let file = unsafe fopen("/proc/self/statm", "r") else { return nil }
    defer { _ = unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard unsafe fgets(&line, Int32(line.count), file) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
