import Diagnostics
import Documents
import Encodings

/// `json`: any value.
public struct JSONBody: RequestBodyKind {
  /// The value.
  public let value: ValueTemplate

  static let key = MapGrammar.Key(
    "json",
    .value,
    "A JSON body.",
    "json: { sku: ABC-1, quantity: 2 }"
  )

  /// Its expressions.
  public var expressions: [Expression] { value.expressions }

  static func read(_ node: YAMLNode, by reader: FileReader) -> Self? {
    checkText(node, reader)
    return Self(value: reader.value(node))
  }

  /// Reports a text that is an object or a list in JSON: it would be sent as a string.
  private static func checkText(_ node: YAMLNode, _ reader: FileReader) {
    guard let scalar = node.scalar, scalar.style != .plain else { return }
    let text = scalar.text.trimmed
    guard text.hasPrefix("{") || text.hasPrefix("["), !text.hasPrefix("${") else { return }
    // Expressions stand where values would; numbers in their places keep the text JSON.
    let filled = text.replacing(#/\$\{[^}]*\}/#, with: "0")
    guard let value = try? JSONParser().parse(filled), value.object != nil || value.array != nil
    else { return }
    reader.error(
      "this text would be sent as a JSON string",
      at: reader.firstLine(of: node.range),
      hint: scalar.style == .literal || scalar.style == .folded
        ? "remove the | or >: JSON is YAML too" : "remove the quotes: JSON is YAML too"
    )
  }
}
