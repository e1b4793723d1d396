import Diagnostics
import Documents
import Files

/// Checks that each name in `${…}` is known where it stands: a variable, a capture of an earlier step, a parameter, or one of the
/// reserved names.
struct NameChecker {
  /// What was found.
  private(set) var diagnostics: [Diagnostic] = []
  /// How many of them are about files before the one that is checked.
  private var firstOfFile = 0

  private let project: Project?
  private let files: ScenarioFiles
  /// What is known in every file: from outside, the project and its environments, `before-all`.
  private let global: Set<String>
  private let beforeAll: Set<String>
  private let secrets: Set<String>

  /// Makes a checker.
  ///
  /// - Parameters:
  ///   - project: `curlew.yaml`, if there is one.
  ///   - knownNames: names that have a value from outside.
  ///   - files: where data files are looked for.
  init(project: Project?, knownNames: Set<String>, files: ScenarioFiles) {
    self.project = project
    self.files = files
    global = knownNames.union((project?.allVariables ?? []).map(\.name.value))
      .union(project?.strayNames.variables ?? [])
    beforeAll = project?.namesOfBeforeAll ?? []
    secrets = Set((project?.secrets ?? []).map(\.value))
  }

  /// What files of scenarios and steps know before they say anything.
  private var knownAtStart: KnownNames {
    KnownNames(variables: global.union(beforeAll), captured: beforeAll, secrets: secrets)
  }

  /// Checks a scenario.
  mutating func check(_ scenario: Scenario) {
    firstOfFile = diagnostics.count
    var known = knownAtStart
    known.variables.formUnion(scenario.variables.map(\.name.value))
    known.add(scenario.strayNames)
    if let cases = scenario.cases {
      let columns = columns(of: cases, in: scenario.file.path)
      known.columns = columns ?? []
      known.isOpen = columns == nil
      known.variables.formUnion(columns ?? [])
      known.captured.subtract(columns ?? [])
    }
    for variable in scenario.variables { visit(variable.value, known) }
    visit(scenario.base, known)
    visit(scenario.when, known)
    if let cases = scenario.cases { check(cases) }
    let all = scenario.setup + scenario.steps + scenario.teardown
    if let defaults = scenario.defaults {
      var late = known.adding(all.flatMap { CapturedNames.names(of: $0, withItems: true) })
      late.hasLoop = true
      check(defaults, late)
    }
    check(all, known)
  }

  /// Checks steps to use again.
  mutating func check(_ shared: SharedSteps) {
    firstOfFile = diagnostics.count
    var known = knownAtStart
    known.isShared = true
    known.add(shared.strayNames)
    for parameter in shared.parameters {
      visit(parameter.defaultValue, known)
      known.variables.insert(parameter.name.value)
      known.captured.remove(parameter.name.value)
    }
    if let defaults = shared.defaults {
      var late = known.adding(shared.steps.flatMap { CapturedNames.names(of: $0, withItems: true) })
      late.hasLoop = true
      check(defaults, late)
    }
    check(shared.steps, known)
    let captured = Set(shared.steps.flatMap { CapturedNames.names(of: $0) })
    let returned = captured.union(shared.parameters.map(\.name.value))
    let sorted = returned.sorted()
    for name in shared.returns ?? [] where !returned.contains(name.value) {
      report(
        .error,
        "no step captures \"\(name.value)\"",
        at: name.range,
        hint: "returns names captures",
        suggestion: advises ? Suggestion.nearest(to: name.value, in: sorted) : nil
      )
    }
  }

  /// Checks a project.
  mutating func check(_ project: Project) {
    firstOfFile = diagnostics.count
    var known = KnownNames(variables: global, secrets: secrets)
    known.hasScenario = false
    known.add(project.strayNames)
    for variable in project.allVariables { visit(variable.value, known) }
    warnOfVariablesAmongSecrets(project)
    visit(project.base, known)
    for environment in project.environments { visit(environment.base, known) }
    for contract in project.contracts { visit(contract.base, known.adding(["base"])) }
    // Defaults meet the names of scenarios, which are not known here.
    var open = known
    (open.isOpen, open.hasLoop, open.hasScenario, open.columns) = (true, true, true, [])
    for defaults in [project.defaults] + project.environments.map(\.defaults) {
      if let defaults { check(defaults, open) }
    }
    check(project.beforeAll + project.afterAll, known)
  }

  /// Warns of a name under `secrets` that is a variable of the file: it would be masked nowhere.
  private mutating func warnOfVariablesAmongSecrets(_ project: Project) {
    for secret in project.secrets {
      let name = secret.value
      guard let variable = project.allVariables.first(where: { $0.name.value == name }) else {
        continue
      }
      let references = variable.value.expressions.flatMap(\.references)
      guard !references.contains(where: { $0.name == "secret" || $0.path.first == name }) else {
        continue
      }
      let environment = references.first { $0.name == "env" }?.path.first
      report(
        .warning,
        "secrets names environment variables, but \"\(name)\" is a variable of this file, which is not masked",
        at: secret.range,
        hint: environment.map { "write secrets: [\($0)]" }
          ?? "give its value from outside and write \(name): ${secret.\(name)}"
      )
    }
  }

