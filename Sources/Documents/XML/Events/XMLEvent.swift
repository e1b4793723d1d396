/// One piece of a document, in the order in which it is written.
public enum XMLEvent: Sendable, Hashable {
  /// An attribute of a start tag.
  public struct Attribute: Sendable, Hashable {
    /// The name with its prefix.
    public var name: String
    /// The namespace of the prefix; `nil` without a prefix.
    public var namespace: String?
    /// The value, normalised as XML has it.
    public var value: String

    /// Makes an attribute.
    public init(name: String, namespace: String? = nil, value: String) {
      self.name = name
      self.namespace = namespace
      self.value = value
    }
  }

  /// A start tag: the name with its prefix, its namespace, the attributes without namespace
  /// declarations.
  case startElement(name: String, namespace: String?, attributes: [Attribute])
  /// An end tag; also that of an empty element.
  case endElement(name: String, namespace: String?)
  /// A text; neighbouring ones may come apart.
  case text(String)
  /// A CDATA section.
  case cdata(String)
  /// A comment.
  case comment(String)
  /// A processing instruction.
  case processingInstruction(target: String, data: String)
  /// A document type declaration; what it refers to is not read.
  case documentType(name: String)
}
