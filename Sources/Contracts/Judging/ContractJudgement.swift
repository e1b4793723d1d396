public import Diagnostics

/// What a contract says about one exchange.
public struct ContractJudgement: Sendable {
  /// The index of the operation; nil when the document lacks it.
  public var operation: Int?
  /// Whether the request broke the contract and was answered with a documented 4xx.
  public var isNegativeTest = false
  /// What the exchange breaks; of each body the first ten.
  public var violations: [ContractViolation] = []
  /// How many violations there are, those that are not described included.
  public var violationCount = 0
  /// How many of ``violationCount`` only warn.
  public var warningCount = 0
  /// Whether a body has more violations than are counted.
  public var isCountCut = false
  /// The indices of the known deviations that occurred.
  public var usedDeviations: [Int] = []
  /// What the exchange covers: indices of ``CoverageShape/items``, in rising order.
  public var marks: [Int] = []
  /// What could not be judged, and why.
  public var notes: [String] = []
}

/// One thing that an exchange breaks of a contract.
public struct ContractViolation: Sendable, Hashable {
  /// What follows: `warn` or `fail`.
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
}
