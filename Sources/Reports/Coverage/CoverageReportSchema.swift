/// The JSON Schema (2020-12) of what `CoverageReporter` writes; its text is the file `Schema/coverage.schema.json`.
public enum CoverageReportSchema: Sendable {
  /// The schema as UTF-8.
  public static var document: [UInt8] { PackageResources.coverage_schema_json }
}
