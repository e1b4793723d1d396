extension MatcherDefinition {
  static let before = DateOrderMatcher.definition(
    "before",
    isBefore: true,
    summary: "The date is before another one; dates have the form of RFC 3339 or of HTTP.",
    example: "before: 2030-01-01"
  )
}
