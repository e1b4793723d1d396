public import Diagnostics
public import Scenarios

/// Reads `.hurl` files as scenarios: a file is a scenario of its name, an entry a step.
///
/// ```swift
/// ScenarioLoader(vocabulary: .standard, frontEnds: [HurlFrontEnd()]).load(["suite"])
/// ```
public struct HurlFrontEnd: ScenarioFrontEnd {
  private let settings: HurlSettings

  /// Makes a front end.
  ///
  /// - Parameter settings: what the command says of the files.
  public init(settings: HurlSettings = HurlSettings()) { self.settings = settings }

  public var endings: [String] { settings.endings }

  public var defaults: ScenarioNode? { HurlLowering.defaults }

  public func read(_ file: SourceFile) -> (tree: ScenarioTree?, diagnostics: [Diagnostic]) {
    var tree: ScenarioTree?
    let diagnostics = read(file, inPiecesOf: .max) { tree = $0 }
    return (tree, diagnostics)
  }

  public func read(
    _ file: SourceFile,
    inPiecesOf count: Int,
    take: (ScenarioTree) -> Void
  ) -> [Diagnostic] {
    let file = HurlParser.text(of: file)
    let (range, start) = (file.range(0..<file.utf8.count), file.range(0..<0))
    var lowering = HurlLowering(settings: settings, file: file)
    var (entries, steps) = (0, [ScenarioTree.Node]())
    var head: [ScenarioTree.Entry]?
    func takePiece() {
      let list = lowering.tree.list(steps, at: range)
      if let entries = head {
        let steps = lowering.tree.entry("steps", list, at: start)
        _ = lowering.tree.map(entries + [steps], at: range)
      }
      take(lowering.tree)
      head = nil
      steps.removeAll()
    }
    let found = HurlParser.read(file) { entry, comments in
      if entries == 0 { head = lowering.head(above: entry, comments, at: start) }
      entries += 1
      guard settings.entries.contains(entries) else { return }
      if steps.count >= count {
        takePiece()
        lowering.tree = ScenarioTree(of: file, asLargeAs: lowering.tree)
      }
      steps += lowering.steps(entry, comments: comments.above(entry))
    }
    guard !found.contains(where: { $0.severity == .error }) else { return found }
    if steps.isEmpty {
      lowering.reportNoSteps(among: entries, at: start)
    } else {
      takePiece()
    }
    return found + lowering.diagnostics
  }

  public func stepCount(upToLine line: Int, of file: SourceFile) -> Int? {
    guard let syntax = HurlParser.parse(file).file,
      let place = syntax.entries.firstIndex(where: {
        ($0.range.start.line...max($0.range.start.line, $0.range.end.line)).contains(line)
      })
    else { return nil }
    var lowering = HurlLowering(settings: settings, file: file)
    return syntax.entries[...place].reduce(0) { count, entry in
      count + lowering.steps(entry, comments: syntax.comments.above(entry)).count
    }
  }
}
