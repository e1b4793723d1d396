import Documents
import RunEvents

extension ReportJSON {
  /// `ContractReport`.
  static func contract(_ contract: ContractReport) -> JSONValue {
    .members([
      ("path", .string(contract.path)),
      ("title", .string(contract.title)),
    ])
    .adding([
      ("coverage", coverage(contract.share(of:))),
      ("violationCount", .int(contract.violationCount)),
      ("warningCount", .int(contract.warningCount)),
      ("undocumentedCount", .int(contract.undocumentedCount)),
      ("operations", .array(contract.operations.map(operation))),
      (
        "undocumented",
        .array(
          contract.undocumented.map {
            .members([
              ("method", .string($0.method)), ("path", .string($0.path)), ("count", .int($0.count)),
            ])
          }
        )
      ),
      ("unusedIgnores", .array(contract.unusedIgnores.map(JSONValue.string))),
    ])
  }

  /// What a run says of its contracts beside them: the minimum and what falls short of it.
  static func coverageFacts(_ summary: RunSummary) -> [(String, JSONValue?)] {
    [
      ("isPart", summary.isPart ? true : nil),
      ("coverageMinimum", summary.coverageMinimum.map { .string($0.text) }),
      (
        "coverageShortfalls",
        summary.coverageMinimum == nil || summary.isShard
          ? nil : .array(summary.coverageShortfalls.map(JSONValue.string))
      ),
    ]
  }

  private static func operation(_ operation: ContractReport.Operation) -> JSONValue {
    .members([
      ("name", .string(operation.name)),
      ("id", .text(operation.id)),
      ("method", .string(operation.method)),
      ("path", .string(operation.path)),
      ("tags", .array(operation.tags.map(JSONValue.string))),
      ("line", .int(operation.line)),
      ("count", .int(operation.count)),
      ("negativeCount", .int(operation.negativeCount)),
      ("violationCount", .int(operation.violationCount)),
      ("warningCount", .int(operation.warningCount)),
      ("coverage", coverage(operation.share(of:))),
      (
        "responses",
        .array(
          operation.responses.map {
            .members([
              ("status", .string($0.status)), ("count", .int($0.count)),
              ("mediaTypes", items($0.mediaTypes)),
            ])
          }
        )
      ),
      ("requestMediaTypes", items(operation.requestMediaTypes)),
      (
        "parameters",
        .array(
          operation.parameters.map {
            .members([
              ("name", .string($0.name)), ("in", .string($0.location)), ("count", .int($0.count)),
              ("values", items($0.values)),
            ])
          }
        )
      ),
      (
        "properties",
        .array(
          operation.properties.map {
            .members([
              ("status", .string($0.status)), ("mediaType", .string($0.mediaType)),
              ("path", .string($0.path)), ("count", .int($0.count)),
            ])
          }
        )
      ),
    ])
  }

  private static func items(_ items: [ContractReport.Item]) -> JSONValue {
    .array(items.map { .members([("name", .string($0.name)), ("count", .int($0.count))]) })
  }

  private static func coverage(
    _ share: (ContractReport.Aspect) -> ContractReport.Share
  ) -> JSONValue {
    .members(
      ContractReport.Aspect.allCases.map { aspect in
        let share = share(aspect)
        return (
          aspect.rawValue,
          .members([("covered", .int(share.covered)), ("total", .int(share.total))])
        )
      }
    )
  }
}
