public import RunEvents

/// Reports a run in one form, by folding over its events.
///
/// A reporter gets every event of a run, in line and from one task; it has no lock and no clock of its own. What it writes goes to
/// the `ReportWriter` that it was made with. After `prepare()` come any number of events, then either `finish()` or `abort()`, once.
///
/// ```swift
/// var reporter = ReporterDefinition.junit.make(FileSink(path: "junit.xml"), ReporterOptions())
/// try reporter.prepare()
/// for event in events { try reporter.consume(event) }
/// try reporter.finish()
/// ```
public protocol Reporter {
  /// Where it writes to.
  var writer: any ReportWriter { get }

  /// Makes sure, before anything is sent, that the report can be written, and removes that of an earlier run.
  mutating func prepare() throws(ReporterError)

  /// Takes the next event.
  ///
  /// - Throws: when the report cannot be written; nothing more may be called then, except `abort()`.
  mutating func consume(_ event: Event) throws(ReporterError)

  /// Tells the time while nothing happens, for a report that shows it.
  ///
  /// - Parameter now: in seconds since 1970-01-01T00:00:00Z.
  /// - Throws: when the report cannot be written, as for ``consume(_:)``.
  mutating func tick(at now: Double) throws(ReporterError)

  /// Writes what somebody who watches is to see now, for no other event is at hand.
  ///
  /// - Throws: when it cannot be written, as for ``consume(_:)``.
  mutating func flush() throws(ReporterError)

  /// Writes what is left and puts the report in its place.
  ///
  /// May be called without `runFinished`; the report then says that the run was cut short.
  mutating func finish() throws(ReporterError)

  /// Gives the report up, leaving nothing half-written behind.
  mutating func abort()
}

extension Reporter {
  /// Prepares the writer.
  public mutating func prepare() throws(ReporterError) { try writer.prepare() }

  /// Does nothing.
  public mutating func tick(at now: Double) throws(ReporterError) {}

  /// Does nothing.
  public mutating func flush() throws(ReporterError) {}

  /// Discards what was written.
  public mutating func abort() { writer.discard() }
}
