extension MatcherDefinition {
  static let after = DateOrderMatcher.definition(
    "after",
    isBefore: false,
    summary: "The date is after another one; `now` is the current time.",
    example: "after: 2020-01-31T12:00:00Z"
  )
}
