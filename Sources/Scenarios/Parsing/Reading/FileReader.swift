import Diagnostics
import Documents

/// Reads the nodes of one file into syntax and collects every mistake on the way.
///
/// A reading function gives what it could make of a node; what it could not has become a diagnostic, and reading goes on with the
/// next key.
final class FileReader {
  /// A path that stands in a file and must lead to another.
  struct FileReference: Sendable {
    var path: Located<String>
    /// Whether an option of requests names it.
    var isOfOptions = false
    /// Whether a step writes it, below the project's folder.
    var isSaved = false
  }

  let file: SourceFile
  let vocabulary: Vocabulary
  /// The matchers of the vocabulary, to look names up.
  let matcherNames: NameTable
  /// Reads the file, unless it is YAML.
  let frontEnd: (any ScenarioFrontEnd)?
  private let commonDefaults: CommonDefaults
  /// Finds the steps that a `use:` names; says itself why it cannot.
  let sharedSteps: (Located<String>) -> SharedStepsReference?

  /// Every mistake and warning so far.
  private(set) var diagnostics: [Diagnostic] = []
  /// How often something that uses names was read so far: a text with expressions, a file that is filled in.
  var nameUses = 0
  /// What would have been known behind unknown keys, in steps that say nothing they do, and by what could not be understood.
  var strayNames = StrayNames()
  /// Every path that stands in the file without expressions.
  private(set) var fileReferences: [FileReference] = []
  /// Whether options of requests are being read.
  var isInOptions = false

  init(
    _ file: SourceFile,
    vocabulary: Vocabulary,
    matcherNames: NameTable? = nil,
    frontEnd: (any ScenarioFrontEnd)? = nil,
    commonDefaults: CommonDefaults = CommonDefaults(),
    sharedSteps: @escaping (Located<String>) -> SharedStepsReference?
  ) {
    self.file = file
    self.vocabulary = vocabulary
    self.matcherNames = matcherNames ?? NameTable(vocabulary.matchers.map(\.name))
    self.frontEnd = frontEnd
    self.commonDefaults = commonDefaults
    self.sharedSteps = sharedSteps
  }

  /// The matcher of a name.
  func matcher(named name: String) -> Vocabulary.Entry? {
    matcherNames.place(of: name).map { vocabulary.matchers[$0] }
  }

  /// The root map of the file, or `nil` with the reason said.
  func root(_ noun: String, example: String) -> YAMLNode? {
    if let frontEnd {
      let (tree, found) = frontEnd.read(file)
      diagnostics += found
      return tree?.yaml
    }
    let document = YAMLDocument(reading: file)
    diagnostics += document.diagnostics
    guard let root = document.root, !Self.isBlank(root) else {
      if document.diagnostics.isEmpty {
        error("the file is empty", at: file.range(0..<0), hint: "\(noun) starts with \(example)")
      }
      return nil
    }
    report([], root)
    return root
  }

  /// What holds for all files of the front end that reads this one.
  var defaultsOfFrontEnd: RequestDefaults? {
    guard let node = frontEnd?.defaults else { return nil }
    return commonDefaults.defaults(node) { defaults(ScenarioTree($0).yaml) }
  }

  /// Whether there is nothing in a document but its start, as behind `---`.
  static func isBlank(_ root: YAMLNode) -> Bool {
    root.scalar.map { $0.style == .plain && $0.text.isEmpty } ?? false
  }

  /// Notes what is said about a tree, and the values that are missing in it.
  func report(_ found: [Diagnostic], _ root: YAMLNode) {
    diagnostics += found
    if root.tree.hasEmptyValues { EmptyValues.check(root) { report($0) } }
  }

  /// Notes a diagnostic, each only once: a repeated alias is one mistake.
  func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  /// Notes a mistake.
  func error(
    _ message: String,
    at range: SourceRange,
    hint: String? = nil,
    suggestion: String? = nil
  ) {
    report(Diagnostic(.error, message, at: range, hint: hint, suggestion: suggestion))
  }

  /// Notes a warning.
  func warning(_ message: String, at range: SourceRange, hint: String? = nil) {
    report(Diagnostic(.warning, message, at: range, hint: hint))
  }

  /// Records that a node is not what is expected there; an empty one has been reported already.
  func mismatch(_ node: YAMLNode, wanted: String, example: String) {
    if node.isEmpty { return }
    error("expected \(wanted), got \(node.kindName)", at: node.range, hint: "as in \(example)")
  }

  /// Notes a path that must lead to a file.
  func noteFile(_ path: String, at range: SourceRange) {
    fileReferences.append(
      FileReference(path: Located(path, at: range), isOfOptions: isInOptions)
    )
  }

  /// Notes a path below the project's folder that a step writes a body to.
  func noteSaved(_ path: String, at range: SourceRange) {
    fileReferences.append(FileReference(path: Located(path, at: range), isSaved: true))
  }

  /// The diagnostics in the order of their places, each once.
  var sortedDiagnostics: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return diagnostics.filter { seen.insert($0).inserted }
      .sorted { ($0.range?.utf8.lowerBound ?? 0) < ($1.range?.utf8.lowerBound ?? 0) }
  }
}

/// Finds `key:` with nothing behind it, wherever it stands.
enum EmptyValues {
  /// Looks through a tree, whose depth is bounded.
  static func check(_ node: YAMLNode, report: (Diagnostic) -> Void) {
    switch node.content {
    case .scalar:
      break
    case .sequence(let items):
      for item in items {
        if item.isEmpty {
          report(
            Diagnostic(.error, "an empty item", at: item.range, hint: "remove it, or write null")
          )
        }
        check(item, report: report)
      }
    case .mapping(let entries):
      for entry in entries {
        if entry.isEmpty { report(diagnostic(for: entry, in: node)) }
        check(entry.value, report: report)
      }
    }
  }

  private static func diagnostic(for entry: YAMLEntry, in map: YAMLNode) -> Diagnostic {
    let hint =
      map.isFlow
      ? "quote a value that holds a comma" : "write a value, or null, or remove the key"
    return Diagnostic(
      .error,
      "the key \"\(entry.name)\" has no value",
      at: entry.key.range,
      hint: hint
    )
  }
}
