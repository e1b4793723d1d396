import DemoServer
import Diagnostics
import Engine
import Files
import Reports
import RunEvents
import Scenarios

/// A run whose options are understood and whose reports can be written; all that is left is to run.
struct PreparedRun: Sendable {
  private let arguments: RunArguments
  private let environment: [String: String]
  private let requests: [ReportRequest]
  private let given: RunOptions

  /// Understands the options of a run.
  ///
  /// - Parameters:
  ///   - arguments: what was given.
  ///   - environment: the process's.
  /// - Throws: `ValidationError` for what cannot be understood.
  init(_ arguments: RunArguments, environment: [String: String]) throws {
    self.arguments = arguments
    self.environment = environment
    requests = try ReportRequest.all(arguments.reports, after: "--report ")
    given = try arguments.runOptions(environment)
    expect(requests)
  }

  /// Notes which reports of earlier runs must not outlive this one's beginning; what is only appended to is kept.
  private func expect(_ requests: [ReportRequest]) {
    guard !arguments.isOn(.dryRun) else { return }
    let automatic = AutomaticReports(environment, isWanted: !arguments.isOn(.noGithub))
    EarlierReports.expect(requests.filter { automatic.writer(for: $0) == nil })
  }

  /// Runs and reports.
  ///
  /// - Parameter stop: ends the run early.
  /// - Returns: the status that the process is to exit with.
  func execute(until stop: StopSignal) async -> ExitStatus {
    Runner.warmUp()
    let status: ExitStatus
    do {
      status = try await run(until: stop)
    } catch {
      StandardError.write("error: \(error)\n")
      status = .broken
    }
    await Runner.settle()
    return status
  }

  private func run(until stop: StopSignal) async throws -> ExitStatus {
    let mask = SecretMask()
    warnOfShortSecrets(given.secrets, mask)
    for secret in given.requests.secrets { mask.add(secret) }
    let files = await PlanLoading(arguments: arguments).read(given)
    var options = files.options
    let requests = (arguments.reports.isEmpty ? files.reports ?? [] : requests).withConsole
    expect(requests)
    if options.coverageMinimum != nil, options.shard?.total ?? 1 > 1, !arguments.isOn(.dryRun),
      !requests.contains(where: { $0.kind == "json" })
    {
      StandardError.write(
        "error: the coverage minimum is judged by curlew merge for all shards together, which reads a JSON report; "
          + "add --report json=PATH\n"
      )
      return .unusable
    }
    if options.startsDemo, let problem = OpenFiles.shortage {
      StandardError.write("error: \(problem)\n")
      return .broken
    }
    let server = options.startsDemo ? try DemoServer.start() : nil
    defer { server?.stop() }
    options.demoURL = server?.url
    let rerun = RerunCommand(arguments: arguments, seed: options.seed, mask: mask)
    options.command = rerun.words
    options.isPart = !isWhole(files.loaded.folder)
    let plan = await PlanCompiler(options: options, mask: mask).compileInParallel(files.loaded)
    LeftToTheSystem.keep(files)
    LeftToTheSystem.keep(plan)
    let allowsEmpty = options.allowsEmpty || isMeantToBeEmpty(plan)
    if plan.runs.isEmpty, !allowsEmpty { tellWhyNothing(plan) }
    let savedPath = arguments.texts(of: .saveCookies).last
    if savedPath != nil, plan.runs.count > 1 {
      StandardError.write(
        "error: --save-cookies keeps the cookies of one scenario, and \(plan.runs.count) would run; select one\n"
      )
      return .unusable
    }
    if let savedPath, ReportRequest.isSource(savedPath) {
      StandardError.write(
        "error: --save-cookies would replace \(TerminalText.escaped(savedPath)); write the path of a file of cookies\n"
      )
      return .unusable
    }
    if arguments.isOn(.dryRun) { return dryRun(plan, mask, allowsEmpty: allowsEmpty) }
    var saved: SavedCookies?
    if let savedPath {
      do throws(FileError) {
        saved = try SavedCookies(path: savedPath)
      } catch {
        StandardError.write("error: --save-cookies: \(error.message)\n")
        return .broken
      }
    }
    options.keepCookies = saved?.keep
    let terminal = TerminalFacts(environment: environment, color: options.color).facts
    var reporters: ReporterMultiplexer
    do throws(ReporterError) {
      reporters = try makeReporters(
        requests,
        ReporterOptions(
          terminal: terminal,
          verbosity: options.isQuiet ? .quiet : options.isVerbose ? .verbose : .normal,
          showsCurl: options.curlLines,
          junitDialect: JUnitDialect(rawValue: options.junitDialect) ?? .rich,
          junitOutput: JUnitOutput(rawValue: options.junitOutput) ?? .failed,
          paths: RepositoryRoot.paths(),
          allowsEmpty: allowsEmpty,
          failsOnFlaky: options.failsOnFlaky,
          rerunSelection: rerun.selection(requests),
          version: Version.current
        )
      )
    } catch {
      let hint = error.hint.map { "; \($0)" } ?? ""
      StandardError.write("error: \(error.message)\(hint)\n")
      return .unusable
    }
    options.allowsEmpty = allowsEmpty
    options.recording = reporters.needsEverything ? .everything : .failures
    options.takesDownHeads = reporters.showsRequests
    reporters.prepare()
    EarlierReports.settle()
    guard !reporters.isBroken else {
      for failure in reporters.failures { StandardError.write("\(failure.line)\n") }
      reporters.abort()
      return .broken
    }
    let line = EventLine(isPrompt: options.isVerbose || terminal.isLive)
    let runner = Runner(plan: plan, options: options, mask: mask, stop: stop)
    let now = options.now
    let ticker = terminal.isLive ? ticker(of: line) : nil
    async let ending = runner.run(emittingTo: line)
    while let events = await line.next() {
      reporters.consume(events)
      if terminal.isLive { reporters.tick(at: now()) }
    }
    ticker?.cancel()
    let summary = await ending
    reporters.finish()
    var isSaved = true
    do throws(FileError) {
      try saved?.write()
    } catch {
      StandardError.write("error: --save-cookies: \(error.message)\n")
      isSaved = false
    }
    for failure in reporters.failures { StandardError.write("\(failure.line)\n") }
    var interrupt: Int32?
    if case .interrupt(let signal) = stop.reason { interrupt = signal }
    return ExitStatus(
      of: summary,
      interrupt: interrupt,
      isBroken: reporters.isBroken || !isSaved,
      allowsEmpty: allowsEmpty,
      failsOnFlaky: options.failsOnFlaky,
      hasErrors: plan.diagnostics.contains { $0.severity == .error }
    )
  }

