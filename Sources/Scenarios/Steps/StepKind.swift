import Diagnostics

/// A kind of step: its keys, how it is read, and what the names in it are.
///
/// The parser, `check`, the JSON Schema and the reference take all kinds from ``StepKindCatalogue``. What a step does
/// is the engine's part.
protocol StepKind: Sendable {
  /// The keys of which a step has one; it says that the step is of this kind.
  static var keys: [MapGrammar.Key] { get }
  /// What may stand beside it, apart from the keys of every step.
  static var ownKeys: [MapGrammar.Key] { get }
  /// What messages call such a step, with its article.
  static var noun: String { get }
  /// Whether there is a response, into which captures can look.
  static var hasResponse: Bool { get }

  /// Reads a step.
  ///
  /// - Parameters:
  ///   - entry: the key with what stands behind it, which is not empty.
  ///   - keys: all keys of the step.
  ///   - reader: reads the parts and collects the mistakes.
  /// - Returns: `nil` after a mistake that leaves no step.
  static func read(_ entry: YAMLEntry, _ keys: KnownEntries, by reader: FileReader) -> Step.Kind?

  /// What reports call it when it has no name.
  var title: String { get }
  /// The steps that stand inside it; `nil` for a kind that holds none.
  var children: [Step]? { get }
  /// The names that it gives values, those that it captures apart.
  var givenNames: [String] { get }
  /// Whether its names are checked even where it holds no expression.
  var hasNamesWithoutExpressions: Bool { get }

  /// Checks the names in it.
  ///
  /// - Parameters:
  ///   - step: the step itself, whose other keys are checked before and after.
  ///   - known: what is known in it.
  ///   - checker: visits expressions and takes the mistakes.
  /// - Returns: what is known to its captures.
  func checkNames(of step: Step, _ known: KnownNames, by checker: inout NameChecker) -> KnownNames
}

extension StepKind {
  static var ownKeys: [MapGrammar.Key] { [] }
  static var hasResponse: Bool { false }
  var title: String { Self.keys[0].name }
  var children: [Step]? { nil }
  var givenNames: [String] { [] }
  var hasNamesWithoutExpressions: Bool { children != nil }
}

/// All kinds of steps.
enum StepKindCatalogue {
  /// The kinds, in the order in which the reference lists them.
  static let all: [any StepKind.Type] = [
    RequestStep.self, UseStep.self, ParallelStep.self, GroupStep.self, AssertStep.self,
    SetStep.self, WaitStep.self, LogStep.self, ExecStep.self,
  ]

  /// A key that says what a step is.
  struct Entry: Sendable {
    /// The key.
    let name: String
    /// What it says.
    let kind: any StepKind.Type
    /// What may stand beside it.
    let allowed: NameTable
  }

  /// The keys of all kinds, in order.
  static let entries: [Entry] = all.flatMap { kind in
    let allowed = NameTable((MapGrammar.commonKeys + kind.ownKeys).map(\.name))
    return kind.keys.map { Entry(name: $0.name, kind: kind, allowed: allowed) }
  }

  /// The keys, to look names up.
  static let table = NameTable(entries.map(\.name))

  /// The kind that a key says.
  static func entry(named name: String) -> Entry? { table.place(of: name).map { entries[$0] } }

  /// The keys of all kinds, each with those of its own that no request has.
  static let keys: [MapGrammar.Key] = {
    let ofRequests = Set(RequestStep.ownKeys.map(\.name))
    return all.flatMap { kind in
      kind.keys + kind.ownKeys.filter { !ofRequests.contains($0.name) }
    }
  }()
}

extension Step.Kind {
  /// The step as one of its kind.
  var content: any StepKind {
    switch self {
    case .request(let step): step
    case .use(let step): step
    case .parallel(let step): step
    case .group(let step): step
    case .assert(let step): step
    case .set(let step): step
    case .wait(let step): step
    case .log(let step): step
    case .exec(let step): step
    }
  }
}
