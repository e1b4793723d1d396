public import Diagnostics

/// Reads scenarios from files that are not YAML.
///
/// What it makes of a file is the tree that the same scenario in YAML would have. The keys of the tree are checked as those of YAML
/// are, with the places that its nodes have; nothing behind the loader knows which front end a scenario came from.
public protocol ScenarioFrontEnd: Sendable {
  /// How the names of its files end, such as `.hurl`.
  var endings: [String] { get }

  /// What `defaults` says in every scenario of its files; trees do not have it, so that it is read once for all of them.
  var defaults: ScenarioNode? { get }

  /// Reads a file.
  ///
  /// - Parameter file: its bytes, which may be anything.
  /// - Returns: the tree of the map that a scenario file holds, at most 64 lists and maps deep, or `nil` beside errors; and what is
  ///   to be said about the file.
  func read(_ file: SourceFile) -> (tree: ScenarioTree?, diagnostics: [Diagnostic])

  /// Reads a file piece by piece, so that the first ones are understood while the next are read.
  ///
  /// - Parameters:
  ///   - file: its bytes, which may be anything.
  ///   - count: how many steps a piece has, but for the last; steps that belong together are not parted.
  ///   - take: gets the pieces: the map of the scenario with its first steps, then lists of steps, all of them at most 64 lists and
  ///     maps deep.
  /// - Returns: what is to be said about the file; beside an error the pieces are not the whole file.
  func read(
    _ file: SourceFile,
    inPiecesOf count: Int,
    take: (ScenarioTree) -> Void
  ) -> [Diagnostic]

  /// The steps that `FILE:LINE` asks for: those at the line, with all before them, which they may need.
  ///
  /// - Parameters:
  ///   - line: a line of the file, from 1.
  ///   - file: a file without errors.
  /// - Returns: how many of the first steps of the tree are run; `nil` for all of them.
  func stepCount(upToLine line: Int, of file: SourceFile) -> Int?
}

extension ScenarioFrontEnd {
  public var defaults: ScenarioNode? { nil }

  public func read(
    _ file: SourceFile,
    inPiecesOf count: Int,
    take: (ScenarioTree) -> Void
  ) -> [Diagnostic] {
    let (tree, diagnostics) = read(file)
    if let tree { take(tree) }
    return diagnostics
  }

  public func stepCount(upToLine line: Int, of file: SourceFile) -> Int? { nil }
}
