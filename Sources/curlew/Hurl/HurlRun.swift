import ArgumentParser
import Diagnostics
import Engine
import Files
import Glibc
import HurlFiles
import Locks
import Reports
import RunEvents
import Scenarios

/// A run of the program called as `hurl`.
struct HurlRun: Sendable {
  private let arguments: RunArguments
  private let environment: [String: String]
  private let inputs: HurlInputs
  private let given: RunOptions
  private let requests: [ReportRequest]
  private let places = HurlPlaces()

  private var isTest: Bool { arguments.isOn(.test) }

  /// The exit status for a file that cannot be read or parsed.
  private static let unparsable: Int32 = 2
  /// The exit status for errors that are no assertions.
  private static let broken: Int32 = 3

  /// Runs, and ends the process with how it went.
  ///
  /// - Parameter arguments: what was given.
  /// - Throws: `ValidationError` for what cannot be understood.
  static func run(_ arguments: RunArguments) throws -> Never {
    let run = try HurlRun(arguments, environment: ProcessEnvironment.read())
    let stop = StopSignal()
    RunProcess.listen()
    Task {
      Runner.warmUp()
      let status = await run.execute(until: stop)
      await Runner.settle()
      Process.exit(code: status)
    }
    RunProcess.wait(stopping: stop)
  }

  private init(_ written: RunArguments, environment: [String: String]) throws {
    var arguments = written
    // These are flags here, and have a value there.
    if arguments.isOn(HurlCommand.color) { arguments.given["color"] = ["always"] }
    if arguments.given["jobs"] == ["0"] { arguments.given["jobs"] = ["1"] }
    let curl = arguments.texts(of: HurlCommand.curl).last
    arguments.given["curl"] = curl.map { _ in ["true"] }
    self.arguments = arguments
    self.environment = environment
    curlPath = curl
    var found: [String] = []
    for pattern in arguments.texts(of: .glob) { found += try RunArguments.files(like: pattern) }
    inputs = try ValidationError.telling("", HurlInputs(arguments.paths, found: found))
    given = try arguments.runOptions(environment)
    requests = try ReportRequest.all(arguments.reports, after: "--report-", showsHint: false)
    for path in arguments.texts(of: HurlCommand.output) + [curl].compactMap(\.self)
    where ReportRequest.isSource(path) {
      throw ValidationError("\(path) is a file of tests; write the output to another file")
    }
    EarlierReports.expect(requests)
  }

  private let curlPath: String?

  /// Whether files run one after the other.
  private var isSequential: Bool {
    !isTest && !arguments.isOn(.parallel) || arguments.given["jobs"] == ["1"]
  }

  private func execute(until stop: StopSignal) async -> Int32 {
    do {
      return try await run(until: stop)
    } catch let error as ReporterError {
      StandardError.write("error: \(error.message)\n")
    } catch let error as FileError {
      StandardError.write("error: \(error.message)\n")
    } catch {
      StandardError.write("error: \(error)\n")
    }
    return Self.broken
  }

  private func run(until stop: StopSignal) async throws -> Int32 {
    let mask = SecretMask()
    for (name, value) in given.secrets.sorted(by: { $0.key < $1.key }) where !mask.add(value) {
      StandardError.write("warning: \(SecretMask.refusal(ofSecret: name))\n")
    }
    for secret in given.requests.secrets { mask.add(secret) }
    if given.ignoresExpectations {
      StandardError.write("warning: --ignore-asserts: no assertion is evaluated\n")
    }
    var options = given
    options.jobs = isSequential ? 1 : options.jobs
    options.outputFolder = arguments.fileRoot
    var reporter = HurlReporter(
      writer: StreamSink(STDERR_FILENO),
      settings: try reporterSettings(options)
    )
    var paths = inputs.paths
    var loaded = await load(paths, options)
    let unparsable = unparsable(in: loaded)
    var withReports = true
    if let first = paths.firstIndex(where: { path in unparsable.contains { $0.path == path } }) {
      withReports = false
      // Of files that run at once none has begun when one cannot be parsed.
      paths = isSequential ? Array(paths[..<first]) : []
      guard !paths.isEmpty else {
        for diagnostic in unparsable { try reporter.tellParsing(mask.masking(diagnostic)) }
        return Self.unparsable
      }
      loaded = await load(paths, options)
    }
    let plan = await PlanCompiler(options: options, mask: mask).compileInParallel(loaded)
    let status = try await run(
      plan,
      &options,
      mask,
      &reporter,
      reports: withReports ? requests : [],
      until: stop
    )
    guard withReports else {
      if let first = unparsable.first { try reporter.tellParsing(mask.masking(first)) }
      return Self.unparsable
    }
    return status
  }

