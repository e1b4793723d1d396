import Diagnostics
import Documents
import RunEvents
import Scenarios

/// All options of `curlew run`, in the order of help and the reference.
///
/// Without a key in `curlew.yaml` are those that say what one run is about (names, shards, reruns, `--var`, secrets) and those that lift a barrier
/// (`allow-files`, `allow-exec`, `output-folder`, `save-cookies`): a file must not open its own door.
public enum RunOptionCatalogue: Sendable {
  /// What is read and what it starts from: the options of `curlew check`, too.
  public static let sources: [RunOption] = [
    .environment, .variable, .variableFile, .environmentFile, .secret, .tag, .contract, .contracts,
    .allowFiles, .allowExec,
  ]

  /// The options.
  public static let all: [RunOption] =
    sources + [
      .name, .rerunFailed, .shard, .shardTimes, .demo, .insecure, .jobs, .connectionsPerHost, .rate,
      .order, .timeout, .grace, .retries, .failOnFlaky, .failFast, .repeats, .seed, .dryRun,
      .cookiesFile, .saveCookies, .outputFolder, .coverageMinimum, .report, .junitDialect,
      .junitOutput, .noGithub,
      .color, .quiet, .verbose,
      .curl, .allowEmpty,
    ]
    + RunOption.ofRequests + [
      .continueOnError, .ignoreAsserts, .typedVariable, .propertiesFile, .secretsFile, .fromEntry,
      .toEntry, .fileRoot, .glob, .test, .parallel, .reportJUnit, .reportTAP, .reportHTML,
      .reportJSON, .errorFormat, .noColor, .veryVerbose,
    ]

  /// The option with a key of `run:`.
  static func option(withKey name: String) -> RunOption? {
    byKey[name]
  }

  private static let byKey = Dictionary(
    uniqueKeysWithValues: all.filter { $0.key != nil }.map { ($0.name, $0) }
  )
}

extension RunOption {
  public static let environment = RunOption(
    "environment",
    "The environment of curlew.yaml to take base, variables and defaults from.",
    .value("environment"),
    .text,
    example: "local",
    rerun: .repeated
  ) { (value, options) throws(Mistake) in
    options.environment = try value.optionText()
  }

  public static let variable = RunOption(
    "var",
    "A variable as text or, with :=, as JSON.",
    .values("name=text"),
    rerun: .repeated
  )

  public static let variableFile = RunOption(
    "variables",
    "A YAML or JSON file with variables.",
    .values("file"),
    .oneOrMore(.file),
    example: "variables.yaml",
    keyed: "YAML or JSON files with variables, relative to curlew.yaml; --variables replaces them.",
    rerun: .repeated
  ) { (value, _) throws(Mistake) in
    _ = try value.texts()
  }

  public static let environmentFile = RunOption(
    "env-file",
    "A file of NAME=value lines for env.NAME; what the environment has wins. Repeatable.",
    .values("file"),
    rerun: .repeated
  )

  public static let secret = RunOption(
    "secret",
    "A value for secret.NAME, masked in all output.",
    .values("name=value"),
    rerun: .nameOnly
  )

  public static let tag = RunOption(
    "tag",
    "Only scenarios with these tags: 'smoke and not slow'.",
    .values("tags"),
    .anyOf([.text, .someOf(.text)]),
    example: "not slow",
    keyed: "Only scenarios with these tags; of several all must hold."
  ) { (value, options) throws(Mistake) in
    let texts = try value.texts()
    guard !texts.isEmpty else { throw .expected("at least one tag", value) }
    options.tags = try TagExpression(parsingAll: texts)
  }

  static let contract = RunOption(
    "contract",
    "An OpenAPI document that every exchange is checked against, beside those of curlew.yaml. Repeatable.",
    .values("file"),
    rerun: .repeated
  ) { (value, options) throws(Mistake) in
    options.contractFiles = try value.texts()
  }

  static let contracts = onOrOff(
    "contracts",
    "Checks exchanges against contracts; --no-contracts does not.",
    rerun: .repeated
  ) { $0.checksContracts = $1 }

  static let coverageMinimum = RunOption(
    "coverage-minimum",
    "Fails the run when less of a contract is exercised, in percent: operations=100,responses=80.",
    .value("what=percent"),
    .text,
    example: "operations=100,responses=80"
  ) { (value, options) throws(Mistake) in
    options.coverageMinimum = try CoverageMinimum(parsing: try value.optionText())
  }

  public static let allowFiles = RunOption(
    "allow-files",
    "A folder that scenarios may read beside the project's.",
    .values("dir"),
    rerun: .repeated
  )

  public static let allowExec = flag("allow-exec", "Lets scenarios run commands.") {
    $0.allowsExec = true
  }

  public static let name = RunOption(
    "name",
    "Only scenarios in whose title this regular expression is found. Repeatable: any of them.",
    .values("pattern")
  ) { (value, options) throws(Mistake) in
    options.names = try value.texts().map { text throws(Mistake) in try NamePattern(parsing: text) }
  }

