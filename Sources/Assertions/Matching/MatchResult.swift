/// The result of one matcher on one subject.
public struct MatchResult: Sendable, Hashable {
  /// Whether the subject is accepted.
  public private(set) var holds = false

  /// What was expected, as a fragment; empty where it holds.
  public var expected: String

  /// The actual value, as a fragment.
  public var actual: String?

  /// What else helps to understand it, as a fragment.
  public var detail: String?

  /// The places at which values differ, the first twenty of them.
  public var differences: [Difference]

  /// Makes the result of a subject that is not accepted.
  public init(
    expected: String,
    actual: String?,
    detail: String? = nil,
    differences: [Difference] = []
  ) {
    self.expected = expected
    self.actual = actual
    self.detail = detail
    self.differences = differences
  }

  /// The result of a subject that is accepted.
  public static let holding = {
    var result = MatchResult(expected: "", actual: nil)
    result.holds = true
    return result
  }()

  /// The sentence for a person: `expected 19.98 ± 0.01, got 20.5`; empty where it holds.
  ///
  /// Of documents that differ it names the first place: `expected "new" at $.state, got "old"`.
  public var message: String {
    guard !holds else { return "" }
    var text: String
    if let first = differences.first {
      text = "expected \(first.expected) at \(first.path), got \(first.actual)"
      if differences.count > 1 {
        let rest = differences.count - 1
        // Beyond so many no more are looked for.
        let isAll = differences.count < LiteralPattern.maximumDifferences
        text += ", and \(isAll ? "" : "at least ")\(rest) more difference\(rest == 1 ? "" : "s")"
      }
    } else {
      text = "expected \(expected)"
      if let actual { text += ", got \(actual)" }
    }
    if let detail { text += "; \(detail)" }
    return text
  }
}
