import Documents

extension MatcherDefinition {
  static let startsWith = Self(
    name: "starts-with",
    summary: "The text starts with a prefix.",
    shape: .text,
    example: "starts-with: /orders/",
    kinds: .texts,
    make: { (arguments) throws(MatcherError) in
      AffixMatcher(affix: try arguments.text(), isPrefix: true)
    }
  )
}
