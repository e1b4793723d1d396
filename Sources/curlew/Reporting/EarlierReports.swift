import ArgumentParser
import Engine
import Locks
import Reports

/// What earlier runs left where this run will write its reports, for as long as it has not been taken away.
///
/// A run that is abandoned before it has prepared its reports must leave none that looks like its own.
enum EarlierReports {
  private static let requests = Locked<[ReportRequest]>([])

  /// Notes reports that this run is to write.
  static func expect(_ reports: [ReportRequest]) {
    requests.withLock { $0 += reports }
  }

  /// Notes that nothing of an earlier run is left.
  static func settle() {
    requests.withLock { $0 = [] }
  }

  /// Takes away what the command line of a run names, before anything of it is understood: a mistake behind it must not leave the
  /// report of an earlier run to be taken for this one's.
  ///
  /// What the run reads or appends to stays, and all of it where nothing is to be run.
  ///
  /// - Parameters:
  ///   - words: what follows the name of the command.
  ///   - environment: the process's.
  static func removeNamed(in words: [String], _ environment: () -> [String: String]) {
    let words = Array(words.prefix { $0 != "--" })
    guard words.first == RunCommand.configuration.commandName, words.contains(where: isReport),
      !words.contains(where: { ["--dry-run", "--help", "-h", "--version"].contains($0) })
    else { return }
    let automatic = AutomaticReports(environment(), isWanted: !words.contains("--no-github"))
    let read = values(of: "--rerun-failed", in: words) + values(of: "--shard-times", in: words)
    for text in RunArguments.reports({ values(of: "--\($0.name)", in: words) }) {
      guard let request = try? ReportRequest(parsing: text), automatic.writer(for: request) == nil,
        !read.contains(where: { ReportRequest(kind: request.kind, path: $0).hasPlace(of: request) })
      else { continue }
      request.removeEarlier()
    }
  }

  private static func isReport(_ word: String) -> Bool {
    word.hasPrefix("--report")
  }

  /// The values of an option, as far as they can be read without understanding the others.
  private static func values(of name: String, in words: [String]) -> [String] {
    words.indices.compactMap { index in
      if words[index].hasPrefix("\(name)=") {
        return String(words[index].dropFirst(name.count + 1))
      }
      return words[index] == name && index + 1 < words.count ? words[index + 1] : nil
    }
  }

  /// Takes away what is left; errors are nobody's concern any more.
  static func remove() {
    for request in requests.withLock({ $0 }) { request.removeEarlier() }
  }
}
