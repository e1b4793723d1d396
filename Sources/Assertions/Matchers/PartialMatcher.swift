import Diagnostics
import Documents

extension MatcherDefinition {
  static let partial = MatcherDefinition(
    name: "partial",
    summary:
      "Objects have at least these members; lists are of equal length and compare by position.",
    shape: .literal,
    example: "partial: { state: pending, customer: { name: Ada } }",
    kinds: .lists,
    takesWholeList: true,
    make: { (arguments) throws(Mistake) in try arguments.comparison(.partial) }
  )
}
