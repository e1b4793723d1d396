import RunEvents

/// What a run exercised of contracts as Markdown tables: what is missing comes first.
enum CoverageTable {
  private static let namesLimit = 8

  /// A line for each contract with its shares.
  static func overview(of contracts: [ContractReport]) -> [String] {
    guard !contracts.isEmpty else { return [] }
    var lines = [
      "| contract | operations | responses | parameters | properties | violations | warnings |",
      "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for contract in contracts {
      let shares = ContractReport.Aspect.allCases.map { text(of: contract.share(of: $0)) }
      lines.append(
        "| \(MarkdownText.escaped(contract.path)) | \(shares.joined(separator: " | ")) "
          + "| \(contract.violationCount) | \(contract.warningCount) |"
      )
    }
    return lines
  }

  /// A contract with a line for each operation, those with something missing first.
  ///
  /// - Parameters:
  ///   - contract: what was exercised of it.
  ///   - limit: how many operations are listed.
  ///   - level: how many `#` its heading has.
  /// - Returns: the lines, the first one empty.
  static func section(of contract: ContractReport, limit: Int, level: Int = 2) -> [String] {
    let mark = String(repeating: "#", count: level)
    var lines = ["", "\(mark) \(MarkdownText.escaped(contract.path))", ""]
    lines += [
      MarkdownText.escaped("\(contract.title): \(ContractText.sentence(of: contract))"), "",
    ]
    lines += [
      "| operation | requests | missing responses | missing parameters | missing properties | violations |",
      "|---|--:|---|---|--:|--:|",
    ]
    let sorted = sorted(contract.operations)
    lines += sorted.prefix(limit).map(row)
    if sorted.count > limit {
      lines += [
        "", "\(NumberText.count(sorted.count - limit, "further operation")) left out.",
      ]
    }
    if !contract.undocumented.isEmpty {
      lines += ["", "Requests without an operation", ""]
      lines += ["| request | count |", "|---|--:|"]
      lines += contract.undocumented.prefix(limit).map {
        "| \(MarkdownText.escaped("\($0.method) \($0.path)")) | \($0.count) |"
      }
    }
    return lines
  }

  /// Operations that were never exercised, then those that were in part, then the others; else in the order of the document.
  static func sorted(
    _ operations: [ContractReport.Operation]
  ) -> [ContractReport.Operation] {
    func rank(_ operation: ContractReport.Operation) -> Int {
      if operation.count == 0 { return 0 }
      let isWhole = ContractReport.Aspect.allCases.allSatisfy { aspect in
        let share = operation.share(of: aspect)
        return share.covered == share.total
      }
      return isWhole ? 2 : 1
    }
    return operations.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }.map(\.element)
  }

  private static func row(_ operation: ContractReport.Operation) -> String {
    let name = "\(operation.method) \(operation.path)"
    var shown = MarkdownText.escaped(name)
    if operation.name != name { shown += " (\(MarkdownText.escaped(operation.name, limit: 100)))" }
    let responses = names(operation.responses.filter { $0.count == 0 }.map(\.status))
    let parameters = names(operation.parameters.filter { $0.count == 0 }.map(\.name))
    let properties = operation.share(of: .properties)
    let missing = properties.total - properties.covered
    let requests = operation.count == 0 ? "**0**" : "\(operation.count)"
    return "| \(shown) | \(requests) | \(responses) | \(parameters) "
      + "| \(missing == 0 ? "" : "\(missing) of \(properties.total)") "
      + "| \(operation.violationCount == 0 ? "" : "\(operation.violationCount)") |"
  }

  private static func names(_ names: [String]) -> String {
    var shown = names.prefix(namesLimit).map { MarkdownText.escaped($0, limit: 60) }
    if names.count > namesLimit { shown.append("… \(names.count - namesLimit) more") }
    return shown.joined(separator: ", ")
  }

  private static func text(of share: ContractReport.Share) -> String {
    share.total == 0
      ? "–" : "\(share.covered) of \(share.total) (\(ContractText.percent(share)))"
  }
}
