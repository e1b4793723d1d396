/// `form`: a map or a list of pairs.
public struct FormBody: RequestBodyKind {
  /// The fields.
  public let fields: FieldsTemplate

  static let key = MapGrammar.Key(
    "form",
    .fields,
    "A form body: a map, or a list of [name, value].",
    "form: { name: Ada, tags: [a, b] }"
  )

  /// Its expressions.
  public var expressions: [Expression] { fields.expressions }

  static func read(_ node: YAMLNode, by reader: FileReader) -> Self? {
    reader.fields(node, "form").map { Self(fields: $0) }
  }
}
