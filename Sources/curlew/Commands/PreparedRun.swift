import ArgumentParser
import DemoServer
import Diagnostics
import Engine
import Reports
import RunEvents

/// A run whose options are understood and whose reports can be written; all that is left is to run.
struct PreparedRun: Sendable {
  private let command: RunCommand
  private let environment: [String: String]
  private let requests: [ReportRequest]
  private let dialect: JUnitDialect
  private let junitOutput: JUnitOutput

  /// Understands the options of a run.
  ///
  /// - Parameters:
  ///   - command: the options as given.
  ///   - environment: the process's.
  /// - Throws: `ValidationError` for what cannot be understood.
  init(_ command: RunCommand, environment: [String: String]) throws {
    self.command = command
    self.environment = environment
    guard let dialect = JUnitDialect(rawValue: command.junitDialect) else {
      throw ValidationError("--junit-dialect takes rich or strict, got \"\(command.junitDialect)\"")
    }
    self.dialect = dialect
    guard let junitOutput = JUnitOutput(rawValue: command.junitOutput) else {
      throw ValidationError("--junit-output takes failed or all, got \"\(command.junitOutput)\"")
    }
    self.junitOutput = junitOutput
    var requests: [ReportRequest] = []
    for text in command.report {
      do throws(ReporterError) {
        requests.append(try ReportRequest(parsing: text))
      } catch {
        throw ValidationError(
          "--report \(text): \(error.message)" + (error.hint.map { "; \($0)" } ?? "")
        )
      }
    }
    if !requests.contains(where: \.isStandardOutput) {
      requests.insert(ReportRequest(kind: "console", path: "-"), at: 0)
    }
    self.requests = requests
    _ = try command.sources.runOptions(environment)
  }

  /// Runs and reports.
  ///
  /// - Parameter stop: ends the run early.
  /// - Returns: the status that the process is to exit with.
  func execute(until stop: StopSignal) async -> ExitStatus {
    do {
      return try await run(until: stop)
    } catch {
      StandardError.write("error: \(error)\n")
      return .broken
    }
  }

  private func run(until stop: StopSignal) async throws -> ExitStatus {
    let server = command.demo ? try DemoServer.start() : nil
    defer { server?.stop() }
    var options = try runOptions()
    options.demoURL = server?.url
    let mask = SecretMask()
    warnOfShortSecrets(options.secrets, mask)
    let plan = PlanLoading(
      sources: command.sources,
      environment: environment,
      demoURL: server?.url
    ).load(options, mask: mask)
    if command.dryRun { return dryRun(plan) }
    let terminal = TerminalFacts(environment: environment, color: command.color).facts
    var reporters: ReporterMultiplexer
    do throws(ReporterError) {
      reporters = try makeReporters(terminal)
    } catch {
      let hint = error.hint.map { "; \($0)" } ?? ""
      StandardError.write("error: \(error.message)\(hint)\n")
      return .unusable
    }
    options.recording = reporters.needsEverything ? .everything : .failures
    reporters.prepare()
    guard !reporters.isBroken else {
      for failure in reporters.failures { StandardError.write("\(failure.line)\n") }
      reporters.abort()
      return .broken
    }
    let line = EventLine(isPrompt: command.verbose || terminal.isLive)
    let runner = Runner(plan: plan, options: options, mask: mask, stop: stop)
    let now = options.now
    let ticker = terminal.isLive ? ticker(of: line) : nil
    async let ending = runner.run(emittingTo: line)
    while let events = await line.next() {
      for event in events { reporters.consume(event) }
      if terminal.isLive { reporters.tick(at: now()) }
    }
    ticker?.cancel()
    let summary = await ending
    reporters.finish()
    for failure in reporters.failures { StandardError.write("\(failure.line)\n") }
    var interrupt: Int32?
    if case .interrupt(let signal) = stop.reason { interrupt = signal }
    return ExitStatus(
      of: summary,
      interrupt: interrupt,
      isBroken: reporters.isBroken,
      allowsEmpty: command.allowEmpty,
      hasErrors: plan.diagnostics.contains { $0.severity == .error }
    )
  }

  /// Keeps the live line going while nothing happens.
  private func ticker(of line: EventLine) -> Task<Void, Never> {
    Task {
      while (try? await Task.sleep(for: .milliseconds(250))) != nil { line.wake() }
    }
  }

  private func runOptions() throws -> RunOptions {
    var options = try command.sources.runOptions(environment)
    options.curlLines = command.curl
    options.command = RerunWords.words(Array(CommandLine.arguments.dropFirst(2)))
    options.jobs = command.jobs ?? ProcessorCount.defaultJobs
    options.connectionsPerHost = command.connectionsPerHost
    options.failFast = command.failFast
    options.repeats = command.repeats
    options.insecure = command.insecure
    options.hostname = ProcessEnvironment.hostname()
    options.grace = try command.duration(command.grace, of: "--grace")
    options.timeout = try command.timeout.map { try command.duration($0, of: "--timeout") }
    if let seed = command.seed {
      options.seed = seed
    } else {
      // A seed that a person can type.
      options.seed = UInt64.random(in: 0...999_999_999)
    }
    return options
  }

  private func makeReporters(
    _ terminal: ReporterOptions.Terminal
  ) throws(ReporterError) -> ReporterMultiplexer {
    var reporters = ReporterMultiplexer()
    let options = ReporterOptions(
      terminal: terminal,
      verbosity: command.quiet ? .quiet : command.verbose ? .verbose : .normal,
      showsCurl: command.curl,
      junitDialect: dialect,
      junitOutput: junitOutput,
      paths: RepositoryRoot.paths(),
      allowsEmpty: command.allowEmpty
    )
    let automatic = AutomaticReports(environment, isWanted: !command.noGithub)
    for request in requests {
      if let writer = automatic.writer(for: request) {
        let definition = try ReporterCatalogue.definition(named: request.kind)
        reporters.add(
          definition.make(writer, options),
          as: request,
          needsEverything: definition.needsEverything
        )
        continue
      }
      try reporters.add(
        request,
        options: options,
        standardOutput: DescriptorOutput.standardOutput
      )
    }
    automatic.add(to: &reporters, besides: requests, options)
    return reporters
  }

  private func dryRun(_ plan: RunPlan) -> ExitStatus {
    let renderer = DiagnosticRenderer()
    for diagnostic in plan.diagnostics {
      StandardError.write(renderer.render(diagnostic) + "\n")
    }
    for line in plan.lines { StandardOutput.writeLine(line) }
    if plan.diagnostics.contains(where: { $0.severity == .error }) { return .unusable }
    return plan.runs.isEmpty && !command.allowEmpty ? .nothingSelected : .passed
  }

  private func warnOfShortSecrets(_ secrets: [String: String], _ mask: SecretMask) {
    for name in secrets.keys.sorted() {
      guard let value = secrets[name], !mask.add(value) else { continue }
      StandardError.write(
        "warning: the secret \(name) is shorter than \(SecretMask.minimumLength) characters and is not masked\n"
      )
    }
  }
}
