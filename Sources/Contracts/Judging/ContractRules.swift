public import Scenarios

/// How strictly exchanges are checked against a contract.
public struct ContractRules: Sendable, Hashable {
  /// What follows from a violation.
  public typealias Level = ContractNaming.Level

  /// A known violation that is not reported.
  public struct Deviation: Sendable, Hashable {
    /// The operation: its `operationId`, or its method and template as `GET /orders/{id}`.
    public var operation: String
    /// Where: a JSONPath in the response body, `status`, `content-type`, `headers.NAME` or `request`.
    public var at: String
    /// Why it is known.
    public var reason: String?

    /// Makes a deviation.
    ///
    /// - Parameters:
    ///   - operation: The operation's id, or its method and template.
    ///   - at: A JSONPath in the response body, `status`, `content-type`, `headers.NAME` or `request`.
    ///   - reason: Why it is known.
    public init(operation: String, at: String, reason: String? = nil) {
      self.operation = operation
      self.at = at
      self.reason = reason
    }
  }

  /// What follows from a response that breaks the contract.
  public var responses: Level
  /// What follows from a request that breaks the contract.
  public var requests: Level
  /// What follows from an operation, status or media type that the document lacks.
  public var undocumented: Level
  /// Whether a member that no schema names is a violation.
  public var strict: Bool
  /// The known violations.
  public var ignored: [Deviation]

  /// Makes rules, by default those of a contract without settings.
  ///
  /// - Parameters:
  ///   - responses: What follows from a response that breaks the contract.
  ///   - requests: What follows from a request that breaks the contract.
  ///   - undocumented: What follows from what the document lacks.
  ///   - strict: Whether a member that no schema names is a violation.
  ///   - ignored: The known violations.
  public init(
    responses: Level = .fail,
    requests: Level = .warn,
    undocumented: Level = .fail,
    strict: Bool = false,
    ignored: [Deviation] = []
  ) {
    self.responses = responses
    self.requests = requests
    self.undocumented = undocumented
    self.strict = strict
    self.ignored = ignored
  }
}
