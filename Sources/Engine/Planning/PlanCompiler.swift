import Assertions
import Diagnostics
import Documents
import RunEvents
public import Scenarios

/// Compiles what was read into what will run; every mistake that can be known without sending is found here.
public struct PlanCompiler: Sendable {
  private let options: RunOptions
  private let mask: SecretMask
  /// What is wrong with what the command line says of all requests.
  private let mistake: Mistake?

  /// Prepares a compiler.
  ///
  /// - Parameters:
  ///   - options: what the run was asked for.
  ///   - mask: masks secrets in the labels of rows.
  public init(options: RunOptions, mask: SecretMask = SecretMask()) {
    var options = options
    do throws(Mistake) {
      options.givenDefaults = try options.requests.defaults()
      mistake = nil
    } catch {
      mistake = error
    }
    self.options = options
    self.mask = mask
  }

  /// Compiles a plan.
  ///
  /// A file with a mistake is left out of the plan and named in it; all others are planned.
  ///
  /// - Parameter loaded: what was read.
  /// - Returns: the plan, with all diagnostics of loading and compiling.
  public func compile(_ loaded: LoadedProject) -> RunPlan {
    var plan = RunPlan()
    guard let work = begin(&plan, loaded) else { return plan }
    finish(&plan, work, work.contracts.load()) {
      work.compiler.compile(loaded.scenarios[work.places[$0]])
    }
    return plan
  }

  /// Compiles the same plan as ``compile(_:)``, on every core at once.
  ///
  /// - Parameter loaded: what was read.
  /// - Returns: the plan, with all diagnostics of loading and compiling.
  public func compileInParallel(_ loaded: LoadedProject) async -> RunPlan {
    var plan = RunPlan()
    guard let work = begin(&plan, loaded) else { return plan }
    async let contracts = work.contracts.loadForRun()
    let compiled = await ParallelPlanning.compile(work.places, with: work.compiler)
    finish(&plan, work, await contracts) { number in
      compiled.isEmpty
        ? work.compiler.compile(loaded.scenarios[work.places[number]]) : compiled[number]
    }
    return plan
  }

  /// What the scenarios of a run are compiled with, and which are.
  private struct Work {
    let compiler: ScenarioCompiler
    /// The places of those that are selected and have no mistake.
    let places: [Int]
    /// Reads the contracts.
    let contracts: ContractLoader
    var loaded: LoadedProject { compiler.loaded }
    var layers: Layers { compiler.layers }
  }

  /// Begins a plan; `nil` when nothing can be planned.
  private func begin(_ plan: inout RunPlan, _ loaded: LoadedProject) -> Work? {
    plan.diagnostics = loaded.diagnostics
    plan.folder = loaded.folder
    plan.foundCount = loaded.scenarios.count
    plan.fileCount = loaded.scenarios.count + loaded.unreadableFiles.count
    let project = loaded.project
    for base in [project?.base] + (project?.environments ?? []).map(\.base) {
      if let mistake = base.flatMap({ RequestURL.mistake(in: $0, isBase: true) }) {
        plan.diagnostics.append(mistake)
      }
    }
    if let mistake {
      plan.diagnostics.append(Diagnostic(.error, mistake.message, at: .none, hint: mistake.hint))
      return nil
    }
    let environment = environment(of: project, diagnostics: &plan.diagnostics)
    guard options.environment == nil || environment != nil else {
      // What was meant for one environment must not reach another.
      return nil
    }
    let broken = Set(plan.unusableFiles)
    if loaded.hasUnusableProject || project.map({ broken.contains($0.file.path) }) == true {
      // Without what all of them start from, no scenario would mean what it says.
      return nil
    }
    // Before rows are labelled, for labels are masked when they are made.
    for name in project?.secrets ?? [] {
      plan.secrets[name.value] = options.processEnvironment[name.value]
      guard let secret = plan.secrets[name.value], !secret.isEmpty, !mask.add(secret) else {
        continue
      }
      plan.diagnostics.append(
        Diagnostic(.warning, SecretMask.refusal(ofSecret: name.value), at: name.range)
      )
    }
    let contracts = ContractLoader(loaded: loaded, options: options)
    let compiler = ScenarioCompiler(
      options: options,
      hasContracts: contracts.hasContracts,
      layers: Layers(project: project, environment: environment),
      schemas: SchemaLoader(folders: loaded.schemaFolders),
      loaded: loaded
    )
    if let tags = options.tags {
      let all = (loaded.scenarios + loaded.brokenScenarios).flatMap(\.tags).map(\.value)
      plan.diagnostics += tags.warnings(known: Set(all))
    }
    let places = loaded.scenarios.indices.filter { place in
      let scenario = loaded.scenarios[place]
      return isSelected(scenario) && !broken.contains(scenario.file.path)
    }
    return Work(compiler: compiler, places: places, contracts: contracts)
  }

