import Assertions
import Documents
import Scenarios

/// A name and the query that finds its value, compiled when constant.
///
/// Shared by reference: a plan passes it on many times, and it is large.
final class PlannedCapture: Sendable {
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
    /// A cookie's value or an attribute of it.
    indirect case cookie(Capture.CookieQuery)
    /// A regular expression.
    case text(PreparedText<TextPatternQuery>)
    /// A number or text that every response has.
    case measure(String)
    /// A JSONPath into the list of redirects.
    case hops(PreparedText<JSONQuery>)
    /// A property of what has several.
    case property(String, of: Capture.Property)
    /// An expression.
    case value(ValueTemplate)
  }

  /// The syntax.
  let capture: Capture
  /// Where the value is looked for.
  let query: Query
  /// What is searched for in what is found.
  let match: PreparedText<TextPatternQuery>?
  /// What turns what is found, behind ``match``.
  let pipe: Prepared<ValuePipe>?

  init(
    capture: Capture,
    query: Query,
    match: PreparedText<TextPatternQuery>?,
    pipe: Prepared<ValuePipe>?
  ) {
    self.capture = capture
    self.query = query
    self.match = match
    self.pipe = pipe
  }

  /// Whether what the query finds is what it gives: one value, and nothing turns it.
  var isPlain: Bool { match == nil && pipe == nil && !capture.takesAll }

  /// Whether it takes a property of one of these.
  func takes(_ owner: Capture.Property) -> Bool {
    if case .property(_, of: owner) = query { true } else { false }
  }
}
