public import Diagnostics

/// One run of a scenario: a file, a data row, a repeat, an attempt.
public struct ScenarioDescription: Sendable {
  /// Tells the runs of scenarios apart.
  public struct ID: Sendable, Hashable, Comparable {
    /// The place in the plan, from 0, in the order of the source: paths, then rows, then repeats.
    public var index: Int
    /// Which attempt, from 1; more than one only with `--retries`.
    public var attempt: Int

    /// Makes an identifier.
    public init(index: Int, attempt: Int = 1) {
      self.index = index
      self.attempt = attempt
    }

    public static func < (left: Self, right: Self) -> Bool {
      (left.index, left.attempt) < (right.index, right.attempt)
    }
  }

  /// What kind of scenario it is.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// One of a scenario file.
    case scenario
    /// `before-all` of the project.
    case beforeAll = "before-all"
    /// `after-all` of the project.
    case afterAll = "after-all"
  }

  /// Which it is.
  public var id: ID
  /// What kind it is.
  public var kind: Kind
  /// Its name, as in the source.
  public var name: String
  /// The file, relative to the repository's root or the working folder.
  public var path: String
  /// The place of its name in the file.
  public var range: SourceRange
  /// What it is about: its `description`.
  public var summary: String?
  /// Its tags.
  public var tags: [String]
  /// The label of its data row, masked and unlike those of the other rows; `nil` without rows.
  public var row: String?
  /// The number of its data row, from 1; `nil` without rows.
  public var rowNumber: Int?
  /// The place of its data row, in the scenario's file or in that of the data; `nil` for a matrix.
  public var rowRange: SourceRange?
  /// The names and values of its data row on one line, masked and cut: `sku: ABC-2, price: 5`.
  public var rowValues: String?
  /// The number of its repeat, from 1; `nil` without repeats.
  public var turn: Int?
  /// Its steps as they stand in the source, flattened: the steps of a `use`, a `parallel` and a group in place of it.
  public var steps: [StepDescription]
  /// When it began, in seconds since 1970-01-01T00:00:00Z.
  public var startedAt: Double

  /// Makes a description.
  public init(
    id: ID,
    kind: Kind = .scenario,
    name: String,
    path: String,
    range: SourceRange,
    summary: String? = nil,
    tags: [String] = [],
    row: String? = nil,
    rowNumber: Int? = nil,
    rowRange: SourceRange? = nil,
    rowValues: String? = nil,
    turn: Int? = nil,
    steps: [StepDescription],
    startedAt: Double
  ) {
    self.id = id
    self.kind = kind
    self.name = name
    self.path = path
    self.range = range
    self.summary = summary
    self.tags = tags
    self.row = row
    self.rowNumber = rowNumber
    self.rowRange = rowRange
    self.rowValues = rowValues
    self.turn = turn
    self.steps = steps
    self.startedAt = startedAt
  }

  /// The name with its row and repeat, as people are shown it: `Order lifecycle [ABC-1] #2`.
  public var title: String {
    var title = name
    if let row { title += " [\(row)]" }
    if let turn { title += " #\(turn)" }
    return title
  }
}

/// A step as it stands in the source.
public struct StepDescription: Sendable {
  /// The part of a scenario that a step belongs to.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// `setup`.
    case setup
    /// `steps`.
    case steps
    /// `teardown`.
    case teardown
  }

  /// The place among the steps of its scenario, from 0.
  public var index: Int
  /// The part it belongs to.
  public var phase: Phase
  /// Its name, in a report on the step with its expressions evaluated; used steps as `login › get token`.
  public var name: String
  /// Its name as in the source, the same from run to run; `nil` when that is ``name``.
  public var writtenName: String?
  /// Its place.
  public var range: SourceRange
  /// What it does.
  public var action: Action

  /// What a step does, in reports a word.
  public enum Action: Sendable, Hashable {
    /// What is named by its key: sends no request of HTTP whose attempts would be counted.
    public enum Other: String, Sendable, Hashable, CaseIterable {
      case use, assert, set, wait, log, exec
    }

    /// Sends requests with a method.
    case request(method: String)
    /// Does something else.
    case other(Other)

    /// The word: a method as written, or a key.
    public var word: String {
      switch self {
      case .request(let method): method
      case .other(let other): other.rawValue
      }
    }

    /// What a word stands for: a method, unless it is the key of another kind of step.
    public init(word: String) {
      self = Other(rawValue: word).map { .other($0) } ?? .request(method: word)
    }
  }

  /// Whether it sends requests: its attempts are such.
  public var isRequest: Bool {
    if case .request = action { true } else { false }
  }

  /// Makes a description.
  public init(
    index: Int,
    phase: Phase,
    name: String,
    writtenName: String? = nil,
    range: SourceRange,
    action: Action
  ) {
    self.index = index
    self.phase = phase
    self.name = name
    self.writtenName = writtenName
    self.range = range
    self.action = action
  }
}
