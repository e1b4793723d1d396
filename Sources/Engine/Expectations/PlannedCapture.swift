import Assertions
import Documents
import Scenarios

/// A name and the query that finds its value, compiled when constant.
struct PlannedCapture: Sendable {
  /// Where the value is looked for.
  enum Query: Sendable {
    /// A query into the body, decoded by a format with its options.
    case body(
      BodyFormat,
      options: [String: String],
      PreparedText<BodyQuery>,
      namespaces: [String: String]
    )
    /// A field's name.
    case header(TextTemplate)
    /// A cookie's name.
    case cookie(TextTemplate)
    /// A regular expression.
    case text(PreparedText<TextPatternQuery>)
    /// An expression.
    case value(ValueTemplate)
  }

  /// The syntax.
  let capture: Capture
  /// Where the value is looked for.
  let query: Query
}
