import RunEvents

/// What a run exercised of contracts, in sentences.
enum ContractText {
  private static let ignoreLimit = 20

  /// What was exercised and broken: `18 of 21 operations, 37 of 60 responses, 2 violations`.
  static func sentence(of contract: ContractReport) -> String {
    let (operations, responses) = (contract.share(of: .operations), contract.share(of: .responses))
    var parts = [
      "\(operations.covered) of \(NumberText.count(operations.total, "operation"))",
      "\(responses.covered) of \(NumberText.count(responses.total, "response"))",
      NumberText.count(contract.violationCount, "violation"),
    ]
    if contract.warningCount > 0 {
      parts.append(NumberText.count(contract.warningCount, "warning"))
    }
    if contract.undocumentedCount > 0 {
      parts.append(
        "\(NumberText.count(contract.undocumentedCount, "request")) without an operation"
      )
    }
    return parts.joined(separator: ", ")
  }

  /// A sentence for each contract; with several each begins with its path.
  static func sentences(of contracts: [ContractReport]) -> [String] {
    contracts.map { contract in
      let sentence = sentence(of: contract)
      guard contracts.count > 1 else { return sentence }
      return "\(SafeText.line(contract.path, limit: 300)): \(sentence)"
    }
  }

  /// The known deviations that did not occur, where the run was whole: without its rest nothing can be said of them.
  static func unusedIgnores(in summary: RunSummary, of run: RunDescription?) -> [String] {
    guard !summary.isPart, !summary.interrupted, summary.scenarios.notRun == 0,
      summary.scenarios.errored == 0, summary.unreadableFileCount == 0, run?.shardText == nil
    else { return [] }
    let unused = summary.contracts.flatMap { contract in
      contract.unusedIgnores.map { text in
        let path = SafeText.line(contract.path, limit: 300)
        return "\(path): the known deviation \(SafeText.line(text, limit: 300)) did not occur: "
          + "remove it from \"ignore\""
      }
    }
    guard unused.count > ignoreLimit else { return unused }
    return unused.prefix(ignoreLimit) + [
      "\(NumberText.count(unused.count - ignoreLimit, "further known deviation")) did not occur"
    ]
  }

  /// That a shard is not held against the minimum; nil when the run is no shard or there is no minimum.
  static func deferredMinimum(of summary: RunSummary) -> String? {
    guard summary.isShard, let minimum = summary.coverageMinimum else { return nil }
    return "the coverage minimum \(minimum.text) is judged by curlew merge, for all shards together"
  }

  /// What stands above warnings: `2 warnings, which fail no step`.
  static func warningHead(_ count: Int) -> String {
    "\(NumberText.count(count, "warning")), which \(count == 1 ? "fails" : "fail") no step"
  }

  /// A share in percent, rounded down: `85.7 %`.
  static func percent(_ share: ContractReport.Share) -> String {
    guard share.total > 0 else { return "–" }
    return "\(CoverageMinimum.percent(share.hundredths / 10 * 10)) %"
  }
}
