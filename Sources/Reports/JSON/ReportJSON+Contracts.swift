import Documents
import RunEvents

extension ReportJSON {
  /// `ContractReport`.
  static func contract(_ contract: ContractReport) -> JSONValue {
    let undocumented = JSONValue.objects(contract.undocumented) {
      [("method", .string($0.method)), ("path", .string($0.path)), ("count", .int($0.count))]
    }
    return .members([
      ("path", .string(contract.path)),
      ("title", .string(contract.title)),
      ("coverage", coverage(contract.share(of:))),
      ("violationCount", .int(contract.violationCount)),
      ("warningCount", .int(contract.warningCount)),
      ("undocumentedCount", .int(contract.undocumentedCount)),
      ("operations", .array(contract.operations.map(operation))),
      ("undocumented", undocumented),
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
    let responses = JSONValue.objects(operation.responses) {
      [
        ("status", .string($0.status)), ("count", .int($0.count)),
        ("mediaTypes", items($0.mediaTypes)),
      ]
    }
    let parameters = JSONValue.objects(operation.parameters) {
      [
        ("name", .string($0.name)), ("in", .string($0.location)), ("count", .int($0.count)),
        ("values", items($0.values)),
      ]
    }
    let properties = JSONValue.objects(operation.properties) {
      [
        ("status", .string($0.status)), ("mediaType", .string($0.mediaType)),
        ("path", .string($0.path)), ("count", .int($0.count)),
      ]
    }
    return .members([
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
      ("responses", responses),
      ("requestMediaTypes", items(operation.requestMediaTypes)),
      ("parameters", parameters),
      ("properties", properties),
    ])
  }

  private static func items(_ items: [ContractReport.Item]) -> JSONValue {
    .objects(items) { [("name", .string($0.name)), ("count", .int($0.count))] }
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
