extension MatcherDefinition {
  static let before = DateOrderMatcher.definition(
    "before",
    isBefore: true,
    summary: "The date lies before another one; dates are those of RFC 3339 and of HTTP.",
    example: "before: 2030-01-01"
  )
}
