/// What a query gives: nodes, or one value.
public enum XPathResult: Sendable, Hashable {
  /// The nodes in document order; empty when nothing is found.
  case nodes([XPathNode])
  /// A text, from `string(…)` for example.
  case string(String)
  /// A number, from `count(…)` for example; may be NaN or infinite.
  case number(Double)
  /// A truth value, from a comparison for example.
  case boolean(Bool)
}
