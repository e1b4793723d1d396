public import Assertions

/// How a step ended, with all that was sent and seen.
public struct StepReport: Sendable {
  /// One request of a step, or one run of an `assert`: a turn of its loop, an attempt of its `retry` or that of a group.
  ///
  /// A step without any of these has one.
  public struct Attempt: Sendable {
    /// The turn of the loop, from 0; `nil` without a loop.
    public var turn: Int?
    /// The attempt, from 1; it counts on over the tries of a group.
    public var number: Int
    /// How it ended.
    public var result: StepResult
    /// When it began, in seconds since 1970-01-01T00:00:00Z.
    public var startedAt: Double
    /// How long it took, in seconds.
    public var duration: Double
    /// The request and its response; `nil` when nothing was sent, or when nobody asked for it.
    public var exchange: Exchange?
    /// The assertions: all of them when a report asked for them, else those that do not hold, warnings included.
    public var assertions: [AssertionOutcome]
    /// How many assertions were evaluated.
    public var assertionCount: Int
    /// The name of the operation of a contract that the exchange belongs to, as ``ContractReport`` has it.
    public var operation: String?

    /// Makes an attempt.
    public init(
      turn: Int? = nil,
      number: Int = 1,
      result: StepResult,
      startedAt: Double,
      duration: Double,
      exchange: Exchange? = nil,
      assertions: [AssertionOutcome] = [],
      assertionCount: Int = 0,
      operation: String? = nil
    ) {
      self.turn = turn
      self.number = number
      self.result = result
      self.startedAt = startedAt
      self.duration = duration
      self.exchange = exchange
      self.assertions = assertions
      self.assertionCount = assertionCount
      self.operation = operation
    }
  }

  /// A name and the value it got.
  public struct CapturedValue: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value as text, masked and cut.
    public var value: String

    /// Makes a captured value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The run of the scenario.
  public var scenario: ScenarioDescription.ID
  /// The step, by its place among the steps of the scenario.
  public var step: StepDescription
  /// How it ended, all turns and attempts taken together.
  public var result: StepResult
  /// When it began, in seconds since 1970-01-01T00:00:00Z.
  public var startedAt: Double
  /// How long it took, pauses included, in seconds.
  public var duration: Double
  /// Its attempts: all that failed up to a bound, and the last of each turn.
  public var attempts: [Attempt]
  /// How many attempts there were.
  public var attemptCount: Int
  /// What was captured.
  public var captures: [CapturedValue]
  /// What `log` wrote.
  public var logs: [String]

  /// Makes a report.
  public init(
    scenario: ScenarioDescription.ID,
    step: StepDescription,
    result: StepResult,
    startedAt: Double,
    duration: Double,
    attempts: [Attempt] = [],
    attemptCount: Int = 0,
    captures: [CapturedValue] = [],
    logs: [String] = []
  ) {
    self.scenario = scenario
    self.step = step
    self.result = result
    self.startedAt = startedAt
    self.duration = duration
    self.attempts = attempts
    self.attemptCount = attemptCount
    self.captures = captures
    self.logs = logs
  }
}
