import Diagnostics
import Documents
import Encodings

/// `before` and `after`.
struct DateOrderMatcher: ValueMatcher {
  let isBefore: Bool
  let instant: Instant
  let text: String

  var expectation: String { "\(isBefore ? "before" : "after") \(text)" }

  var wanted: String? { "a date" }

  func judge(_ value: JSONValue, nature: Subject.Nature) -> Judgement {
    guard let other = Bound.instant(of: value) else { return .inapplicable }
    return Judgement(isBefore ? other < instant : other > instant)
  }

  func detail(for value: JSONValue, nature: Subject.Nature) -> String? {
    guard Bound.instant(of: value) == nil else { return nil }
    return Bound.spelling(ofDateTime: value).map { "\($0); date_parse in pipe reads other forms" }
  }

  /// The definition of one of the two.
  static func definition(
    _ name: String,
    isBefore: Bool,
    summary: String,
    example: String
  ) -> MatcherDefinition {
    MatcherDefinition(
      name: name,
      summary: summary,
      shape: .anyOf([.text, .number]),
      example: example,
      kinds: .texts,
      make: { (arguments) throws(Mistake) in
        let bound = Bound(arguments.value, now: arguments.context.now)
        guard let bound, let instant = bound.instant,
          Quantity(bound.text) == nil
        else {
          throw arguments.error(
            "expected a date, got \(arguments.kind(of: arguments.value))",
            hint: "write a date as `2026-01-31` or `2026-01-31T12:00:00Z`, or `now`"
          )
        }
        return DateOrderMatcher(isBefore: isBefore, instant: instant, text: bound.text)
      }
    )
  }
}

extension MatcherDefinition {
  static let before = DateOrderMatcher.definition(
    "before",
    isBefore: true,
    summary: "The date is before another one; dates have the form of RFC 3339 or of HTTP.",
    example: "before: 2030-01-01"
  )

  static let after = DateOrderMatcher.definition(
    "after",
    isBefore: false,
    summary: "The date is after another one; `now` is the current time.",
    example: "after: 2020-01-31T12:00:00Z"
  )
}
