public import Documents
public import HTTPMessages
public import RunEvents
import Scenarios

/// What a run is asked for: the options of the command as a value.
public struct RunOptions: Sendable {
  /// How much of passed steps the events carry.
  public enum Recording: Sendable, Hashable {
    /// Exchanges and assertions of steps that did not pass.
    case failures
    /// All exchanges and assertions.
    case everything
  }

  /// `--environment`.
  public var environment: String?
  /// `--variables`, `CURLEW_VAR_…` and `--var`, weakest first already applied.
  public var overrides: [String: JSONValue] = [:]
  /// The names given by `--var`, in order.
  public var namedVariables: [String] = []
  /// `--contract`: OpenAPI documents beside those of `curlew.yaml`.
  public var contractFiles: [String] = []
  /// `--no-contracts` turns the check of exchanges against contracts off.
  public var checksContracts = true
  /// Whether all schemas of contracts are compiled before anything is sent, as `check` does; a run compiles those it needs.
  public var compilesContracts = false
  /// `--coverage-minimum`: how much of each contract the run must exercise.
  public var coverageMinimum: CoverageMinimum?
  /// Whether the paths of the run leave scenarios of the project out.
  public var isPart = false
  /// `--tag`.
  public var tags: TagExpression?
  /// `--name`: titles in which one of these is found; empty for all.
  public var names: [NamePattern] = []
  /// `--rerun-failed`: only what these reports say did not pass; empty for all.
  public var rerun: [EarlierReport] = []
  /// `--shard-times`: shards are balanced by how long scenarios took then.
  public var shardTimes: [EarlierReport] = []
  /// `--order`: in which order scenarios begin.
  public var order = RunOrder.given
  /// `--retries`: how often a scenario that did not pass is run again.
  public var retries = 0
  /// `--rate`: how many requests are sent in which time, over the whole run.
  public var rate: RequestRate?
  /// `--jobs`: scenarios at once.
  public var jobs = 8
  /// `--fail-fast`: the run ends after so many scenarios that failed or errored.
  public var failFast: Int?
  /// `--fail-on-flaky`: a flaky scenario fails the run.
  public var failsOnFlaky = false
  /// `--allow-empty`: a run of nothing is meant.
  public var allowsEmpty = false
  /// `--repeat`: how often each scenario is run.
  public var repeats = 1
  /// `--seed`.
  public var seed: UInt64 = 0
  /// `--grace`: how long teardowns may take once a run ends early, in seconds.
  public var grace = 10.0
  /// `--timeout` of the run, in seconds.
  public var timeout: Double?
  /// `--connections-per-host`.
  public var connectionsPerHost: Int?
  /// `--insecure`: certificates are not verified.
  public var insecure = false
  /// `--allow-exec`.
  public var allowsExec = false
  /// `--output-folder`: where steps save bodies; `nil` for the project's folder.
  public var outputFolder: String?
  /// `--cookies-file`: what every session starts with.
  public var cookies = CookieJar()
  /// `--save-cookies`: receives the cookies of session `main` as the text of a cookie file, each time
  /// that an attempt at a scenario has ended.
  public var keepCookies: (@Sendable (String) -> Void)?
  /// How much of passed steps the events carry.
  public var recording = Recording.failures
  /// Whether the exchanges of steps that did not pass have the fields as they went out; those of
  /// ``Recording/everything`` always have.
  public var takesDownHeads = false
  /// `--curl`: each request as a curl line.
  public var curlLines = false
  /// `--junit-dialect`: `rich` or `strict`.
  public var junitDialect = "rich"
  /// `--junit-output`: `failed` or `all`.
  public var junitOutput = "failed"
  /// `--color`: `auto`, `always` or `never`.
  public var color = "auto"
  /// `--quiet`: only failures and the summary are printed.
  public var isQuiet = false
  /// `--verbose`: whole requests and responses are printed.
  public var isVerbose = false
  /// `--demo`: the demo API is started.
  public var startsDemo = false
  /// Which part of the suite this is.
  public var shard: RunDescription.Shard?
  /// The command line to show for rerunning.
  public var command = ["curlew", "run"]
  /// `demo.url`.
  public var demoURL: String?
  /// The name of the machine.
  public var hostname = "localhost"
  /// The process's environment.
  public var processEnvironment: [String: String] = [:]
  /// What is said of all requests: `--location`, `--header` and the like.
  public var requests = GivenRequests()
  /// ``requests`` as defaults; made once, when a plan is begun.
  var givenDefaults: RequestDefaults?
  /// `--continue-on-error`: a step that did not pass keeps no other from running.
  public var continuesAfterFailure = false
  /// `--ignore-asserts`: nothing is expected of responses; a step that would pass is skipped, for nothing was looked at.
  public var ignoresExpectations = false
  /// Receives each response with the place of its scenario in the plan, before the step has ended.
  public var keepResponse: (@Sendable (_ scenario: Int, ReceivedResponse) -> Void)?
  /// Secrets by name, beside those that the project lists.
  public var secrets: [String: String] = [:]

  /// The clock, in seconds since 1970-01-01T00:00:00Z.
  public var now: @Sendable () -> Double = WallClock.now

  /// Makes the default options.
  public init() {}
}
