import Assertions
import Scenarios

/// A name and the query that finds its value, compiled when constant.
struct PlannedCapture: Sendable {
  /// Where the value is looked for.
  enum Query: Sendable {
    /// A JSONPath over JSON.
    case json(PreparedText<JSONQuery>)
    /// A JSONPath over a property list.
    case propertyList(PreparedText<JSONQuery>)
    /// An XPath over XML.
    case xml(PreparedText<XPathQuery>, namespaces: [String: String])
    /// An XPath over HTML.
    case html(PreparedText<XPathQuery>)
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
