public import Diagnostics
import Files

/// Finds and reads the project, scenario files and the steps files they use.
///
/// ```swift
/// let loaded = ScenarioLoader(vocabulary: .standard).load(["scenarios", "more/login.yaml:12"])
/// ```
public struct ScenarioLoader: Sendable {
  /// The file name of a project.
  public static let projectName = "curlew.yaml"

  /// How the names of scenario files in YAML end.
  private static let endings = [".scenario.yaml", ".scenario.yml"]

  /// The matchers, schemes and options that files may use.
  public var vocabulary: Vocabulary
  /// Those who read files that are not YAML.
  public var frontEnds: [any ScenarioFrontEnd]
  /// Where `curlew.yaml` is looked for first; the process's own when it is `.`.
  public var workingFolder: String
  /// `--allow-files`: folders beside the project's that paths may lead into.
  public var allowedFolders: [String]
  /// Names that have a value from outside: `--var`, `--variables`, `CURLEW_VAR_…`.
  public var knownNames: Set<String>
  /// Those of `--var`, in order: one that no file has is most likely a slip.
  public var namedVariables: [String]
  /// The folder that paths in files of front ends are relative to; `nil` for that of each file.
  public var fileRoot: String?
  /// Whether options of requests in files of front ends may name any file of the machine: certificates, logins, sockets.
  public var freesOptions = false
  /// Whether `curlew.yaml` is looked for.
  public var usesProject = true
  /// Files that are not read from the disk but given, by the paths that ask for them.
  public var givenFiles: [String: [UInt8]] = [:]
  /// The names to which the project gives values by other files than its own: `variables` of `run:`.
  public var namesOfProject: @Sendable (Project) -> Set<String>

  /// Makes a loader.
  public init(
    vocabulary: Vocabulary,
    frontEnds: [any ScenarioFrontEnd] = [],
    workingFolder: String = ".",
    allowedFolders: [String] = [],
    knownNames: Set<String> = [],
    namedVariables: [String] = [],
    namesOfProject: @escaping @Sendable (Project) -> Set<String> = { _ in [] }
  ) {
    self.vocabulary = vocabulary
    self.frontEnds = frontEnds
    self.workingFolder = workingFolder
    self.allowedFolders = allowedFolders
    self.knownNames = knownNames
    self.namedVariables = namedVariables
    self.namesOfProject = namesOfProject
  }

  /// Reads what some paths name.
  ///
  /// A folder is searched for `*.scenario.yaml`, `*.scenario.yml` and the files of front ends, recursively, in name order; a file is taken whatever its
  /// name; `FILE:LINE` asks for the scenario or data row at a line, in a file of a front end for the steps up to it, `FILE#ROW` for a data row by its number, and a line of a data file for
  /// the row that stands there. A file that cannot be read or understood hides none of the others.
  ///
  /// - Parameter paths: folders and files, relative to the working folder.
  /// - Returns: everything that could be read.
  public func load(_ paths: [String]) -> LoadedProject {
    load(search(paths), read: [:])
  }

  /// Reads what some paths name, many files on every core at once.
  ///
  /// - Parameter paths: folders and files, relative to the working folder.
  /// - Returns: the same as ``load(_:)`` gives.
  public func loadInParallel(_ paths: [String]) async -> LoadedProject {
    let search = search(paths)
    let found = search.found.filter { givenFiles[$0] == nil }
    return load(search, read: await ParallelReading.read(found, parser))
  }

  /// Finds what some paths name, without reading it.
  ///
  /// - Parameter paths: folders and files, relative to the working folder.
  /// - Returns: the paths of the files, each once, and what is wrong with the paths.
  public func files(_ paths: [String]) -> (found: [String], diagnostics: [Diagnostic]) {
    let search = search(paths)
    return (search.found, search.diagnostics)
  }

  private var parser: ScenarioParser {
    ScenarioParser(vocabulary: vocabulary, frontEnds: frontEnds)
  }

  private func search(_ paths: [String]) -> ScenarioSearch {
    var search = ScenarioSearch(
      workingFolder: workingFolder,
      endings: Self.endings + frontEnds.flatMap(\.endings),
      given: Set(givenFiles.keys)
    )
    for path in paths { search.add(path) }
    search.addFolderOfDataLines()
    return search
  }