  private mutating func check(_ steps: [Step], _ known: KnownNames) {
    var known = known
    for (place, step) in steps.enumerated() {
      if step.usesNames || step.kind.content.hasNamesWithoutExpressions {
        check(step, known, later: steps[(place + 1)...])
      }
      let names = CapturedNames.names(of: step)
      if !names.isEmpty {
        known.variables.formUnion(names)
        known.captured.formUnion(names)
      }
      if case .use(let use) = step.kind, let shared = use.shared {
        for name in CapturedNames.returned(by: shared.steps) {
          known.elsewhere[name] = shared.steps.file.path
        }
      }
    }
  }

  /// The steps that run at the same time as the one that is checked, itself among them.
  private var siblings: [Step] = []

  /// The steps behind the one that is checked; what they capture is looked up only for a name that is unknown.
  private var later: ArraySlice<Step> = []

  private mutating func check(_ step: Step, _ known: KnownNames, later: ArraySlice<Step>) {
    let outer = self.later
    self.later = later
    defer { self.later = outer }
    var known = known
    // What a turn captures the next one sees.
    known.captured.formUnion(CapturedNames.names(of: step))
    if let loop = step.loop {
      switch loop.kind {
      case .each(let list, as: let name):
        visit(list, known)
        known.variables.insert(name.value)
        known.captured.remove(name.value)
      case .count(let count):
        visit(count, known)
      case .condition(let condition, let most):
        visit(most, known)
        var inside = known.adding(CapturedNames.names(of: step))
        inside.hasLoop = true
        visit(condition, inside)
      }
      known.hasLoop = true
    }
    checkName(of: step, known)
    visit(step.when, known)
    visit(step.timeout, known)
    var after = step.kind.content.checkNames(of: step, known, by: &self)
    for capture in step.captures {
      check(capture, after)
      after.variables.insert(capture.name.value)
    }
    for capture in step.collect { check(capture, after) }
  }

  /// Checks steps that run at once: none sees what another captures.
  mutating func check(atOnce steps: [Step], _ known: KnownNames) {
    let others = siblings
    siblings = steps
    for step in steps { check(step, known, later: later) }
    siblings = others
  }

  /// Checks the steps of a group, which run one after the other.
  mutating func check(inTurn steps: [Step], of group: Step, _ known: KnownNames) {
    let others = siblings
    siblings = others.filter { $0 !== group }
    check(steps, known)
    siblings = others
  }

  /// Takes a mistake or a warning.
  mutating func report(
    _ severity: Diagnostic.Severity,
    _ message: String,
    at range: SourceRange,
    hint: String,
    suggestion: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(severity, message, at: range, hint: hint, suggestion: suggestion)
    )
  }

  /// Checks that the name of a step needs nothing that is known only once steps have run.
  private mutating func checkName(of step: Step, _ known: KnownNames) {
    for expression in step.name?.expressions ?? [] {
      let late = expression.references.filter { known.captured.contains($0.name) }
      for reference in late {
        report(
          .error,
          "the name of a step cannot have \"\(reference.name)\", which a step captures",
          at: reference.range,
          hint: "it takes the data row, the element of each, parameters and variables"
        )
      }
      if late.isEmpty { visit(expression, known) }
    }
  }

  /// Whether mistakes of this file still get a suggestion.
  private var advises: Bool { diagnostics.count - firstOfFile < Suggestion.most }

  /// Names that the expectation being checked captures anew.
  private var recaptured: Set<String> = []

  mutating func visit(_ expression: Expression?, _ known: KnownNames) {
    for reference in expression?.references ?? [] {
      if recaptured.contains(reference.name) {
        report(
          .warning,
          "\"\(reference.name)\" is what this step captures, not the value from before it",
          at: reference.range,
          hint: "capture it by another name to compare both"
        )
      }
      let advises = advises
      guard var complaint = known.complaint(about: reference, later: later, advises: advises) else {
        continue
      }
      if advises, let line = CapturedNames.lines(of: siblings)[reference.name],
        complaint.suggestion == nil
      {
        complaint.hint =
          "it is captured on line \(line), by a step of the same parallel: these do not see each other's captures"
      }
      diagnostics.append(complaint)
    }
  }

  mutating func visit(_ template: TextTemplate?, _ known: KnownNames) {
    for expression in template?.expressions ?? [] { visit(expression, known) }
  }

  mutating func visit(_ template: ValueTemplate?, _ known: KnownNames) {
    for expression in template?.expressions ?? [] { visit(expression, known) }
  }
}

