import Documents

/// The JSON Schema (2020-12) of what `CoverageReporter` writes.
///
/// The file `Schema/coverage.schema.json` is its own part; what a contract is stands in the schema of the JSON report.
public enum CoverageReportSchema: Sendable {
  private static let shared = ["count", "texts", "contract", "coverage", "seen", "operation"]

  /// The schema as UTF-8.
  public static var document: [UInt8] {
    let definitions = value(of: JSONReportSchema.document)["$defs"]
    let whole = value(of: PackageResources.coverage_schema_json).adding([
      ("$defs", .members(shared.map { ($0, definitions?[$0]) }))
    ])
    return whole.serialized(.prettyPrinted) + [UInt8(ascii: "\n")]
  }

  private static func value(of text: [UInt8]) -> JSONValue {
    (try? JSONParser().parse(text)) ?? .null
  }
}
