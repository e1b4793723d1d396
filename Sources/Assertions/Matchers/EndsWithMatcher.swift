import Documents

extension MatcherDefinition {
  static let endsWith = Self(
    name: "ends-with",
    summary: "The text ends with a suffix.",
    shape: .text,
    example: "ends-with: .png",
    kinds: .texts,
    make: { (arguments) throws(MatcherError) in
      AffixMatcher(affix: try arguments.text(), isPrefix: false)
    }
  )
}
