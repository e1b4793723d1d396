import Diagnostics

/// Reads many scenario files on every core at once.
///
/// Of files that use others only the text is read: used files are read once and name each other, so all of them are understood one
/// after the other.
enum ParallelReading {
  /// What became of a file.
  enum Outcome: Sendable {
    /// Its text.
    case text(SourceFile)
    /// Its scenario, which uses no other file.
    case understood(Scenario?, [Diagnostic], [FileReader.FileReference])
  }

  /// Fewer files than this are not worth a second thread.
  private static let fewest = 16
  /// How many files a task takes.
  private static let share = 32

  /// Reads files.
  ///
  /// - Parameters:
  ///   - paths: the files.
  ///   - parser: understands them.
  /// - Returns: what became of each that could be read; nothing where there are few files.
  static func read(_ paths: [String], _ parser: ScenarioParser) async -> [String: Outcome] {
    guard paths.count >= fewest else { return [:] }
    return await withTaskGroup(of: [(String, Outcome)].self) { group in
      for start in stride(from: 0, to: paths.count, by: share) {
        let part = paths[start..<min(start + share, paths.count)]
        group.addTask { part.compactMap { path in read(path, parser).map { (path, $0) } } }
      }
      var outcomes: [String: Outcome] = [:]
      outcomes.reserveCapacity(paths.count)
      for await part in group {
        for (path, outcome) in part { outcomes[path] = outcome }
      }
      return outcomes
    }
  }

  private static func read(_ path: String, _ parser: ScenarioParser) -> Outcome? {
    guard let bytes = try? FileSystem.read(path, limit: YAMLDocument.largestFile + 1) else {
      return nil
    }
    let file = SourceFile(path: path, utf8: bytes)
    guard !hasText("use", in: bytes) else { return .text(file) }
    let reader = parser.reader(of: file)
    let scenario = reader.scenario()
    return .understood(scenario, reader.sortedDiagnostics, reader.fileReferences)
  }

  /// Whether an ASCII text stands somewhere in some bytes.
  private static func hasText(_ text: StaticString, in bytes: [UInt8]) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count >= count else { return false }
    for start in 0...(bytes.count - count) {
      var length = 0
      while length < count, unsafe bytes[start + length] == text.utf8Start[length] { length += 1 }
      if length == count { return true }
    }
    return false
  }
}