  /// Finishes a plan.
  ///
  /// - Parameters:
  ///   - plan: what was begun.
  ///   - work: what it was begun with.
  ///   - contracts: the contracts, or the mistakes in them.
  ///   - compiled: what the scenario at one of the places compiles to, by its number among them.
  private func finish(
    _ plan: inout RunPlan,
    _ work: Work,
    _ contracts: ContractLoader.Loading,
    compiled: (Int) -> (PlannedScenario, [Diagnostic])
  ) {
    let loaded = work.loaded
    let project = loaded.project
    plan.diagnostics += contracts.diagnostics
    plan.contracts = contracts.contracts ?? []
    var pathCheck = ContractPathCheck(contracts: plan.contracts)
    var plannedRows: [String: PlannedRows?] = [:]
    var dataLines = DataLineSelection(loaded.dataLines)
    for (number, place) in work.places.enumerated() {
      let scenario = loaded.scenarios[place]
      let (planned, found) = compiled(number)
      plan.diagnostics += found + pathCheck.diagnostics(for: planned)
      guard !found.contains(where: { $0.severity == .error }) else {
        continue
      }
      if planned.base == nil, !isBaseElsewhere(project),
        let missing = MissingBase.diagnostic(for: planned)
      {
        plan.diagnostics.append(missing)
        continue
      }
      let (rows, foundInRows) = DataRowExpansion(options: options, mask: mask).rows(
        of: scenario,
        files: planned.files,
        namespaces: planned.namespaces
      )
      plan.diagnostics += foundInRows
      guard foundInRows.isEmpty else { continue }
      let rowCount = rows?.count ?? 1
      if !options.rerun.isEmpty {
        plannedRows[planned.identity] = .some(rows)
      }
      var chosen: [Bool]?
      if let asked = loaded.places[scenario.file.path] {
        let (wanted, foundInLines) = LineSelection(asked: asked).choose(among: rows, of: scenario)
        chosen = wanted
        plan.diagnostics += foundInLines
      }
      chosen = dataLines.choose(among: rows, asked: chosen)
      for number in 0..<rowCount where chosen?[number] ?? true {
        for turn in 1...max(1, options.repeats) {
          let run = PlannedRun(
            index: plan.runs.count,
            scenario: planned,
            rows: rows,
            rowIndex: number,
            turn: options.repeats > 1 ? turn : nil
          )
          if isNamed(run, &plan.diagnostics) { plan.runs.append(run) }
        }
      }
    }
    plan.diagnostics += dataLines.mistakes(
      isComplete: !plan.diagnostics.contains { $0.severity == .error }
    )
    let isKnown = options.rerun.isEmpty && options.shardTimes.isEmpty
    let selection = RunSelection(options: options, files: isKnown ? [] : Self.files(of: loaded))
    selection.keepFailed(&plan.runs, rows: plannedRows, &plan.diagnostics)
    plan.selectedCount = plan.runs.count
    plan.isPart =
      options.isPart || options.tags != nil || !options.names.isEmpty || !options.rerun.isEmpty
      || !loaded.places.isEmpty || !loaded.dataLines.isEmpty
    selection.keepShard(&plan.runs)
    plan.shard = options.shard.map {
      .init(index: $0.index, total: $0.total, selectedCount: plan.selectedCount)
    }
    if let project {
      plan.beforeAll = compile(.beforeAll, of: project, work, &pathCheck, &plan.diagnostics)
      plan.afterAll = compile(.afterAll, of: project, work, &pathCheck, &plan.diagnostics)
    }
    let known = loaded.brokenScenarios.isEmpty ? [] : loaded.diagnostics
    let told = Dictionary(grouping: known.compactMap(\.range), by: \.file.path)
    for scenario in loaded.brokenScenarios {
      let (planned, found) = work.compiler.compile(scenario)
      let all = found + pathCheck.diagnostics(for: planned)
      plan.diagnostics += Self.notToldOf(all, among: told)
    }
    plan.diagnostics = Self.ordered(Self.withoutRepeats(plan.diagnostics))
    if let project, plan.unusableFiles.contains(project.file.path) { plan.runs = [] }
    // What a run was to be checked against is missing: no verdict would be what it says.
    if contracts.contracts == nil { plan.runs = [] }
    plan.order = options.order.places(of: plan.runs.count, seed: options.seed)
    if plan.runs.isEmpty {
      plan.beforeAll = nil
      plan.afterAll = nil
    }
  }

  /// What project and environment put under every scenario.
  struct Layers: Sendable {
    var defaults: [RequestDefaults]
    var variables: [VariableDefinition]
    var namespaces: [String: String]
    var base: TextTemplate?

    init(project: Project?, environment: Project.Environment?) {
      defaults = [project?.defaults, environment?.defaults].compactMap(\.self)
      variables = (project?.variables ?? []) + (environment?.variables ?? [])
      namespaces = project?.namespaces ?? [:]
      base = environment?.base ?? project?.base
    }
  }

