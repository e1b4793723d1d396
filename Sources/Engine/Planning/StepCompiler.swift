import Diagnostics
import RunEvents
import Scenarios

/// Compiles the steps of one scenario and numbers their leaves.
struct StepCompiler {
  /// What a nested list of steps stands in.
  struct Surroundings {
    /// Defaults, weakest first.
    var defaults: [RequestDefaults]
    /// Prefix to URI.
    var namespaces: [String: String]
    /// The names of the uses and groups around it, as a prefix.
    var prefix: String
    /// Whether the name of one of these uses holds expressions.
    var hasComputedPrefix: Bool
    /// Files, paths relative to the file that holds the steps.
    var files: ScenarioFiles
    /// What its expectations are compiled with.
    let expectations: ExpectationCompiler.Surroundings

    init(
      defaults: [RequestDefaults],
      namespaces: [String: String],
      prefix: String,
      hasComputedPrefix: Bool = false,
      files: ScenarioFiles,
      expectations: ExpectationCompiler
    ) {
      self.defaults = defaults
      self.namespaces = namespaces
      self.prefix = prefix
      self.hasComputedPrefix = hasComputedPrefix
      self.files = files
      self.expectations = expectations.surroundings(namespaces: namespaces, files: files)
    }
  }

  private(set) var descriptions: [StepDescription] = []
  private(set) var diagnostics: [Diagnostic] = []
  private var sharedOptions = SharedOptions()
  /// URLs that can be requested; many steps of a scenario have the same one.
  private var soundURLs: Set<String> = []

  private let firstLeaf: Int
  private let options: RunOptions
  /// What the command line says of all requests.
  private let given: RequestDefaults?
  private let outerDefaults: [RequestDefaults]
  private let expectations: ExpectationCompiler
  private let hasContracts: Bool
  private let commonOptions: CommonOptions

  /// Prepares a compiler.
  ///
  /// - Parameters:
  ///   - options: what the run was asked for.
  ///   - outerDefaults: those of project and environment, weakest first; they reach into used files.
  ///   - expectations: compiles what must come back.
  ///   - hasContracts: whether exchanges are checked against contracts.
  ///   - commonOptions: those of other files.
  ///   - firstLeaf: how many leaves the steps before have.
  init(
    options: RunOptions,
    outerDefaults: [RequestDefaults],
    expectations: ExpectationCompiler,
    hasContracts: Bool,
    commonOptions: CommonOptions = CommonOptions(),
    firstLeaf: Int = 0
  ) {
    self.firstLeaf = firstLeaf
    self.options = options
    given = options.givenDefaults
    self.outerDefaults = outerDefaults
    self.expectations = expectations
    self.hasContracts = hasContracts
    self.commonOptions = commonOptions
  }

  /// Compiles a list of steps.
  mutating func compile(
    _ steps: some Sequence<Step>,
    phase: StepDescription.Phase,
    in surroundings: Surroundings
  ) -> [PlannedStep] {
    steps.map { compile($0, phase: phase, in: surroundings) }
  }

  private mutating func compile(
    _ step: Step,
    phase: StepDescription.Phase,
    in surroundings: Surroundings
  ) -> PlannedStep {
    let first = nextLeaf
    let action: any PlannedAction
    switch step.kind {
    case .request(let request):
      describe(step, phase, .request(method: request.method.source), surroundings)
      action = compile(request, of: step, in: surroundings)
    case .use(let use):
      action = compile(use, of: step, phase: phase, in: surroundings)
    case .parallel(let parallel):
      action = PlannedParallel(steps: compile(parallel.steps, phase: phase, in: surroundings))
    case .group(let group):
      var inner = surroundings
      if let name = step.name?.source { inner.prefix += "\(name) › " }
      inner.hasComputedPrefix = Self.hasComputedName(step, in: surroundings)
      let steps = compile(group.steps, phase: phase, in: inner)
      action = PlannedGroup(steps: steps, retry: group.retry)
    case .assert(let assert):
      describe(step, phase, .other(.assert), surroundings)
      let (planned, found) = expectations.compile(assert.assertions, in: surroundings.expectations)
      diagnostics += found
      action = PlannedAssert(assertions: planned)
    case .set(let set):
      describe(step, phase, .other(.set), surroundings)
      action = set
    case .wait(let wait):
      describe(step, phase, .other(.wait), surroundings)
      action = wait
    case .log(let log):
      describe(step, phase, .other(.log), surroundings)
      action = log
    case .exec(let exec):
      describe(step, phase, .other(.exec), surroundings)
      action = exec
      if !options.allowsExec {
        diagnostics.append(
          Diagnostic(
            .error,
            "a step runs a command",
            at: step.range,
            hint: "allow it with --allow-exec if you trust the file"
          )
        )
      }
    }
    let captures =
      action is PlannedRequest ? [] : compile(step.captures + step.collect, in: surroundings)
    return PlannedStep(
      step: step,
      action: action,
      captures: captures,
      leaves: first..<nextLeaf,
      hasComputedName: Self.hasComputedName(step, in: surroundings)
    )
  }

