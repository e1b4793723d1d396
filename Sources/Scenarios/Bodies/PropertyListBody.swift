/// `plist`: any value.
public struct PropertyListBody: RequestBodyKind {
  /// The value.
  public let value: ValueTemplate

  static let key = MapGrammar.Key(
    "plist",
    .value,
    "A property list body.",
    "plist: { sku: ABC-1 }"
  )

  /// Its expressions.
  public var expressions: [Expression] { value.expressions }

  static func read(_ node: YAMLNode, by reader: FileReader) -> Self? {
    Self(value: reader.value(node))
  }
}
