import Diagnostics
import Documents
import Scenarios

/// Finds the defaults that a step has no value for yet: `bearer: ${token}` while it logs in.
struct EarlyDefaults {
  /// The mistakes, each at the step.
  private(set) var diagnostics: [Diagnostic] = []

  /// What only these steps give values.
  private let captured: Set<String>
  /// The files of the defaults.
  private let paths: Set<String>
  /// What sends the requests, for messages.
  private let sender: String

  /// Looks at the steps of `before-all`.
  ///
  /// - Parameters:
  ///   - steps: compiled, defaults merged.
  ///   - project: the project.
  ///   - known: names that have a value from elsewhere.
  init(_ steps: [PlannedStep], of project: Project, known: Set<String>) {
    self.init(steps, known: known, paths: [project.file.path], sender: "before-all sends this")
  }

  /// Looks at the steps of a scenario; `nil` where no default has an expression.
  ///
  /// - Parameters:
  ///   - steps: compiled, defaults merged, in the order in which they run.
  ///   - scenario: the scenario.
  ///   - outer: the defaults around its own.
  ///   - known: names that have a value from outside of the scenario.
  init?(
    _ steps: @autoclosure () -> [PlannedStep],
    of scenario: Scenario,
    outer: [RequestDefaults],
    known: @autoclosure () -> Set<String>
  ) {
    // Columns give values, too.
    guard scenario.cases == nil else { return nil }
    var expressions: [Expression] = []
    for defaults in outer { expressions += Self.expressions(of: defaults) }
    if let own = scenario.defaults { expressions += Self.expressions(of: own) }
    guard !expressions.isEmpty else { return nil }
    let paths = Set(expressions.map(\.range.file.path))
    let own = scenario.variables.map(\.name.value)
    self.init(steps(), known: known().union(own), paths: paths, sender: "this is sent")
  }

  private init(_ steps: [PlannedStep], known: Set<String>, paths: Set<String>, sender: String) {
    captured = Set(steps.flatMap { CapturedNames.names(of: $0.step) }).subtracting(known)
    self.paths = paths
    self.sender = sender
    guard !captured.isEmpty else { return }
    var made: Set<String> = []
    look(at: steps, &made)
  }

  /// The expressions of all that is looked at.
  private static func expressions(of defaults: RequestDefaults) -> [Expression] {
    var found = defaults.auth?.settings.expressions ?? []
    for header in defaults.headers { found += header.value.expressions }
    for cookie in defaults.cookies { found += cookie.value.expressions }
    if case .map(let map)? = defaults.query { found += map.expressions }
    return found
  }

  private mutating func look(at steps: [PlannedStep], _ made: inout Set<String>) {
    for step in steps {
      // One that runs on a condition may be meant for when there is a value.
      if step.step.when == nil { look(at: step, made) }
      made.formUnion(CapturedNames.names(of: step.step))
    }
  }

  private mutating func look(at step: PlannedStep, _ made: Set<String>) {
    var made = made
    if case .each(_, as: let item)? = step.step.loop?.kind { made.insert(item.value) }
    if let planned = step.request { look(at: planned.request, of: step.step, made) }
    if step.action is PlannedParallel {
      for child in step.children where child.step.when == nil { look(at: child, made) }
    } else {
      let use = step.action as? PlannedUse
      var own = made.union(use?.shared.parameters.map(\.name.value) ?? [])
      look(at: step.children, &own)
    }
  }

  private mutating func look(at request: RequestStep, of step: Step, _ made: Set<String>) {
    if let auth = request.auth, !auth.isNone, !Self.removesAuthorization(request) {
      note(auth.settings.expressions, of: step, made, hint: "write auth: none in this step")
    }
    for header in request.headers {
      note(header, "headers", of: step, made)
    }
    for cookie in request.cookies {
      note(cookie, "cookies", of: step, made)
    }
    if case .map(let map)? = request.query {
      let hint = "write its own query with null for the name in this step"
      note(map.expressions, of: step, made, hint: hint)
    }
  }

  private mutating func note(
    _ field: HeaderTemplate,
    _ noun: String,
    of step: Step,
    _ made: Set<String>
  ) {
    let hint =
      field.isMap
      ? "write ?? and a map behind it there"
      : "write \(noun): { \(field.name.source): null } in this step"
    note(field.value.expressions, of: step, made, hint: hint)
  }

  private static func removesAuthorization(_ request: RequestStep) -> Bool {
    request.headers.contains {
      $0.name.constant?.lowercased() == "authorization" && $0.value.constant == .null
    }
  }

  private mutating func note(
    _ expressions: [Expression],
    of step: Step,
    _ made: Set<String>,
    hint: String
  ) {
    for reference in expressions.flatMap(\.references) {
      // What the step says itself is looked at where names are.
      let place = reference.range
      let isOwn =
        place.file == step.range.file
        && step.range.utf8.contains(place.utf8.lowerBound)
      guard captured.contains(reference.name), !made.contains(reference.name),
        !reference.isGuarded, !isOwn, paths.contains(place.file.path)
      else { continue }
      diagnostics.append(
        Diagnostic(
          .error,
          "\"\(reference.name)\" has no value yet when \(sender)",
          at: step.range,
          hint: "the defaults use it on line \(place.start.line): \(hint)"
        )
      )
      return
    }
  }
}
