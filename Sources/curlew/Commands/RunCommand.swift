import ArgumentParser
import Engine

/// `curlew run`: runs scenarios, reports, exits.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs scenarios, reports, and exits with how they ended.",
    discussion: """
      Defaults of the options stand under run: in curlew.yaml. Exit status: 0 everything passed, 1 a scenario failed or errored, 2 usage or a file that cannot be understood, 3 the runner \
      could not do its work, 4 nothing selected, 129, 130 or 143 interrupted.
      """
  )

  @OptionGroup var sources: SourceOptions

  @Option(
    name: .customLong("name"),
    help: ArgumentHelp(
      "Only scenarios in whose title this regular expression is found. Repeatable: any of them.",
      valueName: "pattern"
    )
  )
  var names: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only what this JSON report says failed, errored or was not run. Repeatable.",
      valueName: "report.json"
    )
  )
  var rerunFailed: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only part K of N, the same on every machine; auto asks the CI system.",
      valueName: "K/N"
    )
  )
  var shard: String?

  @Option(
    help: ArgumentHelp(
      "Balances the parts by how long scenarios took in this JSON report. Repeatable.",
      valueName: "report.json"
    )
  )
  var shardTimes: [String] = []

  @Flag(
    inversion: .prefixedNo,
    help: "Starts the demo API and gives scenarios its address as demo.url."
  )
  var demo: Bool?

  @Option(help: "How many scenarios run at once; by default 8 for each processor, at most 32.")
  var jobs: Int?

  @Option(help: "How many requests are open to one host at once.")
  var connectionsPerHost: Int?

  @Option(
    help: ArgumentHelp(
      "The largest number of requests of the whole run in a time, such as 50/s.",
      valueName: "N/s"
    )
  )
  var rate: String?

  @Option(
    help: ArgumentHelp("Writes a report; - is standard output. Repeatable.", valueName: "kind=path")
  )
  var report: [String] = []

  @Option(help: ArgumentHelp("The dialect of JUnit reports.", valueName: "rich|strict"))
  var junitDialect: String?

  @Option(
    help: ArgumentHelp(
      "Runs a scenario that did not pass again, up to N times; one that passes then is flaky.",
      valueName: "N"
    )
  )
  var retries: Int?

  @Flag(inversion: .prefixedNo, help: "Exits with 1 when a scenario is flaky.")
  var failOnFlaky: Bool?

  @Option(
    help: ArgumentHelp(
      "Which JUnit cases have the request and the response.",
      valueName: "failed|all"
    )
  )
  var junitOutput = "failed"

  @Flag(
    help: ArgumentHelp(
      "Turns off GitHub's annotations and summary.",
      discussion:
        "By default annotations are written when GITHUB_ACTIONS is true, and the summary is appended to the file that GITHUB_STEP_SUMMARY names."
    )
  )
  var noGithub = false

  @Option(
    help: ArgumentHelp(
      "Ends the run after N scenarios that did not pass; 1 when no number is given.",
      valueName: "N"
    )
  )
  var failFast: Int?

  @Option(
    help: ArgumentHelp(
      "The order in which scenarios start; random is shuffled by the seed.",
      valueName: "given|random"
    )
  )
  var order: String?

  @Option(name: .customLong("repeat"), help: "How often each scenario is run.")
  var repeats: Int?

  @Option(help: "The seed of all randomness; a new one for each run when not given.")
  var seed: UInt64?

  @Option(help: "The time limit of the run, such as 10m.")
  var timeout: String?

  @Option(help: "How long teardowns may take once the run ends early; 10s when not given.")
  var grace: String?

  @Flag(help: "Prints what would run, and sends nothing.")
  var dryRun = false

  @Flag(inversion: .prefixedNo, help: "Does not verify the certificates of servers.")
  var insecure: Bool?

  @Flag(inversion: .prefixedNo, help: "Prints only failures and the summary.")
  var quiet: Bool?

  @Flag(help: "Prints whole requests and responses.")
  var verbose = false

  @Flag(help: "Prints each request as a command line for curl.")
  var curl = false

  @Option(help: ArgumentHelp("Whether output is coloured.", valueName: "auto|always|never"))
  var color: String?

  @Flag(inversion: .prefixedNo, help: "Exits with 0 when nothing is selected.")
  var allowEmpty: Bool?

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1") }
    if let failFast, failFast < 1 { throw ValidationError("--fail-fast takes a number from 1") }
    if let connectionsPerHost, connectionsPerHost < 1 {
      throw ValidationError("--connections-per-host takes a number from 1")
    }
    if let repeats, !(1...1_000_000).contains(repeats) {
      throw ValidationError("--repeat takes a number from 1 to 1000000")
    }
    if let retries, !(0...1_000).contains(retries) {
      throw ValidationError("--retries takes a number from 0 to 1000")
    }
    if let order, RunOrder(rawValue: order) == nil {
      throw ValidationError("--order takes given or random, got \"\(order)\"")
    }
    if let color, !["auto", "always", "never"].contains(color) {
      throw ValidationError("--color takes auto, always or never")
    }
    if !shardTimes.isEmpty, shard == nil {
      throw ValidationError(
        "--shard-times says how to split; say with --shard K/N which part this is"
      )
    }
    if let grace { _ = try RunArguments.duration(grace, of: "--grace") }
    if let timeout, try RunArguments.duration(timeout, of: "--timeout") <= 0 {
      throw ValidationError("--timeout takes a duration above 0, such as 10m")
    }
  }

  func run() throws {
    try RunProcess.run(arguments)
  }

  /// What was given, as plain values.
  private var arguments: RunArguments {
    RunArguments(
      sources: sources.arguments,
      names: names,
      rerunFailed: rerunFailed,
      shard: shard,
      shardTimes: shardTimes,
      demo: demo,
      jobs: jobs,
      connectionsPerHost: connectionsPerHost,
      rate: rate,
      report: report,
      junitDialect: junitDialect,
      retries: retries,
      failOnFlaky: failOnFlaky,
      junitOutput: junitOutput,
      noGithub: noGithub,
      failFast: failFast,
      order: order,
      repeats: repeats,
      seed: seed,
      timeout: timeout,
      grace: grace,
      dryRun: dryRun,
      insecure: insecure,
      quiet: quiet,
      verbose: verbose,
      curl: curl,
      color: color,
      allowEmpty: allowEmpty
    )
  }
}
