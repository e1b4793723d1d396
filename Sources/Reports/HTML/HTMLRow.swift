import Assertions
import Diagnostics
import Documents
import RunEvents

/// What the list of the page says of an attempt at a scenario, and what a search finds it by.
struct HTMLRow {
  private static let searchLimit = 4_000
  private static let operationLimit = 500

  private let description: ScenarioDescription
  private var bad: String?
  private var search = ""
  private var warningCount = 0
  /// The operations of contracts that were exercised, each with the status that came.
  private var operations: [[String]] = []

  init(_ description: ScenarioDescription) {
    self.description = description
    if let summary = description.summary { addSearched(summary) }
    for step in description.steps { addSearched(step.name) }
  }

  /// Takes note of a step.
  mutating func add(_ report: StepReport) {
    if let exchange = report.attempts.last?.exchange {
      addSearched("\(exchange.request.method) \(ExchangeText.path(of: exchange.request.url))")
    }
    warningCount += report.warnings.reduce(0) { $0 + $1.count }
    for attempt in report.attempts { addOperation(of: attempt) }
    guard bad == nil else { return }
    switch report.result {
    case .passed, .skipped: break
    case .failed(let outcomes):
      bad = Self.sentence(of: outcomes) ?? report.step.name
    case .errored(let fault) where !fault.outcomes.isEmpty:
      bad = "set-up: \(Self.sentence(of: fault.outcomes) ?? fault.message)"
    case .errored(let fault): bad = "\(fault.kind.rawValue): \(fault.message)"
    }
  }

  /// The row as JSON.
  ///
  /// - Parameters:
  ///   - outcome: how the attempt ended; `nil` when the run was cut short.
  ///   - duration: how long it took, in seconds.
  /// - Returns: an object.
  func json(_ outcome: ScenarioReport.Outcome?, duration: Double) -> JSONValue {
    let reason = outcome == nil ? "the run was cut short" : outcome?.reason
    var bad = bad
    // What distinguishes rows and turns, which the list shows also where there is no room for the name.
    let label = String(description.title.dropFirst(description.name.count).drop { $0 == " " })
    if bad == nil, outcome?.isBad ?? false { bad = ScenarioReport.unexpectedPass }
    return .members([
      ("index", .int(description.id.index)),
      ("attempt", .int(description.id.attempt)),
      ("kind", .string(description.kind.rawValue)),
      ("title", .string(SafeText.cut(description.title, limit: 300))),
      ("label", label.isEmpty ? nil : .string(SafeText.cut(label, limit: 100))),
      ("path", .string(SafeText.cut(description.path, limit: 1_000))),
      ("description", description.summary.map { .string(SafeText.cut($0, limit: 10_000)) }),
      ("line", .int(description.range.start.line)),
      (
        "tags",
        .array(description.tags.prefix(100).map { .string(SafeText.cut($0, limit: 100)) })
      ),
      ("outcome", .string(outcome?.name ?? "not run")),
      ("reason", reason.map { .string(SafeText.cut($0, limit: 500)) }),
      ("at", .seconds(description.startedAt)),
      ("duration", .seconds(duration)),
      ("bad", bad.map { .string(SafeText.cut($0, limit: 500)) }),
      ("warnings", warningCount == 0 ? nil : .int(warningCount)),
      (
        "operations",
        operations.isEmpty
          ? nil : .array(operations.map { .array($0.map(JSONValue.string)) })
      ),
      ("search", .string(search)),
    ])
  }

  /// The first that does not hold, and how many more do not.
  private static func sentence(of outcomes: [AssertionOutcome]) -> String? {
    let bad = outcomes.lazy.filter(\.isBad)
    guard let first = bad.first else { return nil }
    let more = bad.count - 1
    return first.titledSentence + (more > 0 ? " (and \(more) more)" : "")
  }

  private mutating func addOperation(of attempt: StepReport.Attempt) {
    guard let name = attempt.operation, operations.count < Self.operationLimit else { return }
    let pair = [name, attempt.exchange?.response.map { String($0.status) } ?? ""]
    if !operations.contains(pair) { operations.append(pair) }
  }

  private mutating func addSearched(_ text: String) {
    guard search.utf8.count < Self.searchLimit else { return }
    let text = SafeText.cut(text, limit: 200)
    guard !search.contains(text) else { return }
    search += search.isEmpty ? text : "\n\(text)"
  }
}
