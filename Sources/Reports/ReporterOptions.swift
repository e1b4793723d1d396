/// The options of reporters, set by the caller.
public struct ReporterOptions: Sendable {
  /// What is known of the terminal that a report is shown on.
  public struct Terminal: Sendable {
    /// Whether the cursor may be moved: a terminal, and no CI system.
    public var isLive: Bool
    /// Whether colours may be used.
    public var usesColor: Bool
    /// How many columns a line has; asked before each redrawing, so that a new size is heeded.
    public var width: @Sendable () -> Int

    /// Makes a description; by default of a plain file.
    public init(
      isLive: Bool = false,
      usesColor: Bool = false,
      width: @escaping @Sendable () -> Int = { 80 }
    ) {
      self.isLive = isLive
      self.usesColor = usesColor
      self.width = width
    }
  }

  /// How much the console says.
  public enum Verbosity: Sendable, Hashable {
    /// Failures and the last line of the summary.
    case quiet
    /// A line a scenario, failures, the summary.
    case normal
    /// All of it, and each exchange as a whole.
    case verbose
  }

  /// The terminal that the console writes to.
  public var terminal: Terminal
  /// How much the console says.
  public var verbosity: Verbosity
  /// Whether the console prints each request as a command line for curl.
  public var showsCurl: Bool
  /// How JUnit is written.
  public var junitDialect: JUnitDialect
  /// Which JUnit cases have the request and the response.
  public var junitOutput: JUnitOutput
  /// How reports for CI systems name files.
  public var paths: RepositoryPaths
  /// Whether a run of nothing is meant (`--allow-empty`).
  public var allowsEmpty: Bool
  /// Whether a scenario that passed only when it was run again fails the run (`--fail-on-flaky`).
  public var failsOnFlaky: Bool
  /// The words with which all that did not pass is selected again, when there are better ones than the places of scenarios.
  public var rerunSelection: [String]?
  /// The version of the command.
  public var version: String

  /// Makes options.
  public init(
    terminal: Terminal = Terminal(),
    verbosity: Verbosity = .normal,
    showsCurl: Bool = false,
    junitDialect: JUnitDialect = .rich,
    junitOutput: JUnitOutput = .failed,
    paths: RepositoryPaths = RepositoryPaths(),
    allowsEmpty: Bool = false,
    failsOnFlaky: Bool = false,
    rerunSelection: [String]? = nil,
    version: String = "0"
  ) {
    self.terminal = terminal
    self.verbosity = verbosity
    self.showsCurl = showsCurl
    self.junitDialect = junitDialect
    self.junitOutput = junitOutput
    self.paths = paths
    self.allowsEmpty = allowsEmpty
    self.failsOnFlaky = failsOnFlaky
    self.rerunSelection = rerunSelection
    self.version = version
  }
}
