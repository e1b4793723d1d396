/// `base64`: bytes in Base64.
public struct Base64Body: RequestBodyKind {
  /// The text.
  public let text: TextTemplate

  static let key = MapGrammar.Key(
    "base64",
    .ruled(.base64),
    "A body of bytes in Base64.",
    "base64: aGVsbG8="
  )

  /// Its expressions.
  public var expressions: [Expression] { text.expressions }

  static func read(_ node: YAMLNode, by reader: FileReader) -> Self? {
    reader.text(node, key, else: "not Base64").map { Self(text: $0) }
  }
}

/// `hex`: bytes in hexadecimal digits.
public struct HexBody: RequestBodyKind {
  /// The text.
  public let text: TextTemplate

  static let key = MapGrammar.Key(
    "hex",
    .ruled(.hex),
    "A body of bytes in hexadecimal digits.",
    "hex: 68 65 79"
  )

  /// Its expressions.
  public var expressions: [Expression] { text.expressions }

  static func read(_ node: YAMLNode, by reader: FileReader) -> Self? {
    reader.text(node, key, else: "not hexadecimal digits in pairs")
      .map { Self(text: $0) }
  }
}

extension FileReader {
  /// A text with a rule; one that breaks it is reported, and is a body all the same.
  fileprivate func text(
    _ node: YAMLNode,
    _ key: MapGrammar.Key,
    else mistake: String
  ) -> TextTemplate? {
    let text = text(node, key.name, example: key.example)
    if let constant = text?.constant, key.rule?.holds(constant) == false {
      error(mistake, at: node.range, hint: "as in \(key.example)")
    }
    return text
  }
}
