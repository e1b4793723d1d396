import Diagnostics
import RunEvents

/// The case of a `before-all` or `after-all` that did not succeed: one error of the run.
struct JUnitOutsideCase {
  private static let bodyLimit = 32 << 10

  private let description: ScenarioDescription
  private let classname: String
  private var problems: [JUnitCase.Problem] = []
  private var output = ""

  init(_ description: ScenarioDescription) {
    self.description = description
    classname = JUnitNames.classname(of: description)
  }

  /// Takes note of a step.
  mutating func add(_ report: StepReport) {
    guard !report.result.isGood else { return }
    let own = JUnitCase(report, in: description, classname: classname, ordinal: 1)
    switch own.verdict {
    case .failure(let problem), .error(let problem): problems.append(problem)
    case .passed, .skipped: return
    }
    if output.isEmpty { output = own.output }
  }

  /// The case, once all has ended.
  func made(of report: ScenarioReport) -> JUnitCase {
    let kind = description.kind.rawValue
    let message = problems.first?.message ?? "\(kind) did not succeed"
    let place = "  at \(SafeText.line(description.place, limit: 1_000))"
    let body =
      problems.isEmpty ? message + "\n" + place : problems.map(\.body).joined(separator: "\n\n")
    return JUnitCase(
      name: kind,
      classname: classname,
      line: description.range.start.line,
      startedAt: description.startedAt,
      milliseconds: NumberText.milliseconds(report.duration),
      verdict: .error(
        .init(type: kind, message: message, body: SafeText.cut(body, limit: Self.bodyLimit))
      ),
      output: output
    )
  }
}
