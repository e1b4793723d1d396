import Reports
import RunEvents
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReporterMultiplexerTests {
  @Test func `a reporter that fails does not silence the others`() throws {
    let full = MemoryWriter()
    full.failsAfter = 10
    let good = MemoryWriter()
    var reporters = ReporterMultiplexer()
    let request = ReportRequest(kind: "events", path: "full.ndjson")
    reporters.add(ReporterDefinition.events.make(full, ReporterOptions()), as: request)
    reporters.add(
      ReporterDefinition.events.make(good, ReporterOptions()),
      as: ReportRequest(kind: "events", path: "good.ndjson")
    )
    reporters.prepare()
    for event in EventFixture.everyOutcome.events { reporters.consume(event) }
    reporters.finish()
    #expect(reporters.failures.map(\.request) == [request])
    #expect(
      reporters.failures.first?.message
        == "the events report cannot be written to full.ndjson: no space left"
    )
    #expect(full.bytes.isEmpty)
    #expect(!full.isCommitted)
    #expect(good.isCommitted)
    #expect(good.text.split(separator: "\n").count == EventFixture.everyOutcome.events.count)
  }

  @Test func `what is to be seen of several events is written together`() throws {
    let output = MemoryWriter()
    var reporters = ReporterMultiplexer()
    try reporters.add(
      ReportRequest(kind: "console", path: "-"),
      options: ReporterOptions(),
      writer: output
    )
    reporters.prepare()
    let events = EventFixture.everyOutcome.events
    reporters.consume(Array(events.dropLast()))
    #expect(output.writeCount == 1)
    reporters.consume(Array(events.suffix(1)))
    #expect(output.writeCount == 2)
    reporters.finish()
    #expect(output.writeCount == 2)
  }

  @Test func `a path that cannot be written is found before the run`() throws {
    let scratch = try Scratch()
    scratch.write("", to: "file")
    var reporters = ReporterMultiplexer()
    for path in ["file/a.xml", "good.xml"] {
      try reporters.add(
        ReportRequest(kind: "junit", path: "\(scratch.path)/\(path)"),
        options: ReporterOptions()
      )
    }
    reporters.prepare()
    #expect(reporters.failures.map(\.request.path) == ["\(scratch.path)/file/a.xml"])
    reporters.abort()
    #expect(scratch.names() == ["file"])
  }

  @Test(arguments: ["a", "./a", "b/../a", ".//a", "no-such-folder/../a"])
  func `two reports to one path are a mistake`(path: String) throws {
    var reporters = ReporterMultiplexer()
    try reporters.add(
      ReportRequest(kind: "junit", path: "a"),
      options: ReporterOptions()
    )
    let error = #expect(throws: ReporterError.self) {
      try reporters.add(
        ReportRequest(kind: "json", path: path),
        options: ReporterOptions()
      )
    }
    #expect(error?.message == "the reports junit and json both go to \(path)")
  }

  @Test(arguments: [
    ("junit", ReporterOptions.Verbosity.normal, false), ("json", .normal, true),
    ("console", .normal, false), ("console", .verbose, true),
  ])
  func `who needs everything says so`(
    kind: String,
    verbosity: ReporterOptions.Verbosity,
    needs: Bool
  ) throws {
    var reporters = ReporterMultiplexer()
    try reporters.add(
      ReportRequest(kind: kind, path: "-"),
      options: ReporterOptions(verbosity: verbosity)
    )
    #expect(reporters.needsEverything == needs)
  }
}
