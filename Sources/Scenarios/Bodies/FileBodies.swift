/// `file`: the path of a file whose bytes are streamed.
public struct FileBody: RequestBodyKind {
  /// The path.
  public let path: TextTemplate

  static let key = MapGrammar.Key(
    "file",
    .ruled(.path),
    "A file whose bytes are the body.",
    "file: data/quantities.csv"
  )

  /// Its expressions.
  public var expressions: [Expression] { path.expressions }

  static func read(_ node: YAMLNode, by reader: FileReader) -> Self? {
    reader.path(node, "file", example: key.example).map { Self(path: $0) }
  }
}

/// `template`: the path of a file whose text is filled in.
public struct TemplateBody: RequestBodyKind {
  /// The path.
  public let path: TextTemplate

  static let key = MapGrammar.Key(
    "template",
    .ruled(.path),
    "A file whose text with its ${…} filled in is the body.",
    "template: data/greeting.txt"
  )

  /// Those of the path.
  public var expressions: [Expression] { path.expressions }

  /// The file.
  public var filledFile: TextTemplate? { path }

  static func read(_ node: YAMLNode, by reader: FileReader) -> Self? {
    reader.nameUses += 1
    return reader.path(node, "template", example: key.example).map { Self(path: $0) }
  }
}