  /// Whether the paths of the run are those of all scenarios: the default, or the folder of the project or one around it.
  private func isWhole(_ folder: String) -> Bool {
    guard arguments.paths != RunArguments.defaultPaths, let root = FileSystem.resolved(folder)
    else {
      return true
    }
    return arguments.paths.contains { path in
      guard let resolved = FileSystem.resolved(path) else { return false }
      return root == resolved || root.hasPrefix(resolved == "/" ? "/" : resolved + "/")
    }
  }

  /// Keeps the live line going while nothing happens.
  private func ticker(of line: EventLine) -> Task<Void, Never> {
    Task {
      while (try? await Task.sleep(for: .milliseconds(250))) != nil { line.wake() }
    }
  }

  /// Says what was looked at when nothing of it was selected.
  private func tellWhyNothing(_ plan: RunPlan) {
    guard !plan.diagnostics.contains(where: { $0.severity == .error }), given.rerun.isEmpty else {
      return
    }
    let wanted =
      arguments.texts(of: .tag).map { "--tag '\($0)'" }
      + arguments.texts(of: .name).map { "--name '\($0)'" }
    let places = arguments.paths.joined(separator: ", ")
    guard plan.foundCount > 0 else {
      return StandardError.write("nothing to run: no *.scenario.yaml and no *.hurl in \(places)\n")
    }
    let choice =
      wanted.isEmpty ? "none is selected" : "none goes with \(wanted.joined(separator: " "))"
    let found = plan.foundCount == 1 ? "1 scenario" : "\(plan.foundCount) scenarios"
    StandardError.write("nothing to run: of \(found) in \(places) \(choice)\n")
  }

  /// Whether nothing to run is no mistake of the selection: an earlier run left nothing, or the other shards have it all.
  private func isMeantToBeEmpty(_ plan: RunPlan) -> Bool {
    guard plan.runs.isEmpty else { return false }
    if !given.rerun.isEmpty, !given.rerun.contains(where: \.wantsRerun) {
      let reports = given.rerun.map(\.path).joined(separator: ", ")
      let outside = given.rerun.flatMap(\.failedOutside)
      guard outside.isEmpty else {
        let names = Set(outside).sorted().joined(separator: " and ")
        StandardError.write(
          "nothing to rerun: of \(reports) only \(names) failed; run all without --rerun-failed\n"
        )
        return false
      }
      StandardError.write(
        "nothing to rerun: no scenario of \(reports) failed, errored or was not run\n"
      )
      return true
    }
    return plan.shard != nil && plan.selectedCount > 0
  }

  private func makeReporters(
    _ requests: [ReportRequest],
    _ options: ReporterOptions
  ) throws(ReporterError) -> ReporterMultiplexer {
    var reporters = ReporterMultiplexer()
    let automatic = AutomaticReports(environment, isWanted: !arguments.isOn(.noGithub))
    for request in requests {
      try reporters.add(request, options: options, writer: automatic.writer(for: request))
    }
    automatic.add(to: &reporters, besides: requests, options)
    return reporters
  }

  private func dryRun(_ plan: RunPlan, _ mask: SecretMask, allowsEmpty: Bool) -> ExitStatus {
    let renderer = DiagnosticRenderer()
    for diagnostic in plan.diagnostics {
      StandardError.write(mask.masking(renderer.render(diagnostic)) + "\n")
    }
    for line in plan.lines { StandardOutput.writeLine(mask.masking(line)) }
    if plan.diagnostics.contains(where: { $0.severity == .error }) { return .unusable }
    return plan.runs.isEmpty && !allowsEmpty ? .nothingSelected : .passed
  }

  private func warnOfShortSecrets(_ secrets: [String: String], _ mask: SecretMask) {
    for name in secrets.keys.sorted() {
      guard let value = secrets[name], !mask.add(value) else { continue }
      StandardError.write("warning: \(SecretMask.refusal(ofSecret: name))\n")
    }
  }
}
