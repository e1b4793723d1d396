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
    make: { (arguments) throws(Mistake) in
      if arguments.context.kind.isAlwaysOne, case .array = arguments.value {
        throw EqualsMatcher.listError(arguments.value, at: [.key(arguments.name)])
      }
      return EqualsMatcher(try arguments.literal(.partial), mode: .partial)
    }
  )
}