  private func run(
    _ plan: RunPlan,
    _ options: inout RunOptions,
    _ mask: SecretMask,
    _ reporter: inout HurlReporter,
    reports: [ReportRequest],
    until stop: StopSignal
  ) async throws -> Int32 {
    let jar = arguments.texts(of: .saveCookies).last
    if let jar, plan.runs.count > 1, !isSequential || ReportRequest.isSource(jar) {
      StandardError.write(
        "error: --cookie-jar keeps the cookies of one file; run files one by one\n"
      )
      return HurlProgram.unusable
    }
    let saved = try jar.map { path throws(FileError) in try SavedCookies(path: path) }
    options.keepCookies = saved?.keep
    let bodies = try HurlBodies(
      path: arguments.texts(of: HurlCommand.output).last,
      includesHead: arguments.isOn(HurlCommand.include)
    )
    let showsBodies = !isTest && !arguments.isOn(HurlCommand.noOutput)
    if showsBodies { options.keepResponse = bodies.keep }
    var reporters = ReporterMultiplexer()
    let output = ReporterOptions(
      junitDialect: .strict,
      paths: RepositoryRoot.paths(),
      allowsEmpty: true,
      version: Version.current
    )
    for request in reports { try reporters.add(request, options: output) }
    let needsAll = reporters.needsEverything || options.isVerbose || options.curlLines
    options.recording = needsAll ? .everything : .failures
    options.takesDownHeads = reporters.showsRequests
    reporters.prepare()
    EarlierReports.settle()
    let line = EventLine(isPrompt: true)
    let runner = Runner(plan: plan, options: options, mask: mask, stop: stop)
    async let ending = runner.run(emittingTo: line)
    while let events = await line.next() {
      for event in events {
        try reporter.consume(event)
        guard case .scenarioFinished(let report) = event else { continue }
        let isGood =
          switch report.outcome {
          case .passed, .skipped: true
          case .failed, .errored, .flaky, .notRun: false
          }
        try bodies.end(report.scenario.id.index, isWanted: showsBodies && isGood)
      }
      reporters.consume(events)
    }
    _ = await ending
    reporters.finish()
    try bodies.commit()
    try saved?.write()
    for failure in reporters.failures { StandardError.write("\(failure.line)\n") }
    if case .interrupt(let signal) = stop.reason { return 128 + signal }
    guard !reporters.isBroken else { return Self.broken }
    return reporter.verdict.rawValue
  }

  // MARK: Files

  private func load(_ paths: [String], _ options: RunOptions) async -> LoadedProject {
    var settings = (try? arguments.hurlSettings(options)) ?? HurlSettings()
    settings.endings = [""]
    settings.savesBesideFile = true
    var loader = ScenarioLoader(
      vocabulary: .standard,
      frontEnds: [HurlFrontEnd(settings: settings)],
      knownNames: Set(options.overrides.keys)
    )
    loader.usesProject = false
    loader.freesOptions = true
    loader.fileRoot = arguments.fileRoot
    loader.givenFiles = inputs.given
    return await loader.loadInParallel(paths)
  }

  /// The mistakes of files that cannot be read or parsed, one of each.
  private func unparsable(in loaded: LoadedProject) -> [Diagnostic] {
    var seen: Set<String> = []
    return loaded.diagnostics.filter { diagnostic in
      guard diagnostic.severity == .error, let path = diagnostic.path else { return false }
      if let range = diagnostic.range, HurlParser.parse(range.file).file != nil { return false }
      return seen.insert(path).inserted
    }
  }

  private func reporterSettings(_ options: RunOptions) throws -> HurlReporter.Settings {
    var settings = HurlReporter.Settings()
    settings.isTest = isTest
    settings.isVerbose = options.isVerbose
    let isTerminal = isatty(STDERR_FILENO) == 1
    switch options.color {
    case "always": settings.usesColor = true
    case "never": settings.usesColor = false
    case _: settings.usesColor = isTerminal && environment["NO_COLOR", default: ""].isEmpty
    }
    settings.place = { [places] in places.place(of: $0) }
    if let curlPath {
      let file = try OutputFile(curlPath)
      let isBroken = Locked(false)
      settings.curl = { line in
        guard (try? file.write(Array("\(line)\n".utf8))) == nil else { return }
        if isBroken.withLock({ told in
          defer { told = true }
          return !told
        }) {
          StandardError.write("error: --curl: \(curlPath) cannot be written\n")
        }
      }
    }
    return settings
  }
}
