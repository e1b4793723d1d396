import Diagnostics
import Documents
import RunEvents

/// Turns what a JSON report says of contracts back into values; sums that it gives beside the counts are made anew.
enum ContractDecoder {
  /// How many contracts one run can have; a report with more is junk.
  private static let contractLimit = 1_000

  /// The contracts of a summary.
  static func contracts(_ value: JSONValue) throws(ReportFault) -> [ContractReport] {
    let contracts = try value.list("contracts", contract)
    guard contracts.count <= contractLimit else {
      throw ReportFault("expected at most \(contractLimit) contracts, got \(contracts.count)")
        .below("contracts")
    }
    var paths: Set<String> = []
    for (index, contract) in contracts.enumerated() {
      guard paths.insert(contract.path).inserted else {
        let path = SafeText.cut(contract.path, limit: 200)
        throw ReportFault("the contract \(path) is in the report twice").below(index)
          .below("contracts")
      }
    }
    return contracts
  }

  /// The minimum of a summary.
  static func minimum(_ value: JSONValue) throws(ReportFault) -> CoverageMinimum {
    let text = try ReportValue.text(value)
    do throws(Mistake) {
      return try CoverageMinimum(parsing: text)
    } catch {
      throw ReportFault(error.message)
    }
  }

  private static func contract(_ value: JSONValue) throws(ReportFault) -> ContractReport {
    ContractReport(
      path: try value.required("path", ReportValue.text),
      title: try value.required("title", ReportValue.text),
      operations: try value.list("operations", operation),
      undocumented: Array(
        try value.list("undocumented", undocumented).prefix(ContractReport.undocumentedLimit)
      ),
      undocumentedCount: try value.required("undocumentedCount", ReportValue.count),
      violationCount: try value.required("violationCount", ReportValue.count),
      warningCount: try value.required("warningCount", ReportValue.count),
      unusedIgnores: try value.list("unusedIgnores", ReportValue.text)
    )
  }

  private static func operation(_ value: JSONValue) throws(ReportFault) -> ContractReport.Operation
  {
    ContractReport.Operation(
      name: try value.required("name", ReportValue.text),
      id: try value.optional("id", ReportValue.text),
      method: try value.required("method", ReportValue.text),
      path: try value.required("path", ReportValue.text),
      tags: try value.list("tags", ReportValue.text),
      line: try value.required("line", ReportValue.count),
      count: try value.required("count", ReportValue.count),
      negativeCount: try value.required("negativeCount", ReportValue.count),
      violationCount: try value.required("violationCount", ReportValue.count),
      warningCount: try value.required("warningCount", ReportValue.count),
      responses: try value.list("responses", response),
      requestMediaTypes: try value.list("requestMediaTypes", item),
      parameters: try value.list("parameters", parameter),
      properties: try value.list("properties", property)
    )
  }

  private static func response(_ value: JSONValue) throws(ReportFault) -> ContractReport.Response {
    ContractReport.Response(
      status: try value.required("status", ReportValue.text),
      count: try value.required("count", ReportValue.count),
      mediaTypes: try value.list("mediaTypes", item)
    )
  }

  private static func parameter(_ value: JSONValue) throws(ReportFault) -> ContractReport.Parameter
  {
    ContractReport.Parameter(
      name: try value.required("name", ReportValue.text),
      location: try value.required("in", ReportValue.text),
      count: try value.required("count", ReportValue.count),
      values: try value.list("values", item)
    )
  }

  private static func property(_ value: JSONValue) throws(ReportFault) -> ContractReport.Property {
    ContractReport.Property(
      status: try value.required("status", ReportValue.text),
      mediaType: try value.required("mediaType", ReportValue.text),
      path: try value.required("path", ReportValue.text),
      count: try value.required("count", ReportValue.count)
    )
  }

  private static func undocumented(
    _ value: JSONValue
  ) throws(ReportFault) -> ContractReport.Undocumented {
    ContractReport.Undocumented(
      method: try value.required("method", ReportValue.text),
      path: try value.required("path", ReportValue.text),
      count: try value.required("count", ReportValue.count)
    )
  }

  private static func item(_ value: JSONValue) throws(ReportFault) -> ContractReport.Item {
    ContractReport.Item(
      name: try value.required("name", ReportValue.text),
      count: try value.required("count", ReportValue.count)
    )
  }
}
