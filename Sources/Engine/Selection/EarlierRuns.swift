/// Finds the runs of a plan again in earlier reports, which may come from another machine or another folder.
struct EarlierRuns {
  /// What is the same in a report and in a plan.
  struct Key: Hashable, Sendable {
    /// The file, relative to the project's folder.
    var file: String
    /// The label of the row.
    var row: String?
    /// The number of the repeat.
    var turn: Int?
  }

  /// How a plan calls a file, and the scenario in it.
  struct File: Hashable, Sendable {
    /// As it is shown.
    var path: String
    /// Relative to the project's folder.
    var identity: String
    /// The name of its scenario.
    var name: String
  }

  private let shown: [String: File]
  private let identities: [String: File]
  private let lastParts: [Substring: [File]]
  /// Whether repeats have numbers on both sides.
  private let tellsTurns: Bool

  /// Prepares for the files of a plan.
  ///
  /// - Parameters:
  ///   - files: all that the plan may hold.
  ///   - tellsTurns: whether the plan repeats its scenarios; else any repeat of a report stands for the one run.
  init(_ files: [File], tellsTurns: Bool) {
    shown = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    identities = Dictionary(files.map { ($0.identity, $0) }) { first, _ in first }
    lastParts = Dictionary(grouping: files) { Self.lastPart(of: $0.identity) }
    self.tellsTurns = tellsTurns
  }

  /// What a scenario of a report is called here; `nil` when its file is not among the plan's.
  ///
  /// A path that is not the same is taken for the one that ends, or begins later, as it does and holds a scenario of that name: the report may have
  /// been written from another folder.
  func key(of scenario: EarlierReport.Scenario) -> Key? {
    guard let file = file(of: scenario) else { return nil }
    return Key(
      file: file.identity,
      row: scenario.row,
      turn: tellsTurns ? scenario.turn : nil
    )
  }

  /// What the file of a path is called here; `nil` when it is not among the plan's.
  func identity(ofFile path: String) -> String? {
    (shown[path] ?? identities[path])?.identity
  }

  private func file(of scenario: EarlierReport.Scenario) -> File? {
    let path = scenario.path
    if let file = shown[path] ?? identities[path] { return file }
    let candidates = (lastParts[Self.lastPart(of: path)] ?? []).filter { file in
      guard file.name == scenario.name else { return false }
      return path.hasSuffix("/" + file.identity) || file.identity.hasSuffix("/" + path)
    }
    // The longest says most.
    return candidates.max { $0.identity.utf8.count < $1.identity.utf8.count }
  }

  private static func lastPart(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }
}