  private func load(
    _ search: ScenarioSearch,
    read outcomes: [String: ParallelReading.Outcome]
  ) -> LoadedProject {
    let paths = search.paths
    let projectPath = usesProject ? findProject(for: paths) : nil
    let root = projectPath.map { PathText.folder(of: $0).orHere } ?? workingFolder
    let extra = allowedFolders.map { PathText.join(workingFolder, $0) }
    let allowed =
      [root] + extra + [fileRoot].compactMap(\.self).map { PathText.join(workingFolder, $0) }
    let ownRoot = ScenarioFiles.Root(
      endings: frontEnds.flatMap(\.endings),
      folder: fileRoot,
      allowed: extra.compactMap { FileSystem.resolved($0) },
      frees: freesOptions
    )
    let files = ScenarioFiles(folder: root, allowed: allowed).with(root: ownRoot)
    let pool = FilePool(parser: parser, files: files, given: givenFiles)
    let project = projectPath.flatMap { pool.project(at: $0) }
    var scenarios: [Scenario] = []
    scenarios.reserveCapacity(search.found.count)
    let (found, own) = Self.withoutProject(projectPath, search)
    for path in found {
      if let scenario = pool.scenario(at: path, read: outcomes[path]) { scenarios.append(scenario) }
    }
    var diagnostics = search.diagnostics + own + pool.diagnostics
    let outside = knownNames.union(project.map { namesOfProject($0) } ?? [])
    var checker = NameChecker(project: project, knownNames: outside, files: files)
    if let project { checker.check(project) }
    for steps in pool.sharedSteps { checker.check(steps) }
    for scenario in scenarios { checker.check(scenario) }
    diagnostics += checker.diagnostics
    diagnostics += UnusedVariables(project: project, scenarios: scenarios, shared: pool.sharedSteps)
      .warnings(of: namedVariables)
    diagnostics += Self.usesOfBroken(pool.sharedSteps, by: scenarios, project, diagnostics)
    let wrong = Set(diagnostics.filter { $0.severity == .error }.compactMap(\.path))
    let places = scenarioParts(&scenarios, search.places, leavingOut: wrong)
    return LoadedProject(
      project: project,
      hasUnusableProject: projectPath != nil && project == nil,
      scenarios: wrong.isEmpty ? scenarios : scenarios.filter { !wrong.contains($0.file.path) },
      brokenScenarios: wrong.isEmpty ? [] : scenarios.filter { wrong.contains($0.file.path) },
      diagnostics: Self.sorted(diagnostics, order: pool.paths),
      unreadableFiles: search.found.filter { wrong.contains($0) } + search.missing,
      places: places,
      dataLines: search.dataLines,
      schemaFolders: Self.schemaFolders(of: project, files: files),
      allFiles: files,
      resolvedPaths: search.resolved
    )
  }

  /// Cuts the scenarios of front ends behind the lines that are asked for.
  ///
  /// - Parameters:
  ///   - scenarios: get the steps up to the last of these lines.
  ///   - asked: what was asked for, by the path of the file.
  ///   - wrong: the files with errors.
  /// - Returns: what is still to be chosen from.
  private func scenarioParts(
    _ scenarios: inout [Scenario],
    _ asked: [String: AskedPlaces],
    leavingOut wrong: Set<String>
  ) -> [String: AskedPlaces] {
    guard !asked.isEmpty else { return asked }
    var left = asked
    for (index, scenario) in scenarios.enumerated() {
      let file = scenario.file
      guard let places = asked[file.path], !wrong.contains(file.path),
        let frontEnd = parser.frontEnd(of: file.path)
      else { continue }
      let last = file.utf8.last == 0x0A ? max(1, file.lineCount - 1) : file.lineCount
      // Lines and rows that are not there are reported when the plan is made.
      let lines = places.lines.filter { $0 <= last }
      guard !lines.isEmpty else { continue }
      left[file.path]?.lines.subtract(lines)
      if left[file.path] == AskedPlaces() { left[file.path] = nil }
      var most = 0
      for line in lines {
        most = max(most, frontEnd.stepCount(upToLine: line, of: file) ?? scenario.steps.count)
      }
      guard most < scenario.steps.count else { continue }
      scenarios[index] = Scenario(
        scenario,
        steps: Array(scenario.steps.prefix(most)),
        strayNames: scenario.strayNames
      )
    }
    return left
  }

