import Contracts
import Diagnostics
import RunEvents
import Scenarios

/// What the exchanges of a run exercised of one contract, in memory that depends on the document alone.
struct ContractCounts: Sendable {
  private struct Call: Hashable {
    var method: String
    var path: String
  }

  private var marks: [Int]
  private var negatives: [Int: Int] = [:]
  private var violations: [Int: Int] = [:]
  private var warnings: [Int: Int] = [:]
  private var violationCount = 0
  private var warningCount = 0
  private var undocumented: [Call: Int] = [:]
  private var undocumentedOrder: [Call] = []
  private var undocumentedCount = 0
  private var usedDeviations: Set<Int> = []

  /// Counts of zero.
  init(shape: CoverageShape) {
    marks = Array(repeating: 0, count: shape.items.count)
  }

  /// Counts an exchange.
  mutating func count(_ judgement: ContractJudgement, method: String, path: String) {
    for mark in judgement.marks where marks.indices.contains(mark) { marks[mark] += 1 }
    usedDeviations.formUnion(judgement.usedDeviations)
    violationCount += judgement.failureCount
    warningCount += judgement.warningCount
    guard let operation = judgement.operation else {
      undocumentedCount += 1
      let call = Call(method: method, path: path)
      if let known = undocumented[call] {
        undocumented[call] = known + 1
      } else if undocumented.count < ContractReport.undocumentedLimit {
        undocumented[call] = 1
        undocumentedOrder.append(call)
      }
      return
    }
    if judgement.isNegativeTest { negatives[operation, default: 0] += 1 }
    violations[operation, default: 0] += judgement.failureCount
    warnings[operation, default: 0] += judgement.warningCount
  }

  /// What was counted, by operation.
  ///
  /// - Parameters:
  ///   - contract: whose counts these are.
  ///   - mask: masks secrets in paths and deviations.
  /// - Returns: the report.
  func report(on contract: NamedContract, _ mask: SecretMask) -> ContractReport {
    let document = contract.document
    var operations = document.operations.map { operation in
      ContractReport.Operation(
        name: operation.name,
        id: operation.id,
        method: operation.method,
        path: operation.template,
        tags: operation.tags,
        line: operation.range.start.line,
        negativeCount: negatives[operation.index] ?? 0,
        violationCount: violations[operation.index] ?? 0,
        warningCount: warnings[operation.index] ?? 0
      )
    }
    for (item, count) in zip(document.shape.items, marks) {
      operations[item.operation].add(item.kind, count)
    }
    return ContractReport(
      path: document.path,
      title: document.title,
      operations: operations,
      undocumented: undocumentedOrder.map { call in
        .init(
          method: mask.masking(call.method),
          path: mask.masking(call.path),
          count: undocumented[call] ?? 0
        )
      },
      undocumentedCount: undocumentedCount,
      violationCount: violationCount,
      warningCount: warningCount,
      unusedIgnores: contract.deviations.indices.filter { !usedDeviations.contains($0) }.map {
        mask.masking(contract.deviations[$0].text)
      }
    )
  }
}

extension ContractNaming.Deviation {
  /// The deviation in the words of a message.
  fileprivate var text: String {
    "\(operation.value) at \(at.value)" + (reason.map { " (\($0))" } ?? "")
  }
}

extension ContractReport.Operation {
  /// Adds what there is to cover of the operation, with how often it was.
  fileprivate mutating func add(_ kind: CoverageShape.Item.Kind, _ count: Int) {
    switch kind {
    case .operation:
      self.count = count
    case .status(let status):
      responses.append(.init(status: status, count: count, mediaTypes: []))
    case .responseMedia(let status, let type):
      guard let place = responses.firstIndex(where: { $0.status == status }) else { return }
      responses[place].mediaTypes.append(.init(name: type, count: count))
    case .requestMedia(let type):
      requestMediaTypes.append(.init(name: type, count: count))
    case .parameter(let location, let name):
      parameters.append(.init(name: name, location: location, count: count, values: []))
    case .parameterValue(let location, let name, let value):
      let place = parameters.firstIndex { $0.name == name && $0.location == location }
      guard let place else { return }
      parameters[place].values.append(.init(name: value, count: count))
    case .property(let status, let type, let path):
      properties.append(.init(status: status, mediaType: type, path: path, count: count))
    }
  }
}

extension ContractJudgement {
  /// How many violations fail the step.
  fileprivate var failureCount: Int { violationCount - warningCount }
}