  public static let rerunFailed = RunOption(
    "rerun-failed",
    "Only what this JSON report says failed, errored or was not run. Repeatable.",
    .values("report.json")
  )

  public static let shard = RunOption(
    "shard",
    "Only part K of N, the same on every machine; auto asks the CI system.",
    .value("K/N")
  ) { (value, options) throws(Mistake) in
    let environment = options.processEnvironment
    options.shard = try ShardSource.shard(value.string ?? "", environment: environment)
  }

  public static let shardTimes = RunOption(
    "shard-times",
    "Balances the parts by how long scenarios took in this JSON report. Repeatable.",
    .values("report.json")
  )

  public static let demo = onOrOff(
    "demo",
    "Starts the demo API and gives scenarios its address as demo.url.",
    rerun: .repeated
  ) { $0.startsDemo = $1 }

  static let insecure = onOrOff(
    "insecure",
    "Does not verify the certificates of servers.",
    rerun: .repeated
  ) { $0.insecure = $1 }.named("k")

  static let jobs = count(
    "jobs",
    "How many scenarios run at once; by default 8 for each processor, at most 32.",
    1...100_000,
    example: 8
  ) { $0.jobs = $1 }

  static let connectionsPerHost = count(
    "connections-per-host",
    "How many requests are open to one host at once.",
    1...100_000,
    example: 4
  ) { $0.connectionsPerHost = $1 }

  static let rate = RunOption(
    "rate",
    "The largest number of requests of the whole run in a time, such as 50/s.",
    .value("N/s"),
    .text,
    example: "50/s",
    rerun: .repeated
  ) { (value, options) throws(Mistake) in
    options.rate = try RequestRate(parsing: try value.optionText())
  }

  static let order = word(
    "order",
    "The order in which scenarios start; random is shuffled by the seed.",
    RunOrder.allCases.map(\.rawValue),
    example: "random",
    rerun: .repeated
  ) { $0.order = RunOrder(rawValue: $1) ?? .given }

  static let timeout = duration(
    "timeout",
    "The time limit of the run, such as 10m.",
    mayBeZero: false,
    example: "10m"
  ) { $0.timeout = $1 }

  static let grace = duration(
    "grace",
    "How long teardowns may take once the run ends early; 10s when not given.",
    mayBeZero: true,
    example: "10s"
  ) { $0.grace = $1 }

  static let retries = count(
    "retries",
    "Runs a scenario that did not pass again, up to N times; one that passes then is flaky.",
    0...1_000,
    example: 2
  ) { $0.retries = $1 }

  static let failOnFlaky = onOrOff(
    "fail-on-flaky",
    "A scenario that passed only when it was run again fails the run.",
    rerun: .repeated
  ) { $0.failsOnFlaky = $1 }

  static let failFast = RunOption(
    "fail-fast",
    "Ends the run after N scenarios that did not pass; 1 when no number is given.",
    .value("N"),
    .anyOf([.boolean, .positiveCount]),
    example: "true",
    keyed: "The run ends after so many scenarios that did not pass; true is 1, false never."
  ) { (value, options) throws(Mistake) in
    if let ends = value.bool {
      options.failFast = ends ? 1 : nil
    } else if let number = value.spelledInt, number >= 1 {
      options.failFast = number
    } else {
      throw .expected(ArgumentShape.positiveCount, value)
    }
  }

  static let repeats = count(
    "repeat",
    "How often each scenario is run.",
    1...1_000_000,
    example: 2
  ) { $0.repeats = $1 }

  public static let seed = count(
    "seed",
    "The seed of all randomness; a new one for each run when not given.",
    0...Int.max,
    example: 7
  ) { $0.seed = UInt64($1) }

  public static let dryRun = RunOption(
    "dry-run",
    "Prints what would run, and sends nothing.",
    .flag
  )

  public static let cookiesFile = RunOption(
    "cookies-file",
    "Cookies in the Netscape format, as curl writes them, that every session starts with.",
    .value("file"),
    .file,
    example: "cookies.txt",
    keyed:
      "Cookies in the Netscape format that every session starts with, relative to curlew.yaml.",
    rerun: .repeated
  ) { (value, _) throws(Mistake) in
    _ = try value.optionText()
  }.named("cookie", "b")

  public static let saveCookies = RunOption(
    "save-cookies",
    "Writes the cookies that session main of the one scenario ends with, their values in the clear.",
    .value("file")
  ).named("cookie-jar", "c")

  static let outputFolder = RunOption(
    "output-folder",
    "The folder below which save of steps writes bodies; without it that of curlew.yaml, else the working folder.",
    .value("dir"),
    rerun: .repeated
  ) { (value, options) throws(Mistake) in
    let folder = try value.optionText()
    guard !folder.isEmpty else { throw Mistake("expected the path of a folder") }
    options.outputFolder = folder
  }

