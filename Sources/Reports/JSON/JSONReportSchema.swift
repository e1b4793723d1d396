/// The JSON Schema (2020-12) of what `JSONReporter` writes; its text is the file `Schema/report.schema.json`.
public enum JSONReportSchema: Sendable {
  /// The schema as UTF-8.
  public static var document: [UInt8] { PackageResources.report_schema_json }
}
