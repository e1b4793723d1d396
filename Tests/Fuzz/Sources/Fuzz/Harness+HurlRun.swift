import CNetwork
import DemoServer
import Diagnostics
import Documents
import Engine
import Glibc
import HurlFiles
import Reports
import RunEvents
import Scenarios

extension Harness {
  /// Runs a `.hurl` file against the demo API, with every report.
  ///
  /// The process has a network of its own then, in which nothing but the demo API listens.
  static func hurlRun(_ bytes: [UInt8]) {
    let stage = HurlStage.shared
    Task {
      await stage.run(bytes)
      stage.end.signal()
    }
    stage.end.wait()
  }
}

/// Where files are run: an empty folder, and the demo API.
struct HurlStage: Sendable {
  static let shared = HurlStage()

  /// Tells the thread of libFuzzer that a run has ended.
  let end = End()

  private let server: DemoServer
  private let folder: String
  /// How long a run may take, in seconds, teardown included.
  private static let limit = 2.0

  private init() {
    guard curlew_leave_network() == 0 else {
      fatal("hurl-run needs a network of its own: run it as root, or where users have namespaces")
    }
    guard let server = try? DemoServer.start() else { fatal("the demo API cannot be started") }
    self.server = server
    var path = Array("/tmp/curlew-fuzz-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&path) != nil else { fatal("no folder can be made in /tmp") }
    folder = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Plans and runs a file, and reads what reports say of it.
  func run(_ bytes: [UInt8]) async {
    let name = "\(folder)/input.hurl"
    let mask = SecretMask()
    let options = options()
    var settings = HurlSettings()
    settings.variables = options.overrides
    var loader = ScenarioLoader(
      vocabulary: .standard,
      frontEnds: [HurlFrontEnd(settings: settings)],
      workingFolder: folder,
      knownNames: Set(options.overrides.keys)
    )
    loader.usesProject = false
    loader.givenFiles = [name: bytes]
    let loaded = loader.load([name])
    let plan = PlanCompiler(options: options, mask: mask).compile(loaded)
    var reports = ReporterCatalogue.all.map { definition in
      Report(definition, ReporterOptions(version: "fuzz"))
    }
    var shown = HurlReporter(writer: MemoryWriter(), settings: HurlReporter.Settings())
    let line = EventLine()
    async let ending = Runner(plan: plan, options: options, mask: mask).run(emittingTo: line)
    while let events = await line.next() {
      for event in events {
        for place in reports.indices { reports[place].consume(event) }
        try? shown.consume(event)
      }
    }
    let summary = await ending
    for place in reports.indices { reports[place].finish() }
    let scenarios = summary.scenarios
    precondition(scenarios.total == plan.runs.count, "a scenario has no verdict")
    let hasErrors = plan.diagnostics.contains { $0.severity == .error }
    precondition(plan.runs.isEmpty == (scenarios.total == 0))
    precondition(!plan.runs.isEmpty || hasErrors, "a file is refused in silence")
    let isBad = summary.steps.failed + summary.steps.errored > 0
    precondition(!isBad || scenarios.passed == 0, "a file passed whose steps did not")
    precondition(
      (shown.verdict == .success) == (scenarios.passed + scenarios.skipped == scenarios.total)
        || hasErrors,
      "the two verdicts differ"
    )
  }

  private func options() -> RunOptions {
    var options = RunOptions()
    options.recording = .everything
    options.takesDownHeads = true
    options.curlLines = true
    options.timeout = Self.limit
    options.grace = 0.5
    options.demoURL = server.url
    options.outputFolder = folder
    // What the files of the seeds have from their project.
    options.overrides = [
      "host": .string(server.url), "value": "a/b ü", "quoted": "say \"hi\"", "price": 9.99,
      "key": "k", "index": 1, "yes": true, "ok": "ok", "seven": 7, "segments": "a/b",
      "pairs": "c=d&e=f", "port": .number(JSONNumber(Int(server.port))),
      "other": .string("http://localhost:\(server.port)"),
    ]
    // Whatever host a file names.
    for (name, value) in [
      ("connect-to", "::127.0.0.1:\(server.port)"), ("connect-timeout", "1s"), ("max-time", "1s"),
    ] {
      try? RunOption.ofRequests.first { $0.name == name }?.apply([value], to: &options)
    }
    return options
  }
}

/// What a task ends that a thread waits for.
struct End: Sendable {
  private let (reading, writing): (Int32, Int32)

  init() {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { fatal("no pipe can be made") }
    (reading, writing) = (ends[0], ends[1])
  }

  func signal() {
    var byte: UInt8 = 0
    while unsafe write(writing, &byte, 1) < 0, errno == EINTR {}
  }

  func wait() {
    var byte: UInt8 = 0
    while unsafe read(reading, &byte, 1) < 0, errno == EINTR {}
  }
}

/// A report into memory, which must be what its kind promises.
private struct Report {
  private let name: String
  private let writer = MemoryWriter()
  private var reporter: any Reporter

  init(_ definition: ReporterDefinition, _ options: ReporterOptions) {
    name = definition.name
    reporter = definition.make(writer, options)
    try? reporter.prepare()
  }

  mutating func consume(_ event: Event) { try? reporter.consume(event) }

  mutating func finish() {
    try? reporter.finish()
    switch name {
    case "json", "har":
      precondition((try? JSONParser().parse(writer.bytes)) != nil, "\(name) is no JSON")
    case "events":
      let lines = writer.bytes.split(separator: 0x0A)
      precondition(
        lines.allSatisfy { (try? JSONParser().parse(Array($0))) != nil },
        "no JSON lines"
      )
    case "junit":
      precondition((try? XMLDocument(parsing: writer.bytes)) != nil, "junit is no XML")
    case _: break
    }
  }
}

/// Keeps what a report writes.
private final class MemoryWriter: ReportWriter {
  private(set) var bytes: [UInt8] = []

  func prepare() {}
  func write(_ bytes: [UInt8]) { self.bytes += bytes }
  func commit() {}
  func discard() {}
  func makeSpool() throws(ReporterError) -> ReportSpool { try ReportSpool(in: "/tmp") }
}

private func fatal(_ message: String) -> Never {
  print(message)
  exit(2)
}
