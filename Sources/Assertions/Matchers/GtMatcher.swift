extension MatcherDefinition {
  static let gt = OrderMatcher.definition(
    "gt",
    .gt,
    summary: "The value is greater than a number, a duration, a size or a date.",
    example: "gt: 0"
  )
}
