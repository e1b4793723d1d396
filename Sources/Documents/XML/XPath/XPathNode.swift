/// A node that a query found, as values that outlive the document.
public struct XPathNode: Sendable, Hashable {
  /// The kinds of nodes of XPath 1.0 (section 5).
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The document itself.
    case root
    /// An element.
    case element
    /// An attribute.
    case attribute
    /// A text or CDATA section.
    case text
    /// A comment.
    case comment
    /// A processing instruction.
    case processingInstruction = "processing-instruction"
    /// A namespace in scope.
    case namespace
  }

  /// What the node is.
  public var kind: Kind
  /// The name with its prefix; the target of an instruction; empty for texts, comments and the
  /// root.
  public var name: String
  /// The string value: of an element all the text inside it, of an attribute its value.
  public var text: String
  /// Where the node is, as an XPath that finds it: `/order/line[2]/@sku`.
  public var path: String
  /// The line on which the node is, from 1; 0 when it is not known.
  public var line: Int
}