  public static let report = RunOption(
    "report",
    "Writes a report; - is standard output. Repeatable.",
    .values("kind=path"),
    .oneOrMore(.text),
    example: "[junit=build/junit.xml]",
    keyed: "Reports as kind=path; - is standard output, a path is relative to curlew.yaml."
  ) { (value, _) throws(Mistake) in
    _ = try value.texts()
  }

  static let junitDialect = word(
    "junit-dialect",
    "The dialect of JUnit reports.",
    ["rich", "strict"],
    example: "strict"
  ) { $0.junitDialect = $1 }

  static let junitOutput = word(
    "junit-output",
    "Which JUnit cases have the request and the response; failed when not given.",
    ["failed", "all"],
    example: "all"
  ) { $0.junitOutput = $1 }

  public static let noGithub = RunOption(
    "no-github",
    "Turns off GitHub's annotations, for which GITHUB_ACTIONS is true, and its summary, whose file GITHUB_STEP_SUMMARY names.",
    .flag
  )

  static let color = word(
    "color",
    "Whether output is coloured.",
    ["auto", "always", "never"],
    example: "never"
  ) { $0.color = $1 }

  static let quiet = onOrOff("quiet", "Prints only failures and the summary.") { $0.isQuiet = $1 }

  static let verbose = onOrOff("verbose", "Prints whole requests and responses.") {
    $0.isVerbose = $1
  }.named("v")

  static let curl = onOrOff("curl", "Prints each request as a command line for curl.") {
    $0.curlLines = $1
  }

  static let allowEmpty = onOrOff("allow-empty", "Exits with 0 when nothing is selected.") {
    $0.allowsEmpty = $1
  }

  static let continueOnError = flag(
    "continue-on-error",
    "Runs the steps behind one that did not pass, too; the scenario has not passed all the same."
  ) { $0.continuesAfterFailure = true }

  public static let ignoreAsserts = flag(
    "ignore-asserts",
    "Sends requests and takes captures, but evaluates no assertion; reports call such steps skipped."
  ) { $0.ignoresExpectations = true }

  public static let typedVariable = RunOption(
    "variable",
    "A variable: true, false, null, a number, or text; quoted it is text.",
    .values("name=value"),
    rerun: .repeated
  )

  public static let propertiesFile = RunOption(
    "variables-file",
    "A file of name=value lines with variables as --variable takes them. Repeatable.",
    .values("file"),
    rerun: .repeated
  )

  public static let secretsFile = RunOption(
    "secrets-file",
    "A file of name=value lines with secrets as --secret takes them. Repeatable.",
    .values("file"),
    rerun: .repeated
  )

  public static let fromEntry = RunOption(
    "from-entry",
    "Runs .hurl files from this entry on, counted from 1.",
    .value("N"),
    rerun: .repeated
  )

  public static let toEntry = RunOption(
    "to-entry",
    "Runs .hurl files up to this entry, counted from 1.",
    .value("N"),
    rerun: .repeated
  )

  public static let fileRoot = RunOption(
    "file-root",
    "The folder that paths in .hurl files are relative to, in place of that of the file.",
    .value("dir"),
    rerun: .repeated
  )

  public static let glob = RunOption(
    "glob",
    "Runs the files that go with this pattern, of *, **, ? and […]. Repeatable.",
    .values("pattern")
  )

  public static let test = RunOption(
    "test",
    "Does nothing: every run is what Hurl calls a test.",
    .flag
  )

  public static let parallel = RunOption(
    "parallel",
    "Does nothing: scenarios run at once unless --jobs is 1.",
    .flag
  )

  public static let reportJUnit = RunOption(
    "report-junit",
    "Writes a JUnit report, as --report junit=FILE.",
    .values("file")
  )

  public static let reportTAP = RunOption(
    "report-tap",
    "Writes a TAP report, as --report tap=FILE.",
    .values("file")
  )

  public static let reportHTML = RunOption(
    "report-html",
    "Writes an HTML report to index.html of a folder, as --report html=DIR/index.html.",
    .values("dir")
  )

  public static let reportJSON = RunOption(
    "report-json",
    "Writes a JSON report to report.json of a folder, as --report json=DIR/report.json.",
    .values("dir")
  )

  public static let errorFormat = RunOption(
    "error-format",
    "How much is said of failures; long is --verbose.",
    .value("short|long")
  ) { (value, options) throws(Mistake) in
    switch try value.optionText() {
    case "short": break
    case "long": options.isVerbose = true
    case _: throw .expected("short or long", value)
    }
  }

  public static let noColor = flag(
    "no-color",
    "Output is not coloured, as --color never.",
    rerun: .leftOut
  ) { $0.color = "never" }

  static let veryVerbose = flag(
    "very-verbose",
    "Prints whole requests and responses, as --verbose.",
    rerun: .leftOut
  ) { $0.isVerbose = true }
}
