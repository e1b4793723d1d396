import Diagnostics
import Files

/// The scenario files that paths of the command name, each once.
struct ScenarioSearch {
  private static let deepest = 64

  private let workingFolder: String
  /// How the names of scenario files end.
  private let endings: [String]
  /// Paths that need not lead anywhere, for their files are given.
  private let given: Set<String>
  private var seen: Set<String> = []
  private var folders: Set<String> = []

  /// The paths as they were given.
  private(set) var paths: [String] = []
  /// The files in order, as they are shown.
  private(set) var found: [String] = []
  /// The paths of the files with all links resolved, as far as they are known.
  private(set) var resolved: [String: String] = [:]
  /// The lines and rows asked for, by file.
  private(set) var places: [String: AskedPlaces] = [:]
  /// The lines of data files asked for.
  private(set) var dataLines: [DataLine] = []
  /// Paths that lead nowhere.
  private(set) var missing: [String] = []
  /// What is wrong with the paths.
  private(set) var diagnostics: [Diagnostic] = []

  init(workingFolder: String, endings: [String], given: Set<String> = []) {
    self.workingFolder = workingFolder
    self.given = given
    self.endings = endings
  }

  /// Adds what a path names.
  mutating func add(_ written: String) {
    paths.append(written)
    if given.contains(written) { return take(written, place: nil) }
    let path = PathText.join(workingFolder == "." ? "" : workingFolder, written)
    switch FileSystem.kind(of: path) {
    case .folder:
      search(path, depth: 0)
    case .file, .other:
      take(path, place: nil)
    case .missing:
      if let (file, place) = AskedPlaces.split(path), FileSystem.kind(of: file) == .file {
        if case .line(let line) = place, let data = DataLine(file, line: line, written: written) {
          dataLines.append(data)
        } else {
          take(file, place: place)
        }
        return
      }
      missing.append(written)
      let folder = PathText.folder(of: path).orHere
      let near = FileSystem.names(in: folder).flatMap {
        Suggestion.nearest(to: PathText.name(of: path), in: $0)
      }
      let isBeside =
        near == nil && FileSystem.names(in: workingFolder)?.contains(where: isScenario) == true
      diagnostics.append(
        Diagnostic(
          .error,
          "there is no such file or folder",
          at: .file(path: written),
          hint: isBeside ? "the working folder has scenario files: write . to name them all" : nil,
          suggestion: near.map { PathText.join(PathText.folder(of: written), $0) }
        )
      )
    }
  }

  /// Looks everywhere when only lines of data files were given.
  mutating func addFolderOfDataLines() {
    guard !dataLines.isEmpty, dataLines.count == paths.count else { return }
    add(".")
  }

  private mutating func take(
    _ path: String,
    resolved known: String? = nil,
    place: AskedPlaces.Place?
  ) {
    let resolved = known ?? FileSystem.resolved(path)
    let isNew = seen.insert(resolved ?? path).inserted
    if isNew {
      found.append(path)
      self.resolved[path] = resolved
    }
    if let place {
      if isNew || places[path] != nil { places[path, default: AskedPlaces()].insert(place) }
    } else {
      // Asked for whole once is asked for whole.
      places[path] = nil
    }
  }

  private func isScenario(_ name: String) -> Bool {
    endings.contains { name.hasSuffix($0) }
  }

  private mutating func search(_ folder: String, depth: Int) {
    // A link may lead back up.
    let resolved = FileSystem.resolved(folder)
    guard depth < Self.deepest, folders.insert(resolved ?? folder).inserted else { return }
    guard let entries = FileSystem.entries(in: folder) else {
      diagnostics.append(
        Diagnostic(.error, "the folder cannot be read", at: .file(path: folder))
      )
      return
    }
    let wanted = entries.filter { $0.kind != .file || isScenario($0.name) }
    // What comes before each name: it has no slash and starts with no dot.
    let prefix = String(PathText.join(folder, "x").dropLast())
    let resolvedPrefix = resolved.map { String(PathText.join($0, "x").dropLast()) }
    for (name, kind) in wanted.sorted(by: { PathText.precedes($0.name, $1.name) }) {
      let isScenario = isScenario(name)
      let path = prefix + name
      switch kind ?? FileSystem.kind(of: path) {
      case .folder: search(path, depth: depth + 1)
      // A link that leads nowhere is taken too, so that reading it says so.
      case .file where isScenario, .other where isScenario, .missing where isScenario:
        let isPlain = kind == .file
        take(path, resolved: isPlain ? resolvedPrefix.map { $0 + name } : nil, place: nil)
      case .file, .other, .missing: break
      }
    }
  }
}
