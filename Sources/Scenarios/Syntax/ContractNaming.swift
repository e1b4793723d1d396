/// One of `contracts` in `curlew.yaml`: an OpenAPI document that exchanges are checked against.
public struct ContractNaming: Sendable {
  /// What a difference from the contract does to a step.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// The step fails.
    case fail
    /// The step is reported with a warning.
    case warn
    /// It is not looked for.
    case off
  }

  /// A difference from the contract that is known.
  public struct Deviation: Sendable {
    /// `operation`: the `operationId`, or the method and the path.
    public var operation: Located<String>
    /// `at`: a path in the body of the response, `status`, `content-type`, `headers.NAME` or `request`.
    public var at: Located<String>
    /// `reason`.
    public var reason: String?
  }

  /// `openapi`: the path of the document.
  public var openAPI: Located<String>
  /// `base`: the URL under which requests belong to the contract.
  public var base: TextTemplate?
  /// `responses`, `requests`, `undocumented` and `strict`.
  public var levels: ContractLevels
  /// `ignore`.
  public var ignored: [Deviation]
}

/// What `contract` of a request or of defaults says, or a contract of itself.
public struct ContractLevels: Sendable, Hashable {
  /// Whether requests are checked at all: `contract: false` or `true`.
  public var isOn: Bool?
  /// `responses`.
  public var responses: ContractNaming.Level?
  /// `requests`.
  public var requests: ContractNaming.Level?
  /// `undocumented`.
  public var undocumented: ContractNaming.Level?
  /// `strict`.
  public var strict: Bool?

  /// Says nothing.
  public init() {}

  /// The same with what it does not say taken from others.
  ///
  /// - Parameter weaker: what stands further out.
  /// - Returns: the levels of both.
  public func over(_ weaker: ContractLevels?) -> ContractLevels {
    var merged = self
    merged.isOn = isOn ?? weaker?.isOn
    merged.responses = responses ?? weaker?.responses
    merged.requests = requests ?? weaker?.requests
    merged.undocumented = undocumented ?? weaker?.undocumented
    merged.strict = strict ?? weaker?.strict
    return merged
  }
}
