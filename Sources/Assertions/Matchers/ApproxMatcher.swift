import Diagnostics
import Documents
import Encodings

extension MatcherDefinition {
  static let approx = MatcherDefinition(
    name: "approx",
    summary:
      "The value is near a number, a duration or a date; without `within`, to a millionth of it.",
    shape: .anyOf([.number, .duration, .size, .text]),
    companions: Quantity.Unit.companions.merging(
      ["within": .anyOf([.number, .duration, .size])]
    ) { $1 },
    example: "approx: 19.98\nwithin: 0.01",
    kinds: .ordered,
    make: { (arguments) throws(Mistake) in try ApproxMatcher(arguments) }
  )
}

/// `approx` with `within`.
struct ApproxMatcher: ValueMatcher {
  private enum Range: Sendable {
    case numbers(JSONNumber, JSONNumber)
    case instants(Instant, Instant)
  }

  let expectation: String
  private let range: Range
  private let bound: Bound

  init(_ arguments: MatcherArguments) throws(Mistake) {
    let center = try arguments.bound()
    let within = arguments.map["within"]
    bound = center
    var tolerance: Bound?
    if let within {
      if case .instant = center.kind {
        tolerance = Bound(within, now: arguments.context.now)
      } else {
        tolerance = try arguments.bound(within, at: [.key("within")])
      }
    }
    let badTolerance = Mistake(
      "expected a number or duration that is not negative, got "
        + arguments.kind(of: within ?? .null),
      at: [.key("within")]
    )
    switch center.kind {
    case .number(let number):
      var distance = (try? number.absolute.multiplied(by: 0.000001)) ?? 0
      if let tolerance {
        guard case .number(let given) = tolerance.kind, given >= 0 else { throw badTolerance }
        distance = given
      }
      guard let low = try? number.subtracting(distance),
        let high = try? number.adding(distance)
      else { throw arguments.error("the number is too large to be near to") }
      range = .numbers(low, high)
      let counted = center.measure ?? center.unit?.measure
      let unit = counted.map { $0 == .duration ? " ms" : " B" } ?? ""
      expectation = "\(center.text) ± \(tolerance?.text ?? distance.literal + unit)"
    case .instant(let instant):
      guard let within, let tolerance else {
        throw arguments.error("a date needs `within` beside it", hint: "write `within: 5s`")
      }
      guard case .string(let text) = within, Quantity(text)?.unit.measure == .duration,
        case .number(let given) = tolerance.kind, given >= 0, given.double < 1e15
      else { throw badTolerance }
      let milliseconds = Int(given.double.rounded())
      range = .instants(instant.advanced(by: -milliseconds), instant.advanced(by: milliseconds))
      expectation = "\(center.text) ± \(tolerance.text)"
    }
  }

  var wanted: String? {
    switch range {
    case .numbers: "a number near"
    case .instants: "a date near"
    }
  }

  func judge(_ value: JSONValue, nature: Subject.Nature) -> Judgement {
    switch range {
    case .numbers(let low, let high):
      guard let number = bound.number(of: value, nature: nature) else { return .inapplicable }
      return Judgement(low <= number && number <= high)
    case .instants(let low, let high):
      guard let instant = Bound.instant(of: value) else { return .inapplicable }
      return Judgement(low <= instant && instant <= high)
    }
  }
}

extension Instant {
  /// The point so many milliseconds later.
  fileprivate func advanced(by milliseconds: Int) -> Instant {
    let total = nanoseconds + (milliseconds % 1000) * 1_000_000
    let carry = total < 0 ? -1 : total / 1_000_000_000
    return Instant(
      seconds: seconds + milliseconds / 1000 + carry,
      nanoseconds: total - carry * 1_000_000_000
    )
  }
}
