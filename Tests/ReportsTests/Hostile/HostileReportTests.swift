import Documents
import Reports
import RunEvents
import Testing

/// Every kind of report, told of hostile runs, read back by somebody else.
@Suite(.timeLimit(.minutes(5))) struct HostileReportTests {
  /// Kinds that are JSON inside: there a mark of direction may stand as it is.
  private static let json: Set = ["json", "events", "har", "html", "coverage"]

  /// The kinds and options that are tried.
  static let kinds: [(name: String, options: ReporterOptions)] =
    ReporterCatalogue.names.map { ($0, ReporterOptions(verbosity: .verbose, showsCurl: true)) }
    + [
      ("junit", ReporterOptions(junitDialect: .strict, junitOutput: .all)),
      ("console", ReporterOptions(terminal: .init(isLive: true, usesColor: true, width: { 40 }))),
    ]

  private func fixtures() -> [EventFixture] {
    HostileText.all.map(HostileRun.everywhere) + HostileText.bodies.map(HostileRun.body)
  }

  @Test(
    .enabled(if: PythonReader.isThere, "there is no python3 to read the reports with"),
    arguments: kinds.indices
  )
  func `an independent parser reads each report back`(index: Int) async throws {
    let (name, options) = Self.kinds[index]
    let definition = try ReporterCatalogue.definition(named: name)
    let scratch = try Scratch()
    var paths: [String] = []
    for (number, fixture) in fixtures().enumerated() {
      let path = "\(scratch.path)/\(number)"
      let sink = FileSink(path: path)
      var reporter = definition.make(sink, options)
      try reporter.prepare()
      for event in fixture.events { try reporter.consume(event) }
      try reporter.finish()
      paths.append(path)
    }
    #expect(try await PythonReader.read(name, paths) == .understood, "\(name)")
  }

  @Test func `our own parsers read each page back, and find its texts as data`() throws {
    for text in HostileText.all {
      let page = try ReportPage(HostileRun.everywhere(text))
      #expect(try page.count("//script") == 6)
      #expect(try page.count("//img | //iframe | //object | //svg/@onload") == 0)
      #expect(try page.data("data-0.1")["name"]?.string == text)
      let step = try page.data("data-0.1")["steps"]?[0]
      #expect(step?["assertions"]?[0]?["actual"]?.string == text)
      let response = step?["attempts"]?[0]?["exchange"]?["response"]
      #expect(response?["body"]?["text"]?.string == text || response?["body"]?["base64"] != nil)
    }
    for bytes in HostileText.bodies {
      #expect(try ReportPage(HostileRun.body(bytes)).data("data-index").array?.count == 1)
    }
  }

  @Test(arguments: kinds.indices)
  func `no report holds a control character, or bytes that are no UTF-8`(index: Int) throws {
    let (name, options) = Self.kinds[index]
    let definition = try ReporterCatalogue.definition(named: name)
    for (number, fixture) in fixtures().enumerated() {
      var bytes = try definition.report(on: fixture.events, options: options)
      if options.terminal.usesColor { bytes = Self.withoutOwnEscapes(bytes) }
      let text = try #require(String(validating: bytes, as: UTF8.self))
      let bad = text.unicodeScalars.first { Self.isHarmful($0, inJSON: Self.json.contains(name)) }
      #expect(bad == nil, "\(name) \(number): \(bad.map { String($0.value, radix: 16) } ?? "")")
    }
  }

  @Test(arguments: ReporterCatalogue.names)
  func `a line of a megabyte and 200 000 lines stay within bounds`(kind: String) throws {
    let definition = try ReporterCatalogue.definition(named: kind)
    for text in [HostileText.hugeLine, HostileText.manyLines] {
      let bytes = try definition.report(on: HostileRun.huge(text).events)
      if Self.json.contains(kind) {
        // Programs get what the run was told; the engine bounds it.
        #expect(bytes.count < 16 * text.utf8.count)
      } else {
        #expect(bytes.count < 1 << 18, "\(kind)")
      }
    }
  }

  /// The escapes that the console itself writes on a terminal.
  private static func withoutOwnEscapes(_ bytes: [UInt8]) -> [UInt8] {
    var text = String(decoding: bytes, as: UTF8.self)
    let own = ["0", "1", "2", "31", "32", "33"].map { "\u{1B}[\($0)m" }
    for escape in own + ["\r\u{1B}[K", "\r\u{1B}[?7l", "\u{1B}[?7l", "\u{1B}[?7h"] {
      text = text.replacing(escape, with: "")
    }
    return Array(text.utf8)
  }

  private static func isHarmful(_ scalar: Unicode.Scalar, inJSON: Bool) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0x00..<0x20: true
    case 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: !inJSON
    case _: false
    }
  }
}
