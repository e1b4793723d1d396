extension MatcherDefinition {
  static let gte = OrderMatcher.definition(
    "gte",
    .gte,
    summary: "The value is at least a number, a duration, a size or a date.",
    example: "gte: 1"
  )
}
