/// `text`: a text with its values as they are.
public struct TextBody: RequestBodyKind {
  /// The text.
  public let text: TextTemplate

  static let key = MapGrammar.Key("text", .text, "A text body.", "text: hello")

  /// Its expressions.
  public var expressions: [Expression] { text.expressions }

  static func read(_ node: YAMLNode, by reader: FileReader) -> Self? {
    reader.text(node, "text", example: key.example).map { Self(text: $0) }
  }
}

/// `xml`: a text in which values are escaped.
public struct XMLBody: RequestBodyKind {
  /// The text.
  public let text: TextTemplate

  static let key = MapGrammar.Key(
    "xml",
    .text,
    "An XML body; values of ${…} are escaped.",
    "xml: <order><note>${note}</note></order>"
  )

  /// Its expressions.
  public var expressions: [Expression] { text.expressions }

  static func read(_ node: YAMLNode, by reader: FileReader) -> Self? {
    reader.text(node, "xml", example: key.example).map { Self(text: $0) }
  }
}
