/// What may stand behind a name of a scenario file: enough for a parser and an editor to find a mistake
/// before anything is sent.
///
/// A scalar that holds `${…}` fits every shape until it is evaluated.
public indirect enum ArgumentShape: Sendable {
  /// Any value.
  case literal
  /// Text; a number or boolean counts as spelled.
  case text
  /// A number.
  case number
  /// A whole number within bounds.
  case wholeNumber(ClosedRange<Int>)
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
  case someOf(ArgumentShape)
  /// Some text out of these.
  case oneOf([String])
  /// A text with this start.
  case textBeginning(String)
  /// A path of a file that must exist, relative to the file it is written in.
  case file
  /// A path as ``file`` of a JSON Schema, or the schema itself.
  case schema
  /// One of this shape, or a list of them.
  case oneOrMore(ArgumentShape)
  /// Exactly so many of this shape.
  case tuple(count: Int, of: ArgumentShape)
  /// A map of these keys; the names in `required` must be there.
  case map([String: ArgumentShape], required: Set<String>)
  /// A map of any keys to this shape.
  case mapOf(ArgumentShape)
  /// Any of these.
  case anyOf([ArgumentShape])

  /// A whole number that is not negative.
  public static let count = ArgumentShape.wholeNumber(0...Int.max)
  /// A whole number from 1.
  public static let positiveCount = ArgumentShape.wholeNumber(1...Int.max)
}
