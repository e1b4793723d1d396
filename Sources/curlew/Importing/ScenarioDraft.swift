import Contracts
import Diagnostics
import Documents
import Files
import Scenarios

/// Makes scenarios of the operations of an OpenAPI document.
struct ScenarioDraft {
  /// A scenario with the name of its file.
  struct File {
    /// The name of the file, without ending.
    var name: String
    /// The scenario.
    var root: ScenarioNode
  }

  private let document: ContractDocument
  private let library: SchemaLibrary
  private let captures: CaptureTable
  private let base: ImportedBase

  /// Prepares to import.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - projectBase: `base` of the project, which scenarios then do not name.
  init(document: ContractDocument, projectBase: String?) {
    self.document = document
    library = SchemaLibrary(document)
    captures = CaptureTable(document, library)
    base = ImportedBase(document, projectBase: projectBase)
  }

  /// The scenarios, one for each tag.
  ///
  /// - Parameter operations: those of the document that are imported.
  /// - Returns: the scenarios in the order in which their tags occur.
  func scenarios(of operations: [ContractOperation]) -> [File] {
    var groups: [String] = []
    var members: [String: [ContractOperation]] = [:]
    for operation in operations {
      let group = operation.group
      if members[group] == nil { groups.append(group) }
      members[group, default: []].append(operation)
    }
    var names = ImportedFileNames()
    return groups.map { group in
      let name = names.name(for: group)
      return File(name: name, root: scenario(group, members[group] ?? [], fileName: name))
    }
  }

  // MARK: - Order

  /// The operations of a scenario by the list that they stand in.
  private struct Order {
    var setup: [ContractOperation] = []
    var steps: [ContractOperation] = []
    var teardown: [ContractOperation] = []
    var all: [ContractOperation] { setup + steps + teardown }
  }

  /// Creates come first, then reads and changes; what is deleted is deleted at the end.
  private func order(_ group: [ContractOperation]) -> Order {
    var order = Order()
    let own = Set(group.map(\.index))
    var placed: Set<Int> = []
    func place(_ operation: ContractOperation) {
      guard placed.insert(operation.index).inserted else { return }
      for producer in captures.producers(of: operation) { place(document.operations[producer]) }
      if own.contains(operation.index) {
        order.steps.append(operation)
      } else {
        order.setup.append(operation)
      }
    }
    let deletes = group.filter { $0.method == "DELETE" && !captures.isProducer($0.index) }
    let others = group.filter { $0.method != "DELETE" || captures.isProducer($0.index) }
    let ranked = others.sorted { left, right in
      let (leftKey, rightKey) = (Self.key(left, captures), Self.key(right, captures))
      return leftKey < rightKey
    }
    for operation in ranked { place(operation) }
    // What a deletion needs is made before.
    for operation in deletes {
      for producer in captures.producers(of: operation) { place(document.operations[producer]) }
    }
    order.teardown = deletes
    for creator in order.setup + order.steps where captures.isProducer(creator.index) {
      guard let deletion = deletion(of: creator),
        !order.teardown.contains(where: { $0.index == deletion.index })
      else { continue }
      order.teardown.append(deletion)
    }
    order.teardown.sort { ($0.segments.count, $0.index) > ($1.segments.count, $1.index) }
    if order.steps.isEmpty { (order.steps, order.teardown) = (order.teardown, []) }
    return order
  }

  private static func key(
    _ operation: ContractOperation,
    _ captures: CaptureTable
  ) -> (Int, Int, Int) {
    let hasParameters = operation.shape.contains("{}")
    switch operation.method {
    case "POST" where captures.isProducer(operation.index) || !hasParameters:
      return (0, operation.segments.count, operation.index)
    case "GET", "HEAD", "OPTIONS", "TRACE", "QUERY": return (1, 0, operation.index)
    case _: return (2, 0, operation.index)
    }
  }

  /// The operation that deletes what another one has created.
  private func deletion(of creator: ContractOperation) -> ContractOperation? {
    guard creator.method == "POST" else { return nil }
    return document.operations.first { operation in
      guard operation.method == "DELETE", operation.shape == creator.shape + ["{}"],
        case .parameter(let name)? = operation.segments.last,
        case .captured(let capture)? = captures.source(of: name, in: "path", of: operation.index)
      else { return false }
      return capture.producer == creator.index
    }
  }

  // MARK: - Text

  private func scenario(
    _ group: String,
    _ operations: [ContractOperation],
    fileName: String
  ) -> ScenarioNode {
    let order = order(operations)
    let range = operations[0].range
    var names = ScenarioNames(taken: captures.names)
    let credentials = order.all.map { Credentials(of: $0, document.securitySchemes) }
    let shared =
      credentials.allSatisfy { $0 == credentials[0] } && !credentials[0].secrets.isEmpty
      ? credentials[0] : nil
    if let shared { names.add(shared) }
    func steps(_ operations: [ContractOperation]) -> ScenarioNode {
      ScenarioNode(
        .list(
          operations.map { operation in
            var writer = StepWriter(
              operation,
              of: document,
              library,
              captures,
              prefix: base.prefix(of: operation, in: document),
              shared: shared
            )
            return writer.step(for: order.all, &names)
          }
        ),
        at: range
      )
    }
    func text(_ text: String) -> ScenarioNode {
      ScenarioNode(.value(.string(text)), at: range)
    }
    let parts = [("setup", order.setup), ("steps", order.steps), ("teardown", order.teardown)]
      .filter { !$0.1.isEmpty }.map { ($0.0, steps($0.1)) }
    let title = document.title.line(atMost: 80)
    let shown = group.line(atMost: 80)
    var entries = [
      ("scenario", text([title, shown].filter { !$0.isEmpty }.joined(separator: ": ")))
    ]
    entries.append(("tags", ScenarioNode(.list([text(fileName)]), at: range)))
    if let template = base.template {
      entries.append(("base", ScenarioNode(.template(template), at: range)))
    }
    if !names.variables.isEmpty {
      let members = names.variables.map { variable in
        var value = text(variable.value)
        value.comments = [variable.wanted.line(atMost: 300)]
        return (variable.name, value)
      }
      entries.append(("variables", .map(members, at: range)))
    }
    if let shared, !shared.isEmpty { entries.append(("defaults", defaults(shared, range))) }
    var root = ScenarioNode.map(entries + parts, at: range)
    root.comments = comments(names, shared)
    return root
  }

  private func defaults(_ shared: Credentials, _ range: SourceRange) -> ScenarioNode {
    var members: [(String, ScenarioNode)] = []
    for (key, fields) in [
      ("query", shared.query), ("headers", shared.headers), ("cookies", shared.cookies),
    ] where !fields.isEmpty {
      members.append((key, .map(Credentials.entries(fields, at: range), at: range)))
    }
    if let auth = shared.auth(at: range) { members.append(("auth", auth)) }
    return .map(members, at: range)
  }

  /// What stands above the scenario.
  private func comments(_ names: ScenarioNames, _ shared: Credentials?) -> [String] {
    let path = document.path.line(atMost: 200)
    var lines = ["Made of \(path) (OpenAPI \(document.version.line(atMost: 20)))."]
    lines.append(
      "Responses are checked against the document when curlew.yaml names it under contracts:, "
        + "or with --contract."
    )
    lines += base.notes
    for secret in names.secrets {
      lines.append("It needs the secret \(secret.secret) for \(secret.name).")
    }
    if !names.secrets.isEmpty {
      lines.append("Give secrets with --secret NAME=value or as CURLEW_SECRET_NAME.")
    }
    lines += shared?.notes ?? []
    return lines
  }
}