  /// The files that are read as scenarios, and what is said when the project's own was asked for as one.
  private static func withoutProject(
    _ projectPath: String?,
    _ search: ScenarioSearch
  ) -> ([String], [Diagnostic]) {
    guard let projectPath, let resolved = FileSystem.resolved(projectPath),
      let named = search.found.first(where: {
        $0.hasSuffix(projectName) && FileSystem.resolved($0) == resolved
      })
    else { return (search.found, []) }
    // Not at its place: it is no mistake in the project, which the other files need.
    let diagnostic = Diagnostic(
      .error,
      "\(named) is the project, no scenario",
      at: .none,
      hint: "leave it out: it holds for the scenarios that are named"
    )
    return (search.found.filter { $0 != named }, [diagnostic])
  }

  /// The project of the working folder or the nearest one above it; where there is none, that of the first path that has one.
  private func findProject(for paths: [String]) -> String? {
    let own = PathText.join(workingFolder == "." ? "" : workingFolder, Self.projectName)
    if FileSystem.isFileOrBroken(own) { return own }
    guard let folder = FileSystem.resolved(workingFolder) else { return nil }
    if let path = nearestProject(above: folder) { return path }
    for path in paths {
      let joined = PathText.join(workingFolder == "." ? "" : workingFolder, path)
      var folder =
        FileSystem.kind(of: joined) == .folder ? joined : PathText.folder(of: joined)
      while !folder.isEmpty, folder != "/", folder != "." {
        let path = PathText.join(folder, Self.projectName)
        if FileSystem.isFileOrBroken(path) { return path }
        folder = PathText.folder(of: folder)
      }
    }
    return nil
  }

  private func nearestProject(above folder: String) -> String? {
    var folder = folder
    while folder != "/", !folder.isEmpty {
      folder = PathText.folder(of: folder)
      let path = PathText.join(folder, Self.projectName)
      if FileSystem.isFileOrBroken(path) { return path }
    }
    return nil
  }

  /// What to say where steps are used whose names are wrong: the scenario cannot run either.
  private static func usesOfBroken(
    _ shared: [SharedSteps],
    by scenarios: [Scenario],
    _ project: Project?,
    _ diagnostics: [Diagnostic]
  ) -> [Diagnostic] {
    let wrong = Set(diagnostics.filter { $0.severity == .error }.compactMap(\.path))
    var broken = Set(shared.map(\.file.path).filter { wrong.contains($0) })
    guard !broken.isEmpty else { return [] }
    let told = Set(diagnostics.compactMap(\.range))
    var result: [Diagnostic] = []
    func check(_ steps: [Step]) -> Bool {
      var isBroken = false
      for step in steps {
        if let children = step.children, check(children) { isBroken = true }
        guard case .use(let use) = step.kind, let path = use.shared?.steps.file.path,
          broken.contains(path)
        else { continue }
        isBroken = true
        guard !told.contains(use.file.range) else { continue }
        result.append(
          Diagnostic(
            .error,
            "\(path) has mistakes of its own",
            at: use.file.range,
            hint: "they are reported there"
          )
        )
      }
      return isBroken
    }
    // A file that uses a broken one stands behind it in the order of reading.
    for steps in shared where check(steps.steps) { broken.insert(steps.file.path) }
    for scenario in scenarios {
      _ = check(scenario.setup + scenario.steps + scenario.teardown)
    }
    if let project { _ = check(project.beforeAll + project.afterAll) }
    return result
  }

  /// The diagnostics file by file as they were read, in each by place.
  private static func sorted(_ diagnostics: [Diagnostic], order: [String]) -> [Diagnostic] {
    guard diagnostics.count > 1 else { return diagnostics }
    let ranks = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    func key(_ diagnostic: Diagnostic) -> (Int, Int) {
      (diagnostic.path.flatMap { ranks[$0] } ?? -1, diagnostic.range?.utf8.lowerBound ?? 0)
    }
    return diagnostics.sorted { key($0) < key($1) }
  }

  private static func schemaFolders(
    of project: Project?,
    files: ScenarioFiles
  ) -> SchemaFolders {
    guard let project else { return SchemaFolders() }
    var folders: [String: String] = [:]
    let own = files.relative(to: project.file.path)
    for (base, folder) in project.schemas {
      // The reader of the project has reported a path that leads nowhere.
      folders[base.value] = try? own.path(of: folder.value)
    }
    return SchemaFolders(folders)
  }
}