  private func environment(
    of project: Project?,
    diagnostics: inout [Diagnostic]
  )
    -> Project.Environment?
  {
    guard let wanted = options.environment else { return nil }
    let all = project?.environments ?? []
    if let environment = all.first(where: { $0.name.value == wanted }) {
      return environment
    }
    let names = all.map(\.name.value)
    let hint =
      names.isEmpty
      ? "no curlew.yaml with `environments:` was found"
      : "there are: \(names.joined(separator: ", "))"
    diagnostics.append(
      Diagnostic(
        .error,
        "unknown environment \"\(wanted)\"",
        at: .none,
        hint: hint,
        suggestion: Suggestion.nearest(to: wanted, in: names)
      )
    )
    return nil
  }

  /// Whether an environment that was not asked for, as by `check`, gives scenarios a base.
  private func isBaseElsewhere(_ project: Project?) -> Bool {
    options.environment == nil && project?.environments.contains { $0.base != nil } ?? false
  }

  private func isSelected(_ scenario: Scenario) -> Bool {
    options.tags?.holds(of: Set(scenario.tags.map(\.value))) ?? true
  }

  private func isNamed(_ run: PlannedRun, _ diagnostics: inout [Diagnostic]) -> Bool {
    guard !options.names.isEmpty else { return true }
    let title = run.title
    do throws(Mistake) {
      for name in options.names where try name.isFound(in: title) { return true }
    } catch {
      // One such title is enough: a search of each would take its time again.
      if !diagnostics.contains(where: { $0.message == error.message }) {
        diagnostics.append(Diagnostic(.error, error.message, at: .none))
      }
    }
    return false
  }

  private static func files(of loaded: LoadedProject) -> [EarlierRuns.File] {
    let read = (loaded.scenarios + loaded.brokenScenarios).map { scenario in
      EarlierRuns.File(
        path: scenario.file.path,
        identity: loaded.identity(ofFile: scenario.file.path),
        name: scenario.name.value
      )
    }
    let known = Set(read.map(\.path))
    let unreadable = loaded.unreadableFiles.filter { !known.contains($0) }.map { path in
      EarlierRuns.File(path: path, identity: loaded.identity(ofFile: path), name: "")
    }
    return read + unreadable
  }

  /// Compiles `before-all` or `after-all`; `nil` for one without steps.
  private func compile(
    _ kind: ScenarioDescription.Kind,
    of project: Project,
    _ work: Work,
    _ pathCheck: inout ContractPathCheck,
    _ diagnostics: inout [Diagnostic]
  ) -> PlannedScenario? {
    // What comes after everything is a teardown: each step goes on whatever the one before did.
    let isLast = kind == .afterAll
    let steps = isLast ? project.afterAll : project.beforeAll
    guard let first = steps.first else { return nil }
    let layers = work.layers
    let files = work.loaded.files(for: project.file.path)
    var compiler = StepCompiler(
      options: options,
      outerDefaults: layers.defaults,
      hasContracts: !pathCheck.contracts.isEmpty
    )
    let surroundings = StepCompiler.Surroundings(
      defaults: layers.defaults,
      expectations: ExpectationCompiler(
        namespaces: layers.namespaces,
        files: files,
        schemas: work.compiler.schemas
      )
    )
    let planned = compiler.compile(steps, phase: isLast ? .teardown : .steps, in: surroundings)
    diagnostics += compiler.diagnostics
    if kind == .beforeAll {
      let known = Set(project.allVariables.map(\.name.value)).union(options.overrides.keys)
      diagnostics += EarlyDefaults(planned, of: project, known: known).diagnostics
    }
    let scenario = PlannedScenario(
      source: nil,
      kind: kind,
      name: Located(kind.rawValue, at: first.range),
      path: project.file.path,
      identity: work.loaded.identity(ofFile: project.file.path),
      setup: [],
      steps: isLast ? [] : planned,
      teardown: isLast ? planned : [],
      descriptions: compiler.descriptions,
      variables: layers.variables,
      projectVariables: layers.variables,
      base: layers.base,
      files: files,
      namespaces: layers.namespaces
    )
    diagnostics += pathCheck.diagnostics(for: scenario)
    return scenario
  }

  /// Each mistake once: those in defaults and in used steps are found wherever they are compiled in.
  private static func withoutRepeats(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return diagnostics.filter { seen.insert($0).inserted }
  }

  /// Those of `found` that are about no place of which something has been said already.
  private static func notToldOf(
    _ found: [Diagnostic],
    among told: [String: [SourceRange]]
  ) -> [Diagnostic] {
    found.filter { diagnostic in
      guard let range = diagnostic.range else { return true }
      return told[range.file.path]?.contains {
        $0.file == range.file && $0.utf8.overlaps(range.utf8)
      } != true
    }
  }

  /// File by file in the order in which files are first named, in each by place.
  private static func ordered(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var ranks: [String: Int] = [:]
    for path in diagnostics.compactMap(\.path) where ranks[path] == nil {
      ranks[path] = ranks.count
    }
    let keyed = diagnostics.map { diagnostic in
      (
        rank: diagnostic.path.flatMap { ranks[$0] } ?? -1,
        place: diagnostic.range?.utf8.lowerBound ?? -1, diagnostic: diagnostic
      )
    }
    return keyed.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.diagnostic)
  }
}
