import Locks

/// A body as its format reads it.
public struct DecodedBody: Sendable {
  /// What a body is.
  public enum Content: Sendable {
    /// A value, asked by JSONPath.
    case tree(JSONValue)
    /// A document, asked by XPath.
    case markup(MarkupDocument)
  }

  /// What it is.
  public let content: Content
  /// What is odd about it, though it can be decoded: one sentence for the log.
  public let oddity: String?

  init(_ content: Content, oddity: String? = nil) {
    (self.content, self.oddity) = (content, oddity)
  }
}

/// A document of nodes.
public enum MarkupDocument: Sendable {
  /// An XML document.
  case xml(XMLDocument)
  /// An HTML page.
  case html(HTMLDocument)

  /// What an XPath finds; prefixes are those of XML documents, a page has none.
  public func evaluate(
    _ path: XPath,
    namespaces: [String: String]
  ) throws(XPathError) -> XPathResult {
    switch self {
    case .xml(let document): try document.evaluate(path, namespaces: namespaces)
    case .html(let page): try page.evaluate(path)
    }
  }

  var tree: Locked<XMLTree> {
    switch self {
    case .xml(let document): document.tree
    case .html(let page): page.tree
    }
  }

  /// The prefixes of the root element with others over them; a page has none.
  func prefixes(with namespaces: [String: String] = [:]) -> [String: String] {
    switch self {
    case .xml(let document): document.namespaces.merging(namespaces) { $1 }
    case .html: [:]
    }
  }
}
