import Diagnostics
import Documents
import Encodings

/// `gt`, `gte`, `lt` and `lte`.
struct OrderMatcher: ValueMatcher {
  /// Which side of the bound a value must be on.
  enum Relation: String, Sendable {
    case gt = ">"
    case gte = "≥"
    case lt = "<"
    case lte = "≤"

    func accepts(_ order: Int) -> Bool {
      switch self {
      case .gt: order > 0
      case .gte: order >= 0
      case .lt: order < 0
      case .lte: order <= 0
      }
    }
  }

  let relation: Relation
  let bound: Bound

  var expectation: String { "\(relation.rawValue) \(bound.text)" }

  var wanted: String? { bound.wanted }

  func judge(_ value: JSONValue, nature: Subject.Nature) -> Judgement {
    guard let order = bound.order(of: value, nature: nature) else { return .inapplicable }
    return Judgement(relation.accepts(order))
  }

  /// The definition of one of the four.
  static func definition(
    _ name: String,
    _ relation: Relation,
    _ comparison: String,
    example: String
  ) -> MatcherDefinition {
    MatcherDefinition(
      name: name,
      summary: "The value is \(comparison) a number, a duration, a size or a date.",
      shape: boundShape,
      companions: Quantity.Unit.companions,
      example: example,
      kinds: .ordered,
      make: { (arguments) throws(Mistake) in
        OrderMatcher(relation: relation, bound: try arguments.bound())
      }
    )
  }

  /// What can be a bound.
  static let boundShape = ArgumentShape.anyOf([.number, .duration, .size, .text])
}

extension MatcherDefinition {
  static let gt = OrderMatcher.definition("gt", .gt, "greater than", example: "gt: 0")
  static let gte = OrderMatcher.definition("gte", .gte, "at least", example: "gte: 1")
  static let lt = OrderMatcher.definition("lt", .lt, "less than", example: "lt: 500ms")
  static let lte = OrderMatcher.definition("lte", .lte, "at most", example: "lte: 64KiB")
}
