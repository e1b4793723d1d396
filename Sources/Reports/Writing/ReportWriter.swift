/// Where a report goes.
///
/// `prepare()` first, then any number of `write(_:)`, then `commit()` or `discard()`.
public protocol ReportWriter: AnyObject {
  /// Proves that the report can be written and removes that of an earlier run.
  func prepare() throws(ReporterError)

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(ReporterError)

  /// Puts the report in its place.
  func commit() throws(ReporterError)

  /// Removes what was written.
  func discard()

  /// A place for what a reporter has to keep until the end, gone with it.
  func makeSpool() throws(ReporterError) -> ReportSpool
}

extension ReportWriter {
  /// Appends a text.
  func write(_ text: String) throws(ReporterError) {
    try write(Array(text.utf8))
  }
}
