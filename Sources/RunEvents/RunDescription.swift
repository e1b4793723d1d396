/// What is known of a run before its first request.
public struct RunDescription: Sendable, Hashable {
  /// Which part of a suite this run is.
  public struct Shard: Sendable, Hashable {
    /// Its number, from 1.
    public var index: Int
    /// How many shards there are.
    public var total: Int
    /// How many scenarios all of them have together, data rows and repeats counted, when that is known.
    public var selectedCount: Int?

    /// Makes a shard.
    public init(index: Int, total: Int, selectedCount: Int? = nil) {
      self.index = index
      self.total = total
      self.selectedCount = selectedCount
    }
  }

  /// An identifier of its own for each run, as `run.id` gives it.
  public var id: String
  /// The seed of all randomness, as `run.seed` gives it.
  public var seed: UInt64
  /// When it began, in seconds since 1970-01-01T00:00:00Z.
  public var startedAt: Double
  /// The environment, if one was chosen.
  public var environment: String?
  /// The shard, if there is one.
  public var shard: Shard?
  /// The name of the machine.
  public var hostname: String
  /// How many scenarios run at once at most.
  public var jobs: Int
  /// How many scenarios were selected, data rows and repeats counted.
  public var scenarioCount: Int
  /// How many scenarios were found before selection.
  public var foundCount: Int
  /// How many steps the selected scenarios have.
  public var stepCount: Int
  /// The command line with which to run again, without the selection; used to say how to rerun what failed.
  public var command: [String]
  /// Whether a flaky scenario fails the run (`--fail-on-flaky`).
  public var failsOnFlaky: Bool
  /// Whether a run of nothing is meant (`--allow-empty`).
  public var allowsEmpty: Bool
  /// The runs that were merged into this one, each without parts of its own; empty for a run.
  public var parts: [RunDescription]

  /// Makes a description.
  public init(
    id: String,
    seed: UInt64,
    startedAt: Double,
    environment: String? = nil,
    shard: Shard? = nil,
    hostname: String,
    jobs: Int,
    scenarioCount: Int,
    foundCount: Int,
    stepCount: Int,
    command: [String] = ["curlew", "run"],
    failsOnFlaky: Bool = false,
    allowsEmpty: Bool = false,
    parts: [RunDescription] = []
  ) {
    self.id = id
    self.seed = seed
    self.startedAt = startedAt
    self.environment = environment
    self.shard = shard
    self.hostname = hostname
    self.jobs = jobs
    self.scenarioCount = scenarioCount
    self.foundCount = foundCount
    self.stepCount = stepCount
    self.command = command
    self.failsOnFlaky = failsOnFlaky
    self.allowsEmpty = allowsEmpty
    self.parts = parts
  }
}
