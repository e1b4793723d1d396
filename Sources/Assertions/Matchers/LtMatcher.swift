extension MatcherDefinition {
  static let lt = OrderMatcher.definition(
    "lt",
    .lt,
    summary: "The value is less than a number, a duration, a size or a date.",
    example: "lt: 500ms"
  )
}
