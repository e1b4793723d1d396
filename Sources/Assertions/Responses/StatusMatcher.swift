public import Diagnostics
public import Documents
import Encodings

/// The statuses that are acceptable: `201`, `2xx`, `200-299`, a list of these, or a matcher.
///
/// ```swift
/// let status = try StatusMatcher(from: ["2xx", 404], context: MatcherContext(kind: .number))
/// status.accepts(204)   // true
/// status.expectation    // 2xx or 404
/// ```
public struct StatusMatcher: Sendable {
  /// Any 2xx, as AFNetworking has it when nothing is said.
  public static let success = StatusMatcher(ranges: [200...299], expectation: "2xx")

  /// The acceptable statuses; `nil` where a matcher decides.
  public let ranges: [ClosedRange<Int>]?

  /// What is expected, as a fragment.
  public let expectation: String

  private let matcher: (any Matcher)?

  private init(
    ranges: [ClosedRange<Int>]?,
    expectation: String,
    matcher: (any Matcher)? = nil
  ) {
    self.ranges = ranges
    self.expectation = expectation
    self.matcher = matcher
  }

  /// Makes it from the argument of `status`.
  ///
  /// - Parameters:
  ///   - argument: a status, a class, a range, a list of these, or a map of matchers.
  ///   - origin: which parts of it are written in the file and so may name matchers.
  ///   - context: what making a matcher needs.
  ///   - catalogue: the matchers.
  /// - Throws: the first mistake, with its path from `argument`.
  public init(
    from argument: JSONValue,
    origin: ArgumentOrigin = .written,
    context: MatcherContext = MatcherContext(kind: .number),
    catalogue: MatcherCatalogue = .standard
  ) throws(Mistake) {
    if case .object = argument, origin != .computed {
      let matcher = try catalogue.matcher(from: argument, origin: origin, context: context)
      self.init(ranges: nil, expectation: matcher.expectation, matcher: matcher)
      return
    }
    let items = argument.array ?? [argument]
    guard !items.isEmpty else { throw Mistake("an empty list accepts no status") }
    var ranges: [ClosedRange<Int>] = []
    var texts: [String] = []
    for (index, item) in items.enumerated() {
      let (range, text) = try Self.range(item, at: argument.array == nil ? [] : [.index(index)])
      ranges.append(range)
      texts.append(text)
    }
    self.init(ranges: ranges, expectation: texts.joined(separator: " or "))
  }

  /// Whether a status is acceptable.
  public func accepts(_ status: Int) -> Bool {
    if let ranges { return ranges.contains { $0.contains(status) } }
    return matcher?.judge(.measure(.number(JSONNumber(status)))) == .holds
  }

  /// Judges a status.
  ///
  /// - Parameters:
  ///   - status: the status of the response.
  ///   - reason: its phrase, such as `Not Found`; shown as `Not Found (404)`.
  ///   - range: where the expectation stands.
  ///   - excerpt: the start of the body, asked for only where the status is not acceptable.
  /// - Returns: the outcome, called `status`.
  public func outcome(
    of status: Int,
    reason: String,
    at range: SourceRange? = nil,
    excerpt: @autoclosure () -> String? = nil
  ) -> AssertionOutcome {
    guard !accepts(status) else {
      return AssertionOutcome(
        verdict: .holds,
        subject: "status",
        expected: expectation,
        range: range
      )
    }
    let phrase = ValueText.cut(TerminalText.escaped(reason))
    let actual = phrase.isEmpty ? "\(status)" : "\(phrase) (\(status))"
    let result = MatchResult(expected: expectation, actual: actual)
    var outcome = AssertionOutcome(result, of: "status", at: range)
    outcome.excerpt = excerpt()
    return outcome
  }

  private static func range(
    _ value: JSONValue,
    at path: [ValuePathElement]
  ) throws(Mistake) -> (ClosedRange<Int>, String) {
    let text: String
    switch value {
    case .number(let number): text = number.literal
    case .string(let string): text = string
    case .null, .bool, .array, .object: text = ""
    }
    if let range = range(text) { return (range, text) }
    throw Mistake(
      "expected a status such as 201, 2xx or 200-299, got \(ValueText.describe(value))",
      at: path
    )
  }

  private static func range(_ text: String) -> ClosedRange<Int>? {
    if let status = status(text[...]) { return status...status }
    if text.utf8.count == 3, text.dropFirst().lowercased() == "xx",
      let first = text.first?.wholeNumberValue, (1...9).contains(first)
    {
      return first * 100...first * 100 + 99
    }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let low = status(ends[0]), let high = status(ends[1]), low <= high else {
      return nil
    }
    return low...high
  }

  private static func status(_ text: Substring) -> Int? {
    guard text.utf8.count == 3, text.utf8.allSatisfy(\.isASCIIDigit), let status = Int(text),
      status >= 100
    else { return nil }
    return status
  }
}
