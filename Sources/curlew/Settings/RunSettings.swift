import ArgumentParser
import Engine
import Reports

/// The options of a run once the defaults of `curlew.yaml` are under them: what was given wins, lists are replaced as a whole.
struct RunSettings: Sendable {
  /// What the engine is asked for.
  var options: RunOptions
  /// The reports, the console among them unless something else goes to standard output.
  var requests: [ReportRequest]
  /// `--junit-dialect`.
  var dialect: JUnitDialect
  /// `--color`.
  var color: String
  /// `--quiet`.
  var quiet: Bool
  /// `--verbose`.
  var verbose: Bool
  /// `--curl`.
  var curl: Bool
  /// `--demo`.
  var demo: Bool
  /// `--allow-empty`.
  var allowEmpty: Bool
  /// `--fail-on-flaky`.
  var failOnFlaky: Bool

  /// Puts options over defaults.
  ///
  /// - Parameters:
  ///   - arguments: what was given.
  ///   - given: what the engine was asked for by them.
  ///   - requests: the reports asked for by them.
  ///   - files: what `curlew.yaml` says.
  /// - Throws: `ValidationError` for what cannot be understood.
  init(
    _ arguments: RunArguments,
    given: RunOptions,
    requests: [ReportRequest],
    files: PlanLoading.Files
  ) throws {
    let defaults = files.defaults
    var options = given
    options.environment = options.environment ?? defaults.environment
    options.tags = options.tags ?? defaults.tags
    options.jobs = arguments.jobs ?? defaults.jobs ?? ProcessorCount.defaultJobs
    options.connectionsPerHost = arguments.connectionsPerHost ?? defaults.connectionsPerHost
    options.rate = options.rate ?? defaults.rate
    options.retries = arguments.retries ?? defaults.retries ?? 0
    let failFast = arguments.failFast ?? defaults.failFast ?? 0
    options.failFast = failFast > 0 ? failFast : nil
    options.order = arguments.order.flatMap(RunOrder.init) ?? defaults.order ?? .given
    options.repeats = arguments.repeats ?? defaults.repeats ?? 1
    options.insecure = arguments.insecure ?? defaults.insecure ?? false
    options.hostname = ProcessEnvironment.hostname()
    if let grace = arguments.grace {
      options.grace = try RunArguments.duration(grace, of: "--grace")
    } else if let grace = defaults.grace {
      options.grace = grace
    }
    options.timeout =
      try arguments.timeout.map { try RunArguments.duration($0, of: "--timeout") }
      ?? defaults.timeout
    // A seed that a person can type.
    options.seed = arguments.seed ?? defaults.seed ?? UInt64.random(in: 0...999_999_999)
    options.curlLines = arguments.curl || defaults.curl ?? false
    self.options = options
    self.requests = arguments.report.isEmpty ? files.reports ?? [] : requests
    if !self.requests.contains(where: \.isStandardOutput) {
      self.requests.insert(ReportRequest(kind: "console", path: "-"), at: 0)
    }
    dialect =
      (arguments.junitDialect ?? defaults.junitDialect).flatMap(JUnitDialect.init) ?? .rich
    color = arguments.color ?? defaults.color ?? "auto"
    quiet = arguments.quiet ?? defaults.quiet ?? false
    verbose = arguments.verbose || defaults.verbose ?? false
    curl = arguments.curl || defaults.curl ?? false
    demo = arguments.demo ?? defaults.demo ?? false
    allowEmpty = arguments.allowEmpty ?? defaults.allowEmpty ?? false
    failOnFlaky = arguments.failOnFlaky ?? defaults.failOnFlaky ?? false
  }
}
