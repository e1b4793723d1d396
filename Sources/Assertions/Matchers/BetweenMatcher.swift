import Diagnostics
import Documents
import Encodings

extension MatcherDefinition {
  static let between = MatcherDefinition(
    name: "between",
    summary: "The value is between two bounds, both included.",
    shape: .tuple(count: 2, of: OrderMatcher.boundShape),
    companions: Quantity.Unit.companions,
    example: "between: [1, 10]",
    kinds: .ordered,
    make: { (arguments) throws(Mistake) in
      let bounds = try arguments.list()
      guard bounds.count == 2 else {
        throw arguments.error(
          "expected two bounds, got \(bounds.count)",
          hint: "write `between: [1, 10]`"
        )
      }
      let path: [ValuePathElement] = [.key(arguments.name)]
      let low = try arguments.bound(bounds[0], at: path + [.index(0)])
      let high = try arguments.bound(bounds[1], at: path + [.index(1)])
      switch (low.kind, high.kind) {
      case (.number(let first), .number(let last)):
        guard first <= last else {
          throw arguments.error("the lower bound comes first")
        }
      case (.instant(let first), .instant(let last)):
        guard first <= last else {
          throw arguments.error("the earlier date comes first")
        }
      case (.number, .instant), (.instant, .number):
        throw arguments.error("both bounds must be numbers or both dates")
      }
      return BetweenMatcher(low: low, high: high)
    }
  )
}

/// `between`.
struct BetweenMatcher: ValueMatcher {
  let low: Bound
  let high: Bound

  var expectation: String { "between \(low.text) and \(high.text)" }

  var wanted: String? { low.wanted }

  func judge(_ value: JSONValue, nature: Subject.Nature) -> Judgement {
    guard let above = low.order(of: value, nature: nature),
      let below = high.order(of: value, nature: nature)
    else { return .inapplicable }
    return Judgement(above >= 0 && below <= 0)
  }
}