  private static func hasComputedName(_ step: Step, in surroundings: Surroundings) -> Bool {
    surroundings.hasComputedPrefix || step.name.map { $0.constant == nil } ?? false
  }

  private var nextLeaf: Int { firstLeaf + descriptions.count }

  private mutating func describe(
    _ step: Step,
    _ phase: StepDescription.Phase,
    _ action: StepDescription.Action,
    _ surroundings: Surroundings
  ) {
    descriptions.append(
      StepDescription(
        index: nextLeaf,
        phase: phase,
        name: surroundings.prefix + step.title,
        range: step.name?.range ?? step.range,
        action: action
      )
    )
  }

  private mutating func compile(
    _ request: RequestStep,
    of step: Step,
    in surroundings: Surroundings
  ) -> PlannedRequest {
    let merged = merged(request, surroundings.defaults)
    if let auth = merged.auth, let scheme = AuthSchemeCatalogue.scheme(named: auth.scheme.value) {
      if let mistake = scheme.mistake(in: auth.settings) { diagnostics.append(mistake) }
    }
    let expectation = expectations.compile(
      merged.expect,
      in: surroundings.expectations,
      diagnostics: &diagnostics
    )
    let captures = compile(step.captures, in: surroundings)
    let collect = compile(step.collect, in: surroundings)
    if sharedOptions.advance(to: merged.options, commonOptions) {
      let count = diagnostics.count
      check(merged.options)
      if diagnostics.count == count, let settings = sharedOptions.settings {
        commonOptions.note(merged.options, settings)
      }
    }
    check(merged.url)
    return PlannedRequest(
      request: merged,
      settings: sharedOptions.settings,
      expectation: expectation,
      captures: captures,
      collect: collect,
      isChecked: hasContracts && merged.contract?.isOn != false
    )
  }

  private mutating func compile(
    _ captures: [Capture],
    in surroundings: Surroundings
  ) -> [PlannedCapture] {
    let (planned, found) = expectations.compile(captures, namespaces: surroundings.namespaces)
    diagnostics += found
    return planned
  }

  /// A request with all defaults under it: those of files, and above them what the command line says.
  private func merged(_ request: RequestStep, _ layers: [RequestDefaults]) -> RequestStep {
    var layers = layers
    if let given {
      // Credentials of the step's own are not mixed with those of the command line.
      let hasField = request.headers.contains {
        $0.name.constant?.lowercased() == "authorization"
      }
      layers.append(hasField ? given.withoutAuth : given)
    }
    let merged = DefaultsMerging.merge(request, over: layers)
    return options.ignoresExpectations ? merged.expectingAnything : merged
  }

  /// Finds what is wrong with a URL whatever its expressions come to.
  private mutating func check(_ url: TextTemplate) {
    if let text = url.constant, soundURLs.contains(text) { return }
    if let mistake = RequestURL.mistake(in: url) {
      diagnostics.append(mistake)
    } else if let text = url.constant {
      soundURLs.insert(text)
    }
  }

  /// Finds what is wrong with options whatever their expressions come to.
  private mutating func check(_ options: [OptionTemplate]) {
    for option in options {
      guard let check = RequestOptionCatalogue.option(named: option.name.value)?.check else {
        continue
      }
      do throws(Mistake) {
        try check(option.value)
      } catch {
        diagnostics.append(Diagnostic(error, in: option.value, of: option.name.value))
      }
    }
  }

  private mutating func compile(
    _ use: UseStep,
    of step: Step,
    phase: StepDescription.Phase,
    in surroundings: Surroundings
  ) -> any PlannedAction {
    guard let shared = use.shared?.steps else {
      // The loader has said why; the step stays visible as one that cannot run.
      describe(step, phase, .other(.use), surroundings)
      return MissingUse()
    }
    let name = step.name?.source ?? Self.shortName(of: use.file.source)
    let inner = Surroundings(
      defaults: outerDefaults + [shared.defaults].compactMap(\.self),
      namespaces: shared.namespaces,
      prefix: "\(surroundings.prefix)\(name) › ",
      hasComputedPrefix: Self.hasComputedName(step, in: surroundings),
      files: surroundings.files.relative(to: shared.file.path),
      expectations: expectations
    )
    // Paths in options are relative to the file whose steps they hold for.
    sharedOptions = SharedOptions()
    defer { sharedOptions = SharedOptions() }
    return PlannedUse(
      shared: shared,
      with: use.with,
      takesReturns: use.takesReturns,
      name: name,
      prefix: inner.prefix,
      steps: compile(shared.steps, phase: phase, in: inner),
      files: inner.files
    )
  }

  /// The name of a file without its folder and its `.steps.yaml`.
  private static func shortName(of path: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    for ending in [".yaml", ".yml", ".steps"] where name.hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    return name
  }
}
