import Diagnostics
import RunEvents
import Scenarios

/// Compiles scenarios, each at once or in parts: no step depends on what another compiles to.
struct ScenarioCompiler: Sendable {
  /// Steps of a scenario that are compiled together.
  struct Part: Sendable {
    /// The place of the scenario among those that were read.
    let scenario: Int
    /// What the steps belong to.
    let phase: StepDescription.Phase
    /// The steps.
    let steps: ArraySlice<Step>
    /// How many leaves the steps before them have.
    let firstLeaf: Int
  }

  /// What a part compiles to.
  struct PlannedPart: Sendable {
    let phase: StepDescription.Phase
    let steps: [PlannedStep]
    let descriptions: [StepDescription]
    let diagnostics: [Diagnostic]
  }

  let options: RunOptions
  let hasContracts: Bool
  let layers: PlanCompiler.Layers
  let schemas: SchemaLoader
  let loaded: LoadedProject
  private let commonOptions = CommonOptions()

  /// The parts of a scenario, in order.
  ///
  /// - Parameters:
  ///   - scenario: the scenario.
  ///   - place: its place among those that were read.
  ///   - size: how many steps a part has at most.
  /// - Returns: parts that can be compiled in any order, at least one.
  func parts(of scenario: Scenario, at place: Int, size: Int) -> [Part] {
    var parts: [Part] = []
    var leaves = 0
    let phases: [(StepDescription.Phase, [Step])] = [
      (.setup, scenario.setup), (.steps, scenario.steps), (.teardown, scenario.teardown),
    ]
    for (phase, steps) in phases {
      for start in stride(from: 0, to: steps.count, by: size) {
        let slice = steps[start..<min(steps.count, start + size)]
        parts.append(Part(scenario: place, phase: phase, steps: slice, firstLeaf: leaves))
        leaves += Step.leafCount(of: slice)
      }
    }
    if parts.isEmpty { parts.append(Part(scenario: place, phase: .steps, steps: [], firstLeaf: 0)) }
    return parts
  }

  /// Compiles a part.
  ///
  /// - Parameters:
  ///   - part: a part of `scenario`.
  ///   - scenario: the scenario.
  /// - Returns: its steps, numbered as those of the whole scenario, and the mistakes in them.
  func compile(_ part: Part, of scenario: Scenario) -> PlannedPart {
    var compiler = StepCompiler(
      options: options,
      outerDefaults: layers.defaults,
      hasContracts: hasContracts,
      commonOptions: commonOptions,
      firstLeaf: part.firstLeaf
    )
    let surroundings = StepCompiler.Surroundings(
      defaults: layers.defaults + [scenario.defaults].compactMap(\.self),
      expectations: ExpectationCompiler(
        namespaces: namespaces(of: scenario),
        files: loaded.files(for: scenario.file.path),
        schemas: schemas
      )
    )
    let steps = compiler.compile(part.steps, phase: part.phase, in: surroundings)
    return PlannedPart(
      phase: part.phase,
      steps: steps,
      descriptions: compiler.descriptions,
      diagnostics: compiler.diagnostics
    )
  }

  /// The names that have a value before a scenario runs.
  private var namesFromOutside: Set<String> {
    let variables = (loaded.project?.allVariables ?? []).map(\.name.value)
    return (loaded.project?.namesOfBeforeAll ?? []).union(variables).union(options.overrides.keys)
  }

  /// The prefixes that a scenario knows: the project's and its own.
  private func namespaces(of scenario: Scenario) -> [String: String] {
    layers.namespaces.merging(scenario.namespaces) { $1 }
  }

  /// Puts a scenario together.
  ///
  /// - Parameters:
  ///   - scenario: the scenario.
  ///   - parts: what all its parts compile to, in order.
  /// - Returns: the scenario, and the mistakes in all parts.
  func assemble(_ scenario: Scenario, _ parts: [PlannedPart]) -> (PlannedScenario, [Diagnostic]) {
    func steps(_ phase: StepDescription.Phase) -> [PlannedStep] {
      parts.filter { $0.phase == phase }.flatMap(\.steps)
    }
    let planned = PlannedScenario(
      source: scenario,
      kind: .scenario,
      name: scenario.name,
      path: scenario.file.path,
      identity: loaded.identity(ofFile: scenario.file.path),
      setup: steps(.setup),
      steps: steps(.steps),
      teardown: steps(.teardown),
      descriptions: parts.flatMap(\.descriptions),
      variables: layers.variables + scenario.variables,
      projectVariables: layers.variables,
      base: scenario.base ?? layers.base,
      contractBase: scenario.base == nil ? nil : layers.base,
      files: loaded.files(for: scenario.file.path),
      namespaces: namespaces(of: scenario)
    )
    let mistake = scenario.base.flatMap { RequestURL.mistake(in: $0, isBase: true) }
    let early = EarlyDefaults(
      planned.setup + planned.steps,
      of: scenario,
      outer: layers.defaults,
      known: namesFromOutside
    )
    let found = [mistake].compactMap(\.self) + (early?.diagnostics ?? [])
    return (planned, found + parts.flatMap(\.diagnostics))
  }

  /// Compiles a scenario at once.
  ///
  /// - Parameter scenario: the scenario.
  /// - Returns: what it compiles to, and the mistakes found.
  func compile(_ scenario: Scenario) -> (PlannedScenario, [Diagnostic]) {
    let parts = parts(of: scenario, at: 0, size: .max)
    return assemble(scenario, parts.map { compile($0, of: scenario) })
  }
}
