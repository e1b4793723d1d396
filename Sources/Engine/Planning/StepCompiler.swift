import Diagnostics
import RunEvents
import Scenarios

/// Compiles the steps of one scenario and numbers their leaves.
struct StepCompiler {
  /// What a nested list of steps stands in.
  struct Surroundings {
    /// Defaults, weakest first.
    var defaults: [RequestDefaults]
    /// The names of the uses and groups around it, as a prefix.
    var prefix = ""
    /// Whether the name of one of these uses holds expressions.
    var hasComputedPrefix = false
    /// Compiles what must come back, with the files and namespaces of the file that holds the steps.
    let expectations: ExpectationCompiler
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
  private let hasContracts: Bool
  private let commonOptions: CommonOptions

  /// Prepares a compiler.
  ///
  /// - Parameters:
  ///   - options: what the run was asked for.
  ///   - outerDefaults: those of project and environment, weakest first; they reach into used files.
  ///   - hasContracts: whether exchanges are checked against contracts.
  ///   - commonOptions: those of other files.
  ///   - firstLeaf: how many leaves the steps before have.
  init(
    options: RunOptions,
    outerDefaults: [RequestDefaults],
    hasContracts: Bool,
    commonOptions: CommonOptions = CommonOptions(),
    firstLeaf: Int = 0
  ) {
    self.firstLeaf = firstLeaf
    self.options = options
    given = options.givenDefaults
    self.outerDefaults = outerDefaults
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
    let compiler = surroundings.expectations
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
      let assertions = compiler.compile(assert.assertions, diagnostics: &diagnostics)
      action = PlannedAssert(assertions: assertions)
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
      action is PlannedRequest
      ? [] : compiler.compile(step.captures + step.collect, diagnostics: &diagnostics)
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
    let compiler = surroundings.expectations
    let expectation = compiler.compile(merged.expect, diagnostics: &diagnostics)
    let captures = compiler.compile(step.captures, diagnostics: &diagnostics)
    let collect = compiler.compile(step.collect, diagnostics: &diagnostics)
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

  /// A request with all defaults under it: those of files, and above them what the command line says.
  private func merged(_ request: RequestStep, _ layers: [RequestDefaults]) -> RequestStep {
    var layers = layers
    if let given {
      // Credentials of the step's own are not mixed with those of the command line.
      let hasField = request.headers.contains {
        $0.name.constant?.lowercased() == "authorization"
      }
      layers.append(hasField ? RequestDefaults(withoutAuth: given) : given)
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
      prefix: "\(surroundings.prefix)\(name) › ",
      hasComputedPrefix: Self.hasComputedName(step, in: surroundings),
      expectations: ExpectationCompiler(
        namespaces: shared.namespaces,
        files: surroundings.expectations.files.relative(to: shared.file.path),
        schemas: surroundings.expectations.schemas
      )
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
      files: inner.expectations.files
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
