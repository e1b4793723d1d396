public import Diagnostics

/// What a contract says about one exchange.
public struct ContractJudgement: Sendable {
  /// The index of the operation; nil when the document lacks it.
  public var operation: Int?
  /// Whether the request broke the contract and was answered with a documented 4xx.
  public var isNegativeTest: Bool
  /// What the exchange breaks; of each body the first ten.
  public var violations: [ContractViolation]
  /// How many violations there are, those that are not described included.
  public var violationCount: Int
  /// How many of ``violationCount`` only warn.
  public var warningCount: Int
  /// Whether a body has more violations than are counted.
  public var isCountCut: Bool
  /// The indices of the known deviations that occurred.
  public var usedDeviations: [Int]
  /// What the exchange covers: indices of ``CoverageShape/items``, in rising order.
  public var marks: [Int]
  /// What could not be judged, and why.
  public var notes: [String]

  /// Makes a judgement.
  ///
  /// - Parameters:
  ///   - operation: The index of the operation.
  ///   - isNegativeTest: Whether a wrong request was answered with a documented 4xx.
  ///   - violations: What the exchange breaks.
  ///   - violationCount: How many violations there are.
  ///   - warningCount: How many of them only warn.
  ///   - isCountCut: Whether there are more than are counted.
  ///   - usedDeviations: The indices of the known deviations that occurred.
  ///   - marks: What the exchange covers.
  ///   - notes: What could not be judged, and why.
  public init(
    operation: Int? = nil,
    isNegativeTest: Bool = false,
    violations: [ContractViolation] = [],
    violationCount: Int = 0,
    warningCount: Int = 0,
    isCountCut: Bool = false,
    usedDeviations: [Int] = [],
    marks: [Int] = [],
    notes: [String] = []
  ) {
    self.operation = operation
    self.isNegativeTest = isNegativeTest
    self.violations = violations
    self.violationCount = violationCount
    self.warningCount = warningCount
    self.isCountCut = isCountCut
    self.usedDeviations = usedDeviations
    self.marks = marks
    self.notes = notes
  }
}

/// One thing that an exchange breaks of a contract.
public struct ContractViolation: Sendable, Hashable {
  /// What follows: ``ContractRules/Level/warn`` or ``ContractRules/Level/fail``.
  public var level: ContractRules.Level
  /// What is judged, as `getOrder, response 200, application/json`.
  public var subject: String
  /// Where in the exchange: `$.total`, `status`, `content-type`, `headers.Location`,
  /// `request query limit`.
  public var at: String
  /// What the contract asks for.
  public var expected: String
  /// What came instead; nil where that says nothing.
  public var actual: String?
  /// What is wrong, as `expected number, got string "19.98"`.
  public var message: String
  /// Where in the document the rule stands: the keyword, the map of responses.
  public var place: SourceRange
  /// The normalized JSONPath of the value in the response's body, for an excerpt.
  public var jsonPath: String?
  /// Whether the response breaks the contract, and not the request.
  public var isOfResponse: Bool

  /// Makes a violation.
  ///
  /// - Parameters:
  ///   - level: What follows.
  ///   - subject: What is judged.
  ///   - at: Where in the exchange.
  ///   - expected: What the contract asks for.
  ///   - actual: What came instead.
  ///   - message: What is wrong.
  ///   - place: Where in the document the rule stands.
  ///   - jsonPath: The normalized path of the value in the response's body.
  ///   - isOfResponse: Whether the response breaks the contract.
  public init(
    level: ContractRules.Level,
    subject: String,
    at: String,
    expected: String,
    actual: String?,
    message: String,
    place: SourceRange,
    jsonPath: String? = nil,
    isOfResponse: Bool
  ) {
    self.level = level
    self.subject = subject
    self.at = at
    self.expected = expected
    self.actual = actual
    self.message = message
    self.place = place
    self.jsonPath = jsonPath
    self.isOfResponse = isOfResponse
  }
}
