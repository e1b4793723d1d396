import Diagnostics
import Documents
import Scenarios

/// Finds the defaults that `before-all` itself has no value for yet: `bearer: ${token}` while it logs in.
struct EarlyDefaults {
  /// The mistakes, each at the step.
  private(set) var diagnostics: [Diagnostic] = []

  /// What only `before-all` gives values.
  private let captured: Set<String>
  private let projectPath: String

  /// Looks at the steps of `before-all`.
  ///
  /// - Parameters:
  ///   - steps: compiled, defaults merged.
  ///   - project: the project.
  ///   - known: names that have a value from elsewhere.
  init(_ steps: [PlannedStep], of project: Project, known: Set<String>) {
    captured = Set(steps.flatMap { CapturedNames.names(of: $0.step) }).subtracting(known)
    projectPath = project.file.path
    guard !captured.isEmpty else { return }
    var made: Set<String> = []
    look(at: steps, &made)
  }

  private mutating func look(at steps: [PlannedStep], _ made: inout Set<String>) {
    for step in steps {
      // One that runs on a condition may be meant for when there is a value.
      if step.step.when == nil { look(at: step, made) }
      made.formUnion(CapturedNames.names(of: step.step))
    }
  }

  private mutating func look(at step: PlannedStep, _ made: Set<String>) {
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
        !reference.isGuarded, !isOwn, place.file.path == projectPath
      else { continue }
      diagnostics.append(
        Diagnostic(
          .error,
          "\"\(reference.name)\" has no value yet when before-all sends this",
          at: step.range,
          hint: "the defaults use it on line \(place.start.line): \(hint)"
        )
      )
      return
    }
  }
}
