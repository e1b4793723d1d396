import Glibc
public import RunEvents

/// Hands the events of a run to several reporters; one that fails never silences the next.
///
/// ```swift
/// var reporters = ReporterMultiplexer()
/// try reporters.add(ReportRequest(kind: "console", path: "-"), options: options)
/// try reporters.add(ReportRequest(parsing: "junit=junit.xml"), options: options)
/// reporters.prepare()
/// guard reporters.failures.isEmpty else { … }
/// while let events = await line.next() {
///   reporters.consume(events)
/// }
/// reporters.finish()
/// ```
public struct ReporterMultiplexer {
  /// A report that could not be made.
  public struct Failure: Sendable, Hashable {
    /// The report.
    public var request: ReportRequest
    /// Why.
    public var error: ReporterError
    /// Whether nobody asked for the report, so that the run is none the worse for it.
    public var isOptional = false

    /// A sentence for a person: `the junit report cannot be written to out/junit.xml: no space left`.
    public var message: String {
      let place = request.isStandardOutput ? "standard output" : request.path
      return "the \(request.kind) report cannot be written to \(place): \(error.message)"
    }

    /// The message with its weight before it: `error: …`, or `warning: …` for an optional report.
    public var line: String { "\(isOptional ? "warning" : "error"): \(message)" }
  }

  private struct Slot {
    var request: ReportRequest
    var reporter: any Reporter
    var needsEverything: Bool
    var isOptional: Bool
  }

  private var slots: [Slot] = []

  /// The reports that could not be made, in the order in which they failed.
  ///
  /// A run with one that was asked for exits 3.
  public private(set) var failures: [Failure] = []

  /// Whether a report that was asked for could not be made.
  public var isBroken: Bool { failures.contains { !$0.isOptional } }

  /// Makes a multiplexer without reporters.
  public init() {}

  /// Adds the reporter that a request asks for.
  ///
  /// - Parameters:
  ///   - request: its kind and path.
  ///   - options: the options of the reporter.
  ///   - writer: takes the report, whoever else writes there; by default a sink for the path.
  /// - Throws: when there is no such kind, or two reports go to one path.
  public mutating func add(
    _ request: ReportRequest,
    options: ReporterOptions,
    writer: (any ReportWriter)? = nil
  ) throws(ReporterError) {
    let definition = try ReporterCatalogue.definition(named: request.kind)
    if writer == nil,
      let other = slots.first(where: { !$0.isOptional && $0.request.hasPlace(of: request) })
    {
      let place = request.isStandardOutput ? "standard output" : request.path
      throw ReporterError(
        "the reports \(other.request.kind) and \(request.kind) both go to \(place)",
        hint: "give each a path of its own"
      )
    }
    let sink: any ReportWriter =
      request.isStandardOutput ? StreamSink(STDOUT_FILENO) : FileSink(path: request.path)
    add(
      definition.make(writer ?? sink, options),
      as: request,
      needsEverything: definition.needsEverything
        || writer == nil && Self.needsEverything(request.kind, options)
    )
  }

  /// Adds a reporter of one's own.
  ///
  /// - Parameters:
  ///   - reporter: what receives the events of the run.
  ///   - request: its kind and path, as messages name them.
  ///   - needsEverything: whether it needs all exchanges and assertions.
  ///   - isOptional: whether nobody asked for it, so that its failure is only a warning.
  public mutating func add(
    _ reporter: any Reporter,
    as request: ReportRequest,
    needsEverything: Bool = false,
    isOptional: Bool = false
  ) {
    slots.append(
      Slot(
        request: request,
        reporter: reporter,
        needsEverything: needsEverything,
        isOptional: isOptional
      )
    )
  }

  /// Whether the options make a kind need more than it does by itself.
  private static func needsEverything(_ kind: String, _ options: ReporterOptions) -> Bool {
    switch kind {
    case ReporterDefinition.console.name: options.verbosity == .verbose || options.showsCurl
    case ReporterDefinition.junit.name: options.junitOutput == .all
    case _: false
    }
  }

  /// Whether some reporter needs all exchanges and assertions.
  public var needsEverything: Bool { slots.contains(where: \.needsEverything) }

  /// Whether some reporter shows requests, be it only those of steps that did not pass.
  public var showsRequests: Bool {
    slots.contains { slot in
      let definition = try? ReporterCatalogue.definition(named: slot.request.kind)
      return slot.needsEverything || definition?.showsRequests == true
    }
  }

  /// Makes sure that all reports can be written; those that cannot are among `failures` afterwards.
  public mutating func prepare() {
    forEach { (reporter) throws(ReporterError) in try reporter.prepare() }
  }

  /// Tells all reporters of an event.
  public mutating func consume(_ event: Event) {
    consume([event])
  }

  /// Tells all reporters of events, in order; what is to be seen of them is written together.
  public mutating func consume(_ events: [Event]) {
    for event in events {
      forEach { (reporter) throws(ReporterError) in try reporter.consume(event) }
    }
    forEach { (reporter) throws(ReporterError) in try reporter.flush() }
  }

  /// Tells all reporters the time, in seconds since 1970-01-01T00:00:00Z.
  public mutating func tick(at now: Double) {
    forEach { (reporter) throws(ReporterError) in
      try reporter.tick(at: now)
      try reporter.flush()
    }
  }

  /// Lets all reporters put their reports in place.
  public mutating func finish() {
    forEach { (reporter) throws(ReporterError) in try reporter.finish() }
    slots = []
  }

  /// Gives all reports up.
  public mutating func abort() {
    for index in slots.indices { slots[index].reporter.abort() }
    slots = []
  }

  private mutating func forEach(
    _ body: (inout any Reporter) throws(ReporterError) -> Void
  ) {
    var failed: [Int] = []
    for index in slots.indices {
      do throws(ReporterError) {
        try body(&slots[index].reporter)
      } catch {
        slots[index].reporter.abort()
        failures.append(
          Failure(
            request: slots[index].request,
            error: error,
            isOptional: slots[index].isOptional
          )
        )
        failed.append(index)
      }
    }
    for index in failed.reversed() { slots.remove(at: index) }
  }
}

@available(*, unavailable)
extension ReporterMultiplexer: Sendable {}