extension NameChecker {
  mutating func check(
    _ request: RequestStep,
    _ known: KnownNames,
    capturing captures: [String]
  ) {
    visit(request.method, known)
    visit(request.url, known)
    visit(request.query, known)
    for header in request.headers + request.cookies {
      visit(header.name, known)
      visit(header.value, known)
    }
    visit(request.auth?.settings, known)
    if let body = request.body { check(body, known) }
    for option in request.options { visit(option.value, known) }
    visit(request.session, known)
    visit(request.save, known)
    for change in request.jar { visit(change, known) }
    if let retry = request.retry { check(retry, known.withResponse) }
    if let expect = request.expect { check(expect, known.withResponse, capturing: captures) }
  }

  private mutating func visit(_ fields: FieldsTemplate?, _ known: KnownNames) {
    for expression in fields?.expressions ?? [] { visit(expression, known) }
  }

  private mutating func check(_ body: any BodyTemplate, _ known: KnownNames) {
    for expression in body.expressions { visit(expression, known) }
    if let path = body.filledFile { checkFile(filledIn: path, known) }
  }

  /// Checks the `${…}` in a file that is filled in.
  private mutating func checkFile(filledIn path: TextTemplate, _ known: KnownNames) {
    guard let constant = path.constant else { return }
    let own = files.relative(to: path.range.file.path)
    guard let bytes = try? own.read(constant) else { return }
    let shown = PathText.join(PathText.folder(of: path.range.file.path), constant)
    let before = diagnostics.count
    defer {
      if diagnostics.count > before {
        report(
          .error,
          "\(shown) has mistakes of its own",
          at: path.range,
          hint: "they are reported there"
        )
      }
    }
    do throws(Diagnostic) {
      visit(try TextTemplate(parsing: SourceFile(path: shown, utf8: bytes)), known)
    } catch {
      diagnostics.append(error)
    }
  }

  mutating func check(_ retry: RetryTemplate, _ known: KnownNames) {
    visit(retry.duration, known)
    visit(retry.attempts, known)
    visit(retry.every, known)
    visit(retry.backoff, known)
    visit(retry.until, known)
  }

  /// Checks what must come back.
  ///
  /// - Parameters:
  ///   - expect: as it is written.
  ///   - known: what is known before the step.
  ///   - captures: the names that the step itself captures, known to all but `status` and `content-type`.
  private mutating func check(
    _ expect: Expectation,
    _ known: KnownNames,
    capturing captures: [String] = []
  ) {
    visit(expect.status, known)
    visit(expect.contentType, known)
    recaptured = known.variables.intersection(captures)
    defer { recaptured = [] }
    let known = captures.isEmpty ? known : known.adding(captures)
    for expression in expect.expressionsBehindHead { visit(expression, known) }
  }

  private mutating func check(_ defaults: RequestDefaults, _ known: KnownNames) {
    visit(defaults.query, known)
    for header in defaults.headers + defaults.cookies {
      visit(header.name, known)
      visit(header.value, known)
    }
    visit(defaults.auth?.settings, known)
    for option in defaults.options { visit(option.value, known) }
    visit(defaults.session, known)
    if let retry = defaults.retry { check(retry, known.withResponse) }
    if let expect = defaults.expect { check(expect, known.withResponse) }
  }

  private mutating func check(_ capture: Capture, _ known: KnownNames) {
    for expression in capture.expressions { visit(expression, known) }
  }

  /// Rows are made before a scenario runs: from the project and from outside, but not from captures.
  private mutating func check(_ cases: DataRows) {
    let known = knownAtStart
    switch cases.source {
    case .list(let rows):
      for row in rows { visit(row, known) }
    case .csv(let path, _), .json(let path):
      visit(path, known)
    case .matrix(let columns):
      for column in columns { visit(column.value, known) }
    }
  }

  /// The names of the columns of data rows, or `nil` when they are not known.
  private func columns(of cases: DataRows, in path: String) -> Set<String>? {
    switch cases.source {
    case .list(let rows):
      var names: Set<String> = []
      for row in rows {
        guard case .map(let entries) = row.kind else { return nil }
        for entry in entries {
          guard let key = entry.key.constant else { return nil }
          names.insert(key)
        }
      }
      return names
    case .matrix(let columns):
      return Set(columns.map(\.name.value))
    case .csv(let file, let reading):
      return read(file, in: path).flatMap { DataColumns.ofCSV($0, reading) }
    case .json(let file):
      return read(file, in: path).flatMap { DataColumns.ofJSON($0) }
    }
  }

  private func read(_ file: TextTemplate, in path: String) -> [UInt8]? {
    guard let constant = file.constant else { return nil }
    return try? files.relative(to: path).read(constant)
  }
}
