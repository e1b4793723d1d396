import CurlTransport
import Foundation

/// What the kernel says of this process.
enum ProcessState {
  /// How many file descriptors are open.
  static var descriptors: Int {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
  }

  /// How many threads make transfers.
  static var transferThreads: Int {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.count { thread in
      let name = try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)
      return name?.trimmingCharacters(in: .newlines) == TransferLoop.threadName
    }
  }

  /// The bytes of memory in use.
  static var residentBytes: Int { status("VmRSS:") }

  /// The most bytes of memory in use since the mark was last set.
  static var peakBytes: Int { status("VmHWM:") }

  /// Lets the peak count anew from here.
  ///
  /// - Returns: false where the kernel does not allow it.
  static func markPeak() -> Bool {
    (try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)) != nil
  }

  private static func status(_ name: String) -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    let kilobytes = line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first ?? 0
    return kilobytes * 1024
  }
}
