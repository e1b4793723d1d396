import Diagnostics
import Documents
import RunEvents

/// Turns the values of a JSON report back into what the events said; the other way round of `ReportJSON`.
///
/// A place becomes a stretch of a file that holds nothing but the line that the report kept of it. Places that are the same are one, so that what was
/// equal in the run is equal again.
struct ReportDecoder {
  private static let lineLimit = 100_000
  private static let columnLimit = 1_000_000
  private static let originLimit = 1 << 40

  private var places: [JSONValue: SourceRange] = [:]

  /// `RunDescription`.
  static func run(_ value: JSONValue, isPart: Bool = false) throws(ReportFault) -> RunDescription {
    RunDescription(
      id: try value.required("id", ReportValue.text),
      seed: try value.required("seed") { (value) throws(ReportFault) in
        guard let seed = UInt64(try ReportValue.text(value)) else {
          throw ReportValue.unexpected(value, "a seed as text")
        }
        return seed
      },
      startedAt: try value.required("startedAt", ReportValue.moment),
      environment: try value.optional("environment", ReportValue.text),
      shard: try value.optional("shard", shard),
      hostname: try value.required("hostname", ReportValue.text),
      jobs: try value.required("jobs", ReportValue.count),
      scenarioCount: try value.required("scenarioCount", ReportValue.count),
      foundCount: try value.required("foundCount", ReportValue.count),
      stepCount: try value.required("stepCount", ReportValue.count),
      command: try value.list("command", ReportValue.text),
      failsOnFlaky: try value.optional("failsOnFlaky", ReportValue.flag) ?? false,
      allowsEmpty: try value.optional("allowsEmpty", ReportValue.flag) ?? false,
      parts: isPart
        ? []
        : try value.list("parts") { (value) throws(ReportFault) in try run(value, isPart: true) }
    )
  }

  /// `RunSummary`.
  static func summary(_ value: JSONValue) throws(ReportFault) -> RunSummary {
    var summary = RunSummary()
    summary.scenarios = try value.required("scenarios", counts)
    summary.steps = try value.required("steps", counts)
    summary.requestCount = try value.required("requestCount", ReportValue.count)
    summary.connectionCount = try value.required("connectionCount", ReportValue.count)
    summary.unreadableFileCount = try value.required("unreadableFileCount", ReportValue.count)
    summary.duration = try value.required("duration", ReportValue.seconds)
    summary.interrupted = try value.required("interrupted", ReportValue.flag)
    let runErrors = try value.optional("runErrorCount", ReportValue.count) ?? 0
    summary.failedOutsideCount = max(0, runErrors - (summary.interrupted ? 1 : 0))
    summary.latencies = try value.required("latency", latencies)
    summary.isPart = try value.optional("isPart", ReportValue.flag) ?? false
    summary.contracts = try ContractDecoder.contracts(value)
    summary.coverageMinimum = try value.optional("coverageMinimum", ContractDecoder.minimum)
    return summary
  }

  /// `Diagnostic`.
  mutating func diagnostic(_ value: JSONValue) throws(ReportFault) -> Diagnostic {
    let severity: Diagnostic.Severity = try value.required(
      "severity",
      ReportValue.named("error, warning or note")
    )
    var place = Diagnostic.Place.none
    if let path = try value.optional("path", ReportValue.text) { place = .file(path: path) }
    if let range = try optionalPlace("place", of: value) { place = .range(range) }
    return Diagnostic(
      severity,
      try value.required("message", ReportValue.text),
      at: place,
      hint: try value.optional("hint", ReportValue.text),
      suggestion: try value.optional("suggestion", ReportValue.text)
    )
  }

  /// A place that must be there.
  mutating func place(_ key: String, of value: JSONValue) throws(ReportFault) -> SourceRange {
    guard let range = try optionalPlace(key, of: value) else {
      throw ReportFault("missing").below(key)
    }
    return range
  }

  /// A place that may be absent.
  mutating func optionalPlace(
    _ key: String,
    of value: JSONValue
  ) throws(ReportFault) -> SourceRange? {
    try value.optional(key) { (place) throws(ReportFault) in
      if let known = places[place] { return known }
      let range = try Self.range(place)
      places[place] = range
      return range
    }
  }

  private static func range(_ value: JSONValue) throws(ReportFault) -> SourceRange {
    let path = try value.required("path", ReportValue.text)
    let line = try value.required("line", ReportValue.count)
    let column = try value.required("column", ReportValue.count)
    let endLine = try value.required("endLine", ReportValue.count)
    var endColumn = try value.required("endColumn", ReportValue.count)
    let source = try value.optional("source", ReportValue.text) ?? ""
    let origin = try value.optional("sourceColumn", ReportValue.count) ?? 1
    // Columns of another line do not count from where this one is cut.
    let endOrigin = endLine == line ? origin : 1
    guard line >= 1, (1...originLimit).contains(origin), column >= origin, endColumn >= endOrigin,
      (endLine, endColumn) >= (line, column), endLine - line <= lineLimit,
      column - origin <= columnLimit, !source.utf8.contains(UInt8(ascii: "\n"))
    else { throw ReportFault("expected a place in a file") }
    // A whole contract may be one line.
    endColumn = min(endColumn, endOrigin + columnLimit)
    var text = Array(source.utf8)
    let start = offset(of: column - origin + 1, in: &text)
    let end: Int
    if endLine == line {
      end = offset(of: endColumn - origin + 1, in: &text)
    } else {
      text += [UInt8](repeating: UInt8(ascii: "\n"), count: endLine - line)
      text += [UInt8](repeating: UInt8(ascii: " "), count: endColumn - 1)
      end = text.count
    }
    return SourceFile(path: path, utf8: text, firstLine: line, firstColumn: origin)
      .range(start..<max(start, end))
  }

  /// The byte at which a column starts, in a line that is made long enough.
  private static func offset(of column: Int, in text: inout [UInt8]) -> Int {
    var rest = column - 1
    var offset = 0
    while offset < text.count {
      if text[offset] & 0xC0 != 0x80 {
        if rest == 0 { return offset }
        rest -= 1
      }
      offset += 1
    }
    text += [UInt8](repeating: UInt8(ascii: " "), count: rest)
    return text.count
  }

  private static func shard(_ value: JSONValue) throws(ReportFault) -> RunDescription.Shard {
    let index = try value.required("index", ReportValue.count)
    let total = try value.required("total", ReportValue.count)
    guard total >= 1, total <= 1_000_000, (1...total).contains(index) else {
      throw ReportFault("expected a shard such as 2 of 4, got \(index) of \(total)")
    }
    return RunDescription.Shard(index: index, total: total)
  }

  private static func counts(_ value: JSONValue) throws(ReportFault) -> RunSummary.Counts {
    var counts = RunSummary.Counts()
    for (name, count) in RunSummary.Counts.members {
      counts[keyPath: count] = try value.required(name, ReportValue.count)
    }
    return counts
  }

  private static func latencies(_ value: JSONValue) throws(ReportFault) -> LatencyHistogram {
    LatencyHistogram(
      buckets: try value.list("buckets") { (value) throws(ReportFault) in
        guard let pair = value.array, pair.count == 2 else {
          throw ReportValue.unexpected(value, "an upper bound and a count")
        }
        return (try ReportValue.seconds(pair[0]), try ReportValue.count(pair[1]))
      },
      sum: try value.required("sum", ReportValue.seconds),
      maximum: try value.required("maximum", ReportValue.seconds)
    )
  }
}
