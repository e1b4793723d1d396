extension MatcherDefinition {
  static let endsWith = Self(
    name: "ends-with",
    summary: "The text ends with a suffix.",
    shape: .text,
    example: "ends-with: .png",
    make: { (arguments) throws(MatcherError) in
      AffixMatcher(affix: try arguments.text(), isPrefix: false)
    }
  )
}
