extension MatcherDefinition {
  static let lte = OrderMatcher.definition(
    "lte",
    .lte,
    summary: "The value is at most a number, a duration, a size or a date.",
    example: "lte: 64KiB"
  )
}
