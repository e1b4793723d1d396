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

  /// How many bytes the whole report may have; `nil` for any number.
  var room: Int? { get }

  /// A place for what a reporter has to keep until the end, gone with it.
  func makeSpool() throws(ReporterError) -> ReportSpool
}

extension ReportWriter {
  /// Any number of bytes.
  public var room: Int? { nil }

  /// A place in the folder of what goes to no file of its own.
  public func makeSpool() throws(ReporterError) -> ReportSpool {
    try ReportSpool(in: StreamSink.temporaryFolder)
  }

  /// Appends a text.
  func write(_ text: String) throws(ReporterError) {
    try write(Array(text.utf8))
  }
}
