import Glibc

/// Files that are read whole, above all the kernel's about processes.
enum ProcessFiles {
  /// The lines of a file; none when it cannot be read.
  static func lines(_ path: String) -> [String] {
    bytes(path).split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A file whole; nothing when it cannot be read.
  static func bytes(_ path: String) -> [UInt8] {
    guard let file = unsafe fopen(path, "r") else { return [] }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe fread(&piece, 1, piece.count, file)
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
    }
  }

  /// Whether something can be run.
  static func isExecutable(_ path: String) -> Bool {
    unsafe access(path, X_OK) == 0
  }

  /// The path of a command in the folders of `PATH`, or in others; nil when it is nowhere.
  static func command(_ name: String, besides others: [String] = []) -> String? {
    var folders = others
    if let path = unsafe getenv("PATH") {
      folders = unsafe String(cString: path).split(separator: ":").map(String.init) + others
    }
    return folders.map { "\($0)/\(name)" }.first { isExecutable($0) }
  }

  /// The names of a process's threads.
  static func threads(of identifier: Int32) -> [String] {
    let folder = "/proc/\(identifier)/task"
    guard let directory = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      names += lines("\(folder)/\(name)/comm")
    }
    return names
  }

  /// The most memory that a process has had so far, in MiB.
  static func peakMemory(of identifier: Int32) -> Double {
    for line in lines("/proc/\(identifier)/status") where line.hasPrefix("VmHWM:") {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      if words.count > 1, let size = Double(words[1]) { return size / 1024 }
    }
    return 0
  }
}
