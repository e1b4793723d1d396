/// What a matcher takes: enough for a parser and an editor to find a mistake before anything is
/// sent.
public indirect enum MatcherShape: Sendable, Hashable {
  /// Any value.
  case literal
  /// Text; a number or boolean counts as spelled.
  case text
  /// A number.
  case number
  /// A whole number that is not negative.
  case count
  /// `true` or `false`.
  case boolean
  /// `500ms 5s 2m 1h`.
  case duration
  /// `64KiB 10MB`, or a number of bytes.
  case size
  /// A regular expression.
  case pattern
  /// A list of functions that turn a value.
  case pipe
  /// A matcher again.
  case matcher
  /// A list of values.
  case list
  /// A list of at least one of this shape.
  case someOf(MatcherShape)
  /// Some text out of these.
  case oneOf([String])
  /// The path of a file.
  case file
  /// The path of a JSON Schema, or the schema itself.
  case schema
  /// Exactly so many of this shape.
  case tuple(count: Int, of: MatcherShape)
  /// Any of these.
  case anyOf([MatcherShape])
}
