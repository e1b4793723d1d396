import Reports
import RunEvents

/// Keeps what a reporter writes.
final class MemoryWriter: ReportWriter {
  private(set) var bytes: [UInt8] = []
  private(set) var isCommitted = false
  private(set) var writeCount = 0
  var failsAfter = Int.max

  func prepare() {}

  func write(_ bytes: [UInt8]) throws(ReporterError) {
    guard self.bytes.count < failsAfter else { throw ReporterError("no space left") }
    writeCount += 1
    self.bytes += bytes
  }

  func commit() { isCommitted = true }

  func discard() { bytes = [] }

  func makeSpool() throws(ReporterError) -> ReportSpool {
    try ReportSpool(in: StreamSink.temporaryFolder)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

@available(*, unavailable)
extension MemoryWriter: Sendable {}

extension ReporterDefinition {
  /// What the reporter makes of events.
  func report(on events: [Event], options: ReporterOptions = ReporterOptions()) throws -> [UInt8] {
    let writer = MemoryWriter()
    var reporter = make(writer, options)
    try reporter.prepare()
    for event in events { try reporter.consume(event) }
    try reporter.finish()
    return writer.bytes
  }

  /// The same as text.
  func text(of fixture: EventFixture, options: ReporterOptions = ReporterOptions()) throws -> String
  {
    String(decoding: try report(on: fixture.events, options: options), as: UTF8.self)
  }
}
